"""A catalogue of furniture that nobody sells: names and descriptions drawn by a seeded generator.

It stands in for a shop's own text: few ordinary words said often, and a long tail of product lines, finishes,
sizes and codes said once or twice. Lines, finishes and codes are put together from syllables and exist
nowhere; the other words are ordinary English.
"""

import csv
import io
import random
from collections.abc import Callable

SEED = 1863
PRODUCTS = 2_800
LINES = 4_000
DESIGNERS = 240

ONSETS = "b br d dr f fl g gr h j k kl l m n p pl qu r s sk sl sp st t th tr v vr w y z".split()
VOWELS = "a e i o u ae ei ou y".split()
CODAS = "l n r s th x lb lm ld mb nd nt rg rk rm rv sk st".split()
ENDINGS = (
    "ath ben dril esk fen gor ith kel lun mund nar olt quin rast sund thorn uvel vark wick yard zel".split()
)

TINTS = """
    amber ash barley birch bramble chalk clay dusk ember fern flint frost heather loam moss oat peat plum
    quarry reed rust sage salt shale slate smoke straw teal thistle umber willow
""".split()
SHADES = "bloom dawn drift fall field glow haze light mere mist ridge shade shore song vale veil wake".split()
WOODS = "acacia ash beech birch cherry elm mango maple oak pine teak walnut".split()
CLOTHS = "bouclé canvas chenille corduroy cotton felt leather linen mohair suede tweed velvet wool".split()
HARD = "brass bronze ceramic concrete glass iron marble nickel rattan slate steel stoneware terrazzo".split()
STUFFS = {"wood": WOODS, "cloth": CLOTHS, "hard": HARD}
LOOKS = """
    arched carved channelled compact curved extending fluted folding low-profile modular narrow nesting
    open-backed oval oversized panelled quilted ribbed rounded scalloped slatted slim stackable tapered tufted
    turned two-tone wall-mounted woven
""".split()


def _listed(text: str) -> list[str]:
    """The lines of a list, without the white space around them."""
    return [line.strip() for line in text.strip().splitlines()]


KINDS = {
    "wood": """
        drawer: nightstand, dresser, desk, sideboard, chest, console, writing table
        shelf: bookcase, shoe cabinet, wall shelf, plant stand, trolley, hall stand
        door: wardrobe, media unit, bathroom cabinet, display cabinet, larder
        seat: dining table, garden table, bench, coffee table, kitchen island
    """,
    "cloth": """
        seat: sofa, loveseat, daybed, sectional, sofa bed
        piece: armchair, wingback chair, ottoman, headboard, barstool, dining chair
        panel: cushion, throw, duvet cover, curtain, rug, runner, valance
    """,
    "hard": """
        arm: floor lamp, table lamp, pendant, sconce, candle holder
        piece: mirror, vase, planter, side table, coat rack, wine rack, umbrella stand
    """,
}
"""Kinds by what they are made of; a line begins with what a number in their names counts."""
USES = _listed("""
    small bedrooms
    a hallway that has to hold everything
    long dinners
    reading corners
    guest rooms
    busy kitchens
    a first flat
    sloping ceilings
    wide bay windows
    home offices
    children's rooms
    covered terraces
    narrow stairs
    record collections
    muddy boots
    rented rooms
    quiet mornings
""")
FEATURES = {
    "wood": _listed("""
        soft-close hinges
        a hidden cable channel
        adjustable feet
        dovetailed joints
        rounded corners
        a reversible top
        a tip-over strap
        brass-tone pulls
        a charging slot at the back
        felt pads under every leg
        a spare set of screws
        full-extension runners
        a tongue-and-groove back
    """),
    "cloth": _listed("""
        a removable cover
        feather-free filling
        hand-stitched seams
        non-slip backing
        piped edges
        a concealed zip
        contrast buttons
        a water-repellent finish
        double-turned hems
        a washable lining
    """),
    "hard": _listed("""
        a hammered surface
        rubber feet
        a powder-coated base
        a cord of twisted cotton
        a weighted foot
        a hand-poured glaze
        fixings for brick and plaster
        a swivel joint
        a felt-lined underside
    """),
}
CARE = _listed("""
    Wipe with a damp cloth.
    Vacuum once a week and keep out of direct sun.
    Oil twice a year.
    Machine wash cold, dry flat.
    Dust with a dry cloth; no abrasive cleaners.
    Spot clean only.
""")
OPENINGS = [
    "Made for {use}, the {line} {kind} is finished in {finish} {stuff}.",
    "The {line} {kind} brings {look} lines and {finish} {stuff} to {use}.",
    "A {look} {kind} in {finish}, with {feature} and {feature2}.",
    "{Finish} {stuff} and {feature}: the {line} {kind} is built for {use}.",
    "Drawn by {designer} for {use}, this {look} {kind} pairs {stuff} with {other}.",
]
NAMES = [
    "{line} {look} {stuff} {kind}",
    "{line} {number}-{counted} {stuff} {kind}, {finish}",
    '{line} {w}" {look} {kind} in {finish}',
    "{line} {kind} with {feature}",
    "set of {number} {line} {stuff} {kind}s",
]
MIDDLES = [
    'Measures {w}" W x {d}" D x {h}" H and weighs {kg} kg.',
    'At {w}" wide it suits {use2}.',
    "Comes with {feature2}; assembly takes {minutes} minutes.",
    "Holds up to {load} kg. Goes with the {line2} {kind2}.",
    "Sits well beside the {line2} {kind2} in {finish2}.",
]


