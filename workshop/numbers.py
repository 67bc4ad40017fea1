"""Exercises about numbers: cuts out of line with the columns of a sum, and rules that put them in line."""

import random
from functools import partial

from tokcore.digits import (
    RULES,
    Cut,
    by_pattern,
    cut_of,
    from_left,
    from_right,
    matches,
    out_of_line,
    sharing_a_token,
    single_digits,
)
from workshop.exercise import Choice, Feedback, Kind, Number, Task, Text, Trap, Values, listed
from workshop.pictures import Columns, Table

CUTTERS = ("gpt2", "cl100k_base", "o200k_base")
IN_LINE, FROM_LEFT = "gave numbers whose cuts are in line", "cut from the left"
ONE_PIECE, NO_DIGITS = "made every number one piece", "gave a rule that matches no digits"
RULE = r"(?r)\d{1,3}"
_MOST_PIECE, _TRIED = 3, 120


def _rows(first: int, second: int) -> tuple[str, str, str]:
    return str(first), str(second), str(first + second)


def _in_line(cut: Cut, first: int, second: int) -> bool:
    return not any(out_of_line([cut(number) for number in _rows(first, second)]))


def break_place_value(chance: random.Random) -> Task | None:
    """Give a sum whose cuts are out of line, and a rule that puts them in line."""
    name, first = chance.choice(CUTTERS), chance.randint(1_000, 999_999)
    cut = cut_of(name)
    tried = [chance.randint(100, 999_999) for _ in range(40)]
    right = next((n for n in tried if not _in_line(cut, first, n)), None)
    lined = next((n for n in tried if _in_line(cut, first, n)), None)
    if right is None or lined is None:
        return None
    both = ((RULE, None), ("three from the right", "three from the right"))
    splits = [listed(cut(number)) for number in _rows(first, right)]
    return Task(
        question=f"**Give a number that makes {name} cut the sum {first} + your number out of line with its "
        "columns. Then give a rule that keeps every sum in line:** a regular expression for one piece, of "
        f"up to {_MOST_PIECE} digits. With (?r) in front it searches from the right.",
        inputs=(Number("second", "Your number", high=999_999_999), Text("rule", "Your rule", 60)),
        right={"second": right, "rule": RULE},
        because=f"{first} + {right} under {name}: {'; '.join(splits)}. The rule cuts every number from the "
        f"right.",
        traps=(
            Trap(IN_LINE, {"second": lined}, ""),
            Trap(FROM_LEFT, {"rule": r"\d{1,3}"}, ""),
            Trap(ONE_PIECE, {"rule": r"\d+"}, ""),
            Trap(NO_DIGITS, {"rule": "[a-z]"}, ""),
        ),
        hints=(
            "Columns are counted from the right. From where does the tokenizer cut?",
            f"Take a number with fewer or more digits than {first}, and a rule that begins at the ones.",
            f"{right} breaks it. For the rule, take up to three digits at a time and search with (?r).",
        ),
        given=(Columns(str(first), ((name, name),)),),
        shown=(Columns(f"{first}+{right}=", ((name, name), *both[:1])),),
        code=f"from tokcore import digits\nrows = digits.read_prompt('{first}+{right}=').rows\n"
        f"cut = digits.cut_of('{name}')\nany(digits.out_of_line([cut(number) for number in rows]))",
        result=True,
        otherwise=lambda values: "",
        judge=partial(_breaks_and_fixes, name, first),
        yours=lambda values: (
            Columns(f"{first}+{int(values['second'])}=", ((name, name), (values["rule"], None))),
        ),
    )


def _breaks_and_fixes(name: str, first: int, values: Values) -> Feedback:
    second = int(values["second"])
    if second != values["second"]:
        return Feedback(False, "Give a whole number.")
    if _in_line(cut_of(name), first, second):
        same = len(str(second)) == len(str(first))
        return Feedback(
            False,
            f"With {second} every cut is in line: "
            + (
                "numbers of one length are cut alike. Change the length."
                if same
                else "look for another number."
            ),
            IN_LINE,
        )
    rule = by_pattern(values["rule"])
    pieces = rule("123456789")
    if not matches(values["rule"], ["123456789"]):
        return Feedback(
            False,
            "The number breaks the columns. Your rule matches no digits, so it cuts nothing.",
            NO_DIGITS,
        )
    if (longest := max(map(len, pieces))) > _MOST_PIECE:
        return Feedback(
            False,
            f"The number breaks the columns. Your rule leaves a piece of {longest} digits: nothing is out of "
            "line, but no column is left either, and every number must be learned by itself.",
            ONE_PIECE,
        )
    chance = random.Random(0)
    sums = [(first, second)]
    sums += [(chance.randint(1, 10 ** chance.randint(1, 9)), chance.randint(1, 10**6)) for _ in range(_TRIED)]
    for one, other in sums:
        if not _in_line(rule, one, other):
            splits = "; ".join(listed(rule(number)) for number in _rows(one, other))
            return Feedback(
                False,
                f"The number breaks the columns, but so does your rule in {one} + {other}: {splits}. "
                "It has to begin at the ones.",
                FROM_LEFT,
            )
    return Feedback(
        True, f"Under {name} the sum is out of line, and your rule kept {len(sums)} sums in line."
    )


