"""The exercise about tokens that go wrong: which fault a token has."""

import random
from functools import lru_cache

from tokcore import GPT2_PATTERN, BPETokenizer, load
from tokcore.corpora import corpus
from tokcore.glitch import obscene, smollm2_indicators
from tokcore.reachability import Proof, Stray, not_itself, unreachable
from workshop.exercise import Choice, Kind, Task, Trap
from workshop.material import pieces
from workshop.pictures import Card, Strips, Table

UNDER, UNREACHABLE, ALONE, FINE = FAULTS = (
    "under-trained",
    "unreachable",
    "only different when alone",
    "a token like any other",
)
_SAID = {fault: f"said {fault}" for fault in FAULTS}
_NAMES = tuple(_SAID.values())
_NO_MODEL = "no model measured"
_NEAR, _REPEATS = 0.6, 0.9


@lru_cache(maxsize=1)
def _strays() -> tuple[Stray, ...]:
    tokenizer = load("o200k_base")
    return tuple(
        one for one in not_itself(tokenizer) if not obscene(tokenizer.token_bytes(one.token_id).decode())
    )


@lru_cache(maxsize=1)
def _crossing() -> tuple[BPETokenizer, tuple[tuple[int, Proof], ...]]:
    """A tokenizer whose merges were learned without the pattern that it cuts with, and what that forbids."""
    merges = BPETokenizer.train(corpus("botchan").text[:30_000], 256 + 300, specials=()).merges
    tokenizer = BPETokenizer.from_merges(merges, GPT2_PATTERN, name="learned without a pattern")
    proofs = ((token_id, unreachable(tokenizer, token_id)) for token_id in range(256, 556))
    return tokenizer, tuple((token_id, proof) for token_id, proof in proofs if proof)


def _evidence(fault: str, chance: random.Random):
    """A token with this fault: tokenizer, id, what its text becomes, where it appears, who repeats it."""
    if fault == UNREACHABLE:
        tokenizer, proved = _crossing()
        token_id, proof = chance.choice(proved)
        token = tokenizer.token_bytes(token_id)
        return tokenizer, token_id, pieces(tokenizer, token.decode()), f"none: {proof.reason}", _NO_MODEL
    if fault == ALONE:
        tokenizer, stray = load("o200k_base"), chance.choice(_strays())
        alone = tuple(map(tokenizer.token_bytes, stray.alone))
        return tokenizer, stray.token_id, alone, f"in the text {stray.context!r}", _NO_MODEL
    tokenizer, found = load("smollm2"), smollm2_indicators()
    pool = found.below(_NEAR) if fault == UNDER else [one for one in found.controls if one.repeats > _REPEATS]
    pool = [one for one in pool if _is_text(tokenizer.token_bytes(one.id))]
    one = chance.choice(pool)
    token = tokenizer.token_bytes(one.id)
    return tokenizer, one.id, pieces(tokenizer, token.decode()), "in its own text", f"{one.repeats:.2%}"


def _is_text(token: bytes) -> bool:
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return False
    return text.isprintable() and not obscene(text)


def which_fault(chance: random.Random) -> Task:
    """Is this token under-trained, unreachable, only different when alone, or none of these?"""
    fault = chance.choice(FAULTS)
    tokenizer, token_id, alone, appears, repeats = _evidence(fault, chance)
    token = tokenizer.token_bytes(token_id)
    why = {
        UNDER: f"A text gives it, so it can be reached; but asked to repeat it the model does so with a "
        f"chance of {repeats}.",
        UNREACHABLE: "No text gives it, and there is a proof. What a model does with it never comes up.",
        ALONE: "Its own text becomes other tokens, but another text gives it: it is in use.",
        FINE: "It encodes to itself, and a model that is asked to repeat it does.",
    }
    wrong = {
        UNDER: "Under-trained is said of what a model knows. "
        + (
            "None was measured here."
            if repeats == _NO_MODEL
            else f"This one repeats it with a chance of {repeats}."
        ),
        UNREACHABLE: f"Unreachable means that no text gives it. This token appears {appears}."
        if fault != UNREACHABLE
        else "",
        ALONE: "Its text alone becomes other tokens, true. But no other text gives it either."
        if fault == UNREACHABLE
        else "Alone its text becomes just this token, so it is not different when alone.",
        FINE: f"Look again: {why[fault]}",
    }
    return Task(
        question="A token, and what is known of it. **Which of these is it?**",
        inputs=(Choice("fault", "This token is", FAULTS),),
        right={"fault": fault},
        because=why[fault],
        traps=tuple(Trap(_SAID[other], {"fault": other}, wrong[other]) for other in FAULTS if other != fault),
        hints=(
            "Ask three things in this order: does any text give it, does its own text give it, does a model "
            "know it?",
            "The first two are about the tokenizer, and the third about a model. Only a proof shows that no "
            "text gives a token.",
            {
                UNDER: "The tokenizer does nothing wrong here. Look at what the model does.",
                UNREACHABLE: "Look at the proof, which holds for every text.",
                ALONE: "Another text gives it. What does its own text become?",
                FINE: "Every line of the table is as it should be.",
            }[fault],
        ),
        given=(
            Table(
                f"Token {token_id:,} of {tokenizer.name}",
                ("what was found", "outcome"),
                (
                    ("the token", (token,)),
                    ("its text alone becomes", alone),
                    ("it appears", appears),
                    ("chance that a model repeats it when asked", repeats),
                ),
            ),
        ),
        shown=(Card(tokenizer.name, token_id),)
        if tokenizer.name in ("o200k_base", "smollm2")
        else (Strips(token.decode(), ("gpt2",)),),
        code=_code(fault, token_id),
        result=True,
        otherwise=lambda values: "",
    )


def _code(fault: str, token_id: int) -> str:
    if fault == UNREACHABLE:
        return (
            "import tokcore\nfrom tokcore.corpora import corpus\nfrom tokcore.reachability import "
            "unreachable\n"
            'merges = tokcore.BPETokenizer.train(corpus("botchan").text[:30_000], 556).merges\n'
            "tok = tokcore.BPETokenizer.from_merges(merges, tokcore.GPT2_PATTERN)\n"
            f"unreachable(tok, {token_id}) is not None"
        )
    if fault == ALONE:
        return (
            'import tokcore\ntok = tokcore.load("o200k_base")\n'
            f"tok.encode(tok.token_bytes({token_id}).decode()) != [{token_id}]"
        )
    group, sign = ("nearest", "<") if fault == UNDER else ("controls", ">")
    return (
        "from tokcore.glitch import smollm2_indicators\n"
        f"token = next(one for one in smollm2_indicators().{group} if one.id == {token_id})\n"
        f"token.repeats {sign} {_REPEATS}"
    )


KINDS = (Kind("which_fault", "Whose fault is it", "glitch_tokens", 4, _NAMES, which_fault),)
