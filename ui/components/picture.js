// Two buttons that save the chart drawn above them, as SVG with its fonts inside or as PNG at twice its size.

const SCALE = 2, MARGIN = 16, TITLE = 17;

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".picture");
  const [paper, ink, family] = ["background-color", "text-color", "font"].map((name) => getComputedStyle(root).getPropertyValue(`--st-${name}`).trim());
  const saving = { SVG: savedAsSvg, PNG: savedAsPng };
  // The buttons stay when the page is drawn again, or a press that began before would not end on its button.
  Object.keys(saving).forEach((kind, place) => {
    const button = root.children[place] ?? root.appendChild(make("button", { type: "button" }, kind));
    button.onclick = () => save(kind);
  });

  async function save(kind) {
    const address = URL.createObjectURL(await saving[kind]());
    make("a", { href: address, download: `${data.file}.${kind.toLowerCase()}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  // Streamlit marks a container with its key. A chart of very many marks is a canvas.
  function drawing(kind) {
    const frame = document.getElementsByClassName(`st-key-${data.frame.replace(/[^a-zA-Z0-9_-]/g, "-")}`)[0];
    return frame?.querySelector(`[role=graphics-document] ${kind}`);
  }

  async function savedAsSvg() {
    const drawn = drawing("svg") ?? svgAround(drawing("canvas"));
    const copy = drawn.cloneNode(true);
    const style = document.createElementNS(copy.namespaceURI, "style");
    style.textContent = await fontFaces(copy);
    copy.prepend(style);
    addTitle(copy);
    copy.style.backgroundColor = paper;
    return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  }

  // The words above the chart, and air around both: on a slide the picture stands alone.
  function addTitle(svg) {
    const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `600 ${TITLE}px ${family}`;
    const lines = [""];
    for (const word of data.title.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (pen.measureText(longer).width > width) lines.push(word); else lines[lines.length - 1] = longer;
    }
    const above = lines.length * TITLE * 1.3 + MARGIN;
    for (const [place, line] of lines.entries()) {
      const text = document.createElementNS(svg.namespaceURI, "text");
      const looks = { x: 0, y: place * TITLE * 1.3 + TITLE - above, "font-family": family, "font-size": TITLE, "font-weight": 600, fill: ink };
      for (const [name, value] of Object.entries(looks)) text.setAttribute(name, value);
      text.textContent = line;
      svg.append(text);
    }
    const box = { width: width + 2 * MARGIN, height: height + above + 2 * MARGIN };
    svg.setAttribute("viewBox", `${-MARGIN} ${-above - MARGIN} ${box.width} ${box.height}`);
    for (const [name, value] of Object.entries(box)) svg.setAttribute(name, value);
  }

  function svgAround(canvas) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const image = document.createElementNS(svg.namespaceURI, "image");
    const { width, height } = canvas.getBoundingClientRect();
    for (const one of [svg, image]) { one.setAttribute("width", width); one.setAttribute("height", height); }
    image.setAttribute("href", canvas.toDataURL());
    svg.append(image);
    return svg;
  }

  async function savedAsPng() {
    const picture = new Image();
    const address = URL.createObjectURL(await savedAsSvg());
    picture.src = address;
    await picture.decode();
    URL.revokeObjectURL(address);
    const canvas = make("canvas", { width: picture.naturalWidth * SCALE, height: picture.naturalHeight * SCALE });
    const pen = canvas.getContext("2d");
    pen.fillStyle = paper;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  // A picture outside the page has only the fonts that it brings: those of the page that its words name.
  async function fontFaces(svg) {
    const bare = (names) => names.split(",")[0].replace(/["']/g, "").trim();
    const named = new Set([...svg.querySelectorAll("text")].map((text) => bare(text.getAttribute("font-family") ?? "")));
    const rules = [...document.styleSheets].flatMap(rulesOf).filter((rule) => rule instanceof CSSFontFaceRule);
    const wanted = rules.filter((rule) => named.has(bare(rule.style.getPropertyValue("font-family"))));
    return (await Promise.all(wanted.map(withItsFile))).join("\n");
  }

  function rulesOf(sheet) {
    try { return [...sheet.cssRules]; } catch { return []; } // a sheet of another origin may not be read
  }

  async function withItsFile(rule) {
    const address = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (!address || address.startsWith("data:")) return rule.cssText;
    const file = await (await fetch(new URL(address, rule.parentStyleSheet.href ?? document.baseURI))).blob();
    const inside = await new Promise((done) => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(file); });
    return rule.cssText.replace(address, inside);
  }
}