FROM_RIGHT, SINGLE, OTHER = "cut from the right", "cut every digit", "named the places of the other number"
NO_PRICE, WRONG_PRICE = "thought the rule is free", "named the price of another rule"


def lab_digits(chance: random.Random) -> Task | None:
    """Cut the numbers of an addition, and name a rule's price: the fifth task at the end of the chapter."""
    name = chance.choice(("cl100k_base", "o200k_base"))
    short, long = chance.randint(100, 999), chance.randint(10_000, 99_999_999)
    cut = cut_of(name)
    right = cut(str(long))
    named, other = sharing_a_token(right)[0], sharing_a_token(cut(str(short)))[0]
    if len(str(long)) % 3 == 0:
        return None
    every = [sharing_a_token(c(str(long)))[0] for c in (from_left, from_right, single_digits)]
    places = tuple(dict.fromkeys([named, other, *every]))
    prices = {
        "It must see the whole number first: one more digit at the end moves every cut": True,
        "A number costs as many tokens as it has digits": False,
        "None: cuts in line have no price": False,
    }
    options = list(prices)
    wrong, free = options[1], options[2]
    chance.shuffle(options)
    options.remove(free)
    traps = (
        Trap(
            FROM_RIGHT,
            {"pieces": from_right(str(long))},
            "You cut from the right, as columns would have it. The pattern takes up to three digits at a "
            "time from the left.",
        ),
        Trap(
            SINGLE,
            {"pieces": single_digits(str(long))},
            "You cut every digit, as smollm2 does. This pattern takes up to three at a time.",
        ),
        Trap(
            OTHER,
            {"places": other},
            f"Those are the places in {short}. In {long} the first token stands further to the left, so the "
            "same kind of token counts something else.",
        ),
        Trap(
            WRONG_PRICE,
            {"price": wrong},
            f"That is the price of single digits. {RULES['three from the right'].drawback}",
        ),
        Trap(NO_PRICE, {"price": free}, f"It has one. {RULES['three from the right'].drawback}"),
    )
    return Task(
        question=f"**How does {name} cut the longer number of {short}+{long}=, and which of its digits share "
        "the first token?** Then name the price of a rule that cuts every three digits from the right.",
        inputs=(
            Text("pieces", f"The tokens of {long}", 40, "tokens"),
            Choice("places", f"The first token of {long} holds", places),
            Choice("price", "The price of three from the right", (*options, free)),
        ),
        right={"pieces": right, "places": named, "price": next(one for one, yes in prices.items() if yes)},
        because=f"{listed(right)}: the first token holds {named}, while that of {short} holds {other}. "
        f"{RULES['three from the right'].drawback}",
        traps=traps,
        hints=(
            "From which end does the pattern begin, and how many digits does it take at a time?",
            f"{long} has {len(str(long))} digits, so the last token is the short one. Count the digits to "
            "the right of the first token.",
            f"The last token is {right[-1]}. A digit's place is how many digits stand to its right. A rule "
            "that starts at the ones has to see where the number ends.",
        ),
        given=(
            Table(
                "The numbers",
                ("number", "digits"),
                ((str(short), len(str(short))), (str(long), len(str(long)))),
                ("number", "digits"),
            ),
        ),
        shown=(
            Columns(
                f"{short}+{long}=",
                tuple((way, way) for way in ("gpt2", name, "three from the right")),
            ),
        ),
        code=f"from tokcore import digits\ndigits.cut_of('{name}')('{long}')",
        result=right,
        otherwise=lambda values: "Not all three are right. Write the digits in threes, from the left.",
    )


KINDS = (
    Kind(
        "break_place_value",
        "Break place value, then fix it",
        "digit_chunking",
        6,
        (IN_LINE, FROM_LEFT, ONE_PIECE, NO_DIGITS),
        break_place_value,
    ),
    Kind(
        "lab_digits",
        "Lab: digits that share a token",
        "digit_chunking",
        8,
        (FROM_RIGHT, SINGLE, OTHER, NO_PRICE, WRONG_PRICE),
        lab_digits,
    ),
)
