// Tiles: how a token is drawn, the same on every page. Text only ever enters the page as text nodes.

const MARKS = { " ": "·", "\n": "↵", "\t": "⇥" };
const NAMED = { "\0": "NUL", "\r": "CR", "\u00a0": "NBSP", "\u00ad": "SHY", "\u200b": "ZWSP", "\u200d": "ZWJ", "\ufeff": "BOM" };
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Zs}]$/u;
const COMBINING = /^\p{M}$/u;
const HUES = 6;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function decoded(bytes) {
  try { return utf8.decode(Uint8Array.from(bytes)); } catch { return null; }
}

const hex = (byte) => byte.toString(16).padStart(2, "0");

function codePoint(character) {
  return NAMED[character] ?? "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}

// The characters of a token, with white space marked and what has no picture named by its code point.
function glyphs(text, marks = true) {
  const fragment = document.createDocumentFragment();
  let plain = "";
  const flush = () => { if (plain) fragment.append(plain); plain = ""; };
  let first = true;
  for (const character of text) {
    if (MARKS[character] && (marks || character !== " ")) {
      flush();
      fragment.append(make("span", { class: "mark" }, MARKS[character]));
    } else if (character !== " " && UNSEEN.test(character)) {
      flush();
      fragment.append(make("span", { class: "code" }, codePoint(character)));
    } else {
      plain += first && COMBINING.test(character) ? "◌" + character : character;
    }
    first = false;
  }
  flush();
  return fragment;
}

// A token is {text} or {bytes}; bytes that are no whole character on their own are shown as numbers.
function tokenBody(token, marks) {
  const text = token.text ?? decoded(token.bytes);
  if (text !== null) {
    const body = document.createDocumentFragment();
    body.append(glyphs(text, marks));
    if (token.ends) body.append(make("span", { class: "mark end" }, "</w>"));
    if (token.unknown) body.replaceChildren(make("span", { class: "code" }, "<unk>"));
    return body;
  }
  const fragment = document.createDocumentFragment();
  const bytes = token.bytes;
  for (let i = 0; i < bytes.length;) {
    const size = bytes[i] < 0x80 ? 1 : bytes[i] >= 0xf0 ? 4 : bytes[i] >= 0xe0 ? 3 : bytes[i] >= 0xc2 ? 2 : 1;
    const whole = i + size <= bytes.length ? decoded(bytes.slice(i, i + size)) : null;
    if (whole !== null) { fragment.append(glyphs(whole, marks)); i += size; }
    else { fragment.append(make("span", { class: "byte" }, hex(bytes[i]) + (i + 1 < bytes.length ? " " : ""))); i += 1; }
  }
  return fragment;
}

// A token as one line of plain text, for labels that are read aloud.
function spoken(token) {
  const text = token.text ?? decoded(token.bytes);
  if (token.unknown) return "unknown";
  if (text === null) return "bytes " + token.bytes.map(hex).join(" ");
  return JSON.stringify(text) + (token.ends ? " and end of word" : "");
}

// How many bytes a character that has begun still needs at the end of these bytes.
function outstanding(bytes) {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if (byte >= 0xc0) return Math.max(0, (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) - back);
    if (byte < 0x80) return 0;
  }
  return 0;
}

// Token indices in groups: tokens that split a character stand together, with that character as their name.
function characterGroups(tokens) {
  const groups = [];
  let open = [], bytes = [];
  tokens.forEach((token, i) => {
    open.push(i);
    if (token.bytes) bytes = bytes.concat(token.bytes);
    if (token.bytes && outstanding(bytes) > 0) return;
    groups.push({ members: open, character: open.length > 1 ? decoded(bytes) : null });
    open = []; bytes = [];
  });
  if (open.length) groups.push({ members: open, character: null });
  return groups;
}

// A line of tiles ends where the text's line does; empty lines stay on the line before them.
const newlineAt = (token, place) => (token?.bytes ? token.bytes.at(place) === 10 : token?.text?.at(place) === "\n");

// Tiles of a row of tokens. `each(token, index)` makes one tile; groups and line breaks are added here.
function tileRow(tokens, each) {
  const fragment = document.createDocumentFragment();
  for (const { members, character } of characterGroups(tokens)) {
    const tiles = members.map((i) => each(tokens[i], i));
    if (tiles.length > 1) {
      fragment.append(make("span", { class: "group" },
        make("span", { class: "group-of" }, character === null ? "not a character" : glyphs(character)),
        make("span", { class: "group-tiles" }, ...tiles)));
    } else {
      fragment.append(...tiles);
    }
    const last = members.at(-1);
    if (newlineAt(tokens[last], -1) && !newlineAt(tokens[last + 1], 0)) fragment.append(make("span", { class: "line-break" }));
  }
  return fragment;
}