def furniture_catalogue(registries: object = None) -> dict[str, bytes]:
    """The catalogue as CSV, a product a line; nothing is fetched, so `registries` is not used."""
    chance = random.Random(SEED)
    lines = _invented(LINES, lambda: _line(chance))
    finishes = [tint + shade for tint in TINTS for shade in SHADES]
    chance.shuffle(finishes)
    designers = _invented(DESIGNERS, lambda: f"{_line(chance)} {_line(chance)}")
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(("name", "description"))
    table.writerows(_product(chance, lines, finishes, designers) for _ in range(PRODUCTS))
    return {"data/texts/furniture_catalogue.csv": written.getvalue().encode()}


def _invented(count: int, draw: Callable[[], str]) -> list[str]:
    """`count` different words of a kind, in the order in which they were drawn."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[draw()] = None
    return list(found)


def _line(chance: random.Random) -> str:
    """The name of a product line: two syllables and an ending."""
    parts = [chance.choice(ONSETS) + chance.choice(VOWELS) + chance.choice(CODAS)]
    if chance.random() < 0.5:
        parts.append(chance.choice(VOWELS[:5]) + chance.choice("lmnrv"))
    return "".join([*parts, chance.choice(ENDINGS)]).capitalize()


def _often(chance: random.Random, words: list[str]) -> str:
    """One of the words, the early ones far more often: the rank is drawn below a rank that is drawn."""
    return words[chance.randrange(chance.randrange(len(words)) + 1)]


def _kind(chance: random.Random, made_of: str) -> tuple[str, str]:
    """What a number in its name counts, and the kind itself."""
    counted, kinds = chance.choice(_listed(KINDS[made_of])).split(": ")
    return counted, chance.choice(kinds.split(", "))


def _product(
    chance: random.Random, lines: list[str], finishes: list[str], designers: list[str]
) -> tuple[str, str]:
    """The name and the description of one product."""
    made_of = chance.choice(("wood", "wood", "cloth", "hard"))
    counted, kind = _kind(chance, made_of)
    feature, feature2 = chance.sample(FEATURES[made_of], 2)
    finish, finish2 = (_often(chance, finishes) for _ in range(2))
    use, use2 = chance.sample(USES, 2)
    fill = {
        "line": _often(chance, lines),
        "line2": chance.choice(lines),
        "kind": kind,
        "kind2": _kind(chance, chance.choice(list(KINDS)))[1],
        "counted": counted,
        "stuff": _often(chance, STUFFS[made_of]),
        "other": _often(chance, HARD),
        "finish": finish,
        "Finish": finish.capitalize(),
        "finish2": finish2,
        "designer": chance.choice(designers),
        "look": chance.choice(LOOKS),
        "use": use,
        "use2": use2,
        "feature": feature,
        "feature2": feature2,
        "w": _inches(chance, 12, 96),
        "d": _inches(chance, 8, 44),
        "h": _inches(chance, 10, 84),
        "kg": f"{chance.randrange(8, 900) / 10:g}",
        "minutes": chance.randrange(10, 100, 5),
        "load": chance.randrange(10, 200, 5),
        "number": chance.randrange(2, 7),
    }
    sentences = [chance.choice(OPENINGS), chance.choice(MIDDLES)]
    if chance.random() < 0.4:
        sentences.append(chance.choice(CARE))
    sentences.append(f"Code {_code(chance)}.")
    return chance.choice(NAMES).format_map(fill), " ".join(sentences).format_map(fill)


def _inches(chance: random.Random, low: int, high: int) -> str:
    return f"{chance.randrange(low * 4, high * 4) / 4:g}"


def _code(chance: random.Random) -> str:
    letters = "".join(chance.choice("ABCDEFGHKLMNPRSTVWXZ") for _ in range(3))
    return f"{letters}-{chance.randrange(10_000, 99_999)}"
