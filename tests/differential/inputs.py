"""Makes arguments for a tool out of its schema: such as it accepts, such as it nearly accepts, and such as it never does.

A value may hold what Python cannot say: numbers in a certain spelling, and names that occur twice. They are marked
strings until text() writes them.
"""
import base64
import json
import re
import string
from re import _constants as op
from re import _parser

NUMBER = "\x01#"
TWICE = "\x01="
_NUMBERS = re.compile(r'"\\u0001#([^"]*)"')

PLAIN = string.ascii_letters + string.digits + " -_.:/@+"
# Astral, combining, right to left, digits of other scripts, what JSON escapes, line ends of Unicode, the last character.
ODD = ["\U0001F600", "\U00010000", "\U0010FFFF", "é", "e\u0301", "ß", "\u05d0", "٣", "３", '"', "\\", "/", "\n", "\r\n", "\t", "\0",
       "\x7f", "\x80", "\u2028", "\ufeff", "\uffff", "\u00a0", "K", "<", "&"]
EDGES = [0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536, 2**31 - 1, 2**31, -2**31 - 1,
         2**32 - 1, 2**32, 2**53, 2**53 + 1, -2**53 - 1, 2**63 - 1, 2**63, -2**63, -2**63 - 1, 2**64 - 1, 2**64,
         2**64 + 1, 10**20, 10**30, -10**30]
REALS = ["0.5", "-0.0", "0.1", "1e-400", "5e-324", "1.7976931348623157e308", "1.7976931348623159e308", "-1e400",
         "3.4028235e38", "3.4028236e38", "-3.4028234663852886e38", "3.402823567797337e38", "9007199254740993.0",
         "9223372036854775807.0", "9223372036854775808.0", "18446744073709551615.0", "1.8446744073709552e19",
         "0.30000000000000004", "1E2", "1e+2", "10e-1", "-0", "0e0", "0E+9", "1.0000000000000000000000000000001", "1e22",
         "123456789012345678901234567890", "0.000001", "2.50", "1e1", "-1e-7"]
FORMATS = {
    "date": ["2026-02-28", "2024-02-29", "0000-01-01", "9999-12-31", "1970-01-01"],
    "date-time": ["2026-01-31T12:00:00Z", "1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00", "2026-01-31t12:00:00z",
                  "1937-01-01T12:00:27.87+00:20", "1969-12-31T23:59:59.999999999999Z", "0000-01-01T00:00:00Z",
                  "9999-12-31T23:59:59.999999999Z", "2262-04-11T23:47:16.854775807Z", "2262-04-11T23:47:16.854775808Z",
                  "1677-09-21T00:12:43.145224192Z", "1677-09-21T00:12:43.145224191Z", "0000-01-01T00:00:00+00:01",
                  "9999-12-31T23:59:59-00:01", "2026-01-31T12:00:00-00:00"],
    "time": ["12:00:00Z", "23:59:60Z", "00:00:00.5+23:59", "00:29:60+00:30"],
    "duration": ["PT90S", "P1DT2H", "P2W", "PT1H0M5S", "PT0S", "P1Y2M3D", "P1M", "PT120M", "P10675199167D", "PT36H",
                 "PT9223372036854775807S", "PT9223372036854775808S", "P1DT12H30M5S", "PT255H", "PT256H", "P2147483647D",
                 "P2147483648D", "P99999999999999999999999999999999999999W"],
    "email": ["a@b.example", "first.last+tag@sub.example.org", "x@localhost"],
    "hostname": ["example.org", "a", "xn--bcher-kva.example", "1.2.3", "a" * 63 + ".b"],
    "ipv4": ["127.0.0.1", "255.255.255.255", "0.0.0.0"],
    "ipv6": ["::1", "::", "2001:db8::ff00:42:8329", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::8"],
    "uri": ["https://example.org/a?b=c#d", "urn:isbn:0451450523", "mailto:a@b.example", "http://[::1]:80/", "a:",
            "file:///x%20y", "http://u:p@h:1/;a=b"],
    "uuid": ["123e4567-e89b-12d3-a456-426614174000", "FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF"],
}


def number(spelling):
    return NUMBER + spelling


def text(value, ascii_only=True):
    """The JSON text of a value with marks."""
    written = json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"))
    if "\\u0001" in written:
        written = _NUMBERS.sub(r"\1", written).replace('"\\u0001=', '"')
    return written


def spelt(random, whole):
    """An integer, in one of the ways to write it."""
    if random.random() < 0.75:
        return whole
    ways = [f"{whole}.0", f"{whole}e0", f"{whole}.000", f"{whole}0e-1" if whole else "0E-1", f"{whole}E+0"]
    if whole % 100 == 0:
        ways.append(f"{whole // 100}e2")
    if whole == 0:
        ways += ["-0", "-0.0", "0e5", "-0e-5"]
    return number(random.choice(ways))


class Inputs:
    def __init__(self, schema, random):
        self.root = schema
        self.random = random
        self.noise = 0.0

    def valid(self):
        self.noise = 0.0
        return self.value(self.root, 0)

    def nearly(self):
        """One or a few mutations away from valid, where the walk is and in what it made."""
        if self.random.random() < 0.5:
            self.noise = self.random.choice([0.08, 0.2, 0.4])
            return self.value(self.root, 0)
        value = self.valid()
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            value = self.mutated(value)
        return value

    def hostile(self):
        random = self.random
        if random.random() < 0.2:
            value = self.anything(0)
            return value if isinstance(value, dict) else {"value": value}
        value = self.valid()
        if not isinstance(value, dict):
            return {"value": self.anything(0)}
        names = list(value) or ["value"]
        way = random.random()
        if way < 0.4:
            value[random.choice(names)] = self.anything(0)
        elif way < 0.6:
            deep = self.anything(3)
            name = random.choice(["a", "value", "name", "folders", "next", "of", "terms", "content", "people", "members"])
            for _ in range(random.choice([3, 30, 200, 400])):
                deep = [deep] if random.random() < 0.5 else {name: deep}
            value[random.choice(names)] = deep
        elif way < 0.8:
            value[random.choice(names)] = number(random.choice(REALS))
        else:
            value[self.odd_text(3)] = self.anything(1)
        return value

    # Valid, and noise on the way.

    def value(self, schema, depth):
        random = self.random
        if schema is True or schema == {}:
            return self.anything(depth + 1)
        if schema is False:
            return self.anything(depth + 2)
        if self.noise and random.random() < self.noise / 4:
            return self.anything(depth + 1)
        if "$ref" in schema:
            return self.value(self.resolved(schema["$ref"]), depth)
        if "const" in schema:
            return schema["const"] if not self.noisy() else self.near_text(schema["const"])
        if "enum" in schema:
            picked = random.choice(schema["enum"])
            return picked if not self.noisy() else self.near_text(picked)
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema and "properties" not in schema:
                options = schema[keyword]
                if depth > 5:  # what ends soonest
                    options = sorted(options, key=lambda o: len(json.dumps(o)) if "$ref" not in o else 9999)[:2]
                return self.value(random.choice(options), depth)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = "null" if depth > 5 and "null" in kind else random.choice(kind)
        if kind is None:
            kind = "array" if "prefixItems" in schema or "items" in schema else "object"
            if "allOf" not in schema and "prefixItems" not in schema:
                return self.anything(depth + 1)
        return getattr(self, "make_" + kind)(schema, depth)

    def resolved(self, reference):
        part = self.root
        for step in reference.lstrip("#/").split("/"):
            part = part[step.replace("~1", "/").replace("~0", "~")]
        return part

    def noisy(self):
        return self.noise and self.random.random() < self.noise

    def make_null(self, schema, depth):
        return None

    def make_boolean(self, schema, depth):
        return self.random.random() < 0.5 if not self.noisy() else self.random.choice([0, 1, "true", None, ""])

    def make_integer(self, schema, depth):
        random = self.random
        low, high = self.bounds(schema, -2**63, 2**63 - 1)
        low, high = -(-low // 1), high // 1
        if self.noisy():
            edge = random.choice([low, high, random.choice(EDGES)])
            edge = int(edge) + random.choice([-1, 0, 1])
            return random.choice([edge, spelt(random, edge), str(edge), number(f"{edge}.5"), number(random.choice(REALS))])
        if random.random() < 0.3:
            whole = random.choice([low, high, 0, 1, -1] + EDGES)
        else:
            whole = random.randint(int(max(low, -1000)), int(max(min(high, 1000), low)))
        whole = int(min(max(whole, low), high))
        step = schema.get("multipleOf")
        if step:
            whole = int(whole // step * step)
            whole += int(step) if whole < low else 0
        return spelt(random, whole)

    def make_number(self, schema, depth):
        random = self.random
        low, high = self.bounds(schema, -1e308, 1e308)
        if self.noisy():
            edge = random.choice([low, high])
            return random.choice([edge, edge + 1, edge - 1, edge * 1.0000001, number(random.choice(REALS)), str(edge),
                                  random.choice(EDGES)])
        step = schema.get("multipleOf")
        if step:
            return random.randint(int(max(low, -50) / step), int(min(high, 50) / step)) * step
        if random.random() < 0.3:
            picked = random.choice(REALS)
            if low <= float(picked) <= high:
                return number(picked)
        if random.random() < 0.3:
            return spelt(random, int(min(max(random.choice(EDGES), low), high)))
        return random.uniform(max(low, -1e6), min(high, 1e6))

    @staticmethod
    def bounds(schema, low, high):
        whole = schema.get("type") == "integer"
        above = 1 if whole else 1e-9
        low = schema.get("minimum", low)
        high = schema.get("maximum", high)
        if "exclusiveMinimum" in schema:
            low = max(low, schema["exclusiveMinimum"] + above)
        if "exclusiveMaximum" in schema:
            high = min(high, schema["exclusiveMaximum"] - above)
        return low, high

    def make_string(self, schema, depth):
        random = self.random
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        if "pattern" in schema:
            made = self.matching(schema["pattern"])
            if most is not None and len(made) > most:
                made = made[:most]
        elif schema.get("format") in FORMATS:
            made = random.choice(FORMATS[schema["format"]])
            if random.random() < 0.4:
                made = self.other_time(schema["format"]) or made
        elif "contentEncoding" in schema:
            made = base64.b64encode(random.randbytes(random.choice([0, 1, 2, 3, 4, 20]))).decode()
        else:
            length = random.choice([least, least + 1, most if most is not None else least + random.randint(0, 12)])
            if most is not None:
                length = min(length, most)
            made = "".join(random.choice(PLAIN) if random.random() < 0.8 else random.choice(ODD)[0] for _ in range(length))
        return made if not self.noisy() else self.near_text(made, least, most)

    def other_time(self, name):
        random = self.random
        digits = lambda n, size: str(n).zfill(size)
        date = f"{digits(random.randint(0, 9999), 4)}-{digits(random.randint(1, 12), 2)}-{digits(random.randint(1, 31), 2)}"
        time = ":".join(digits(random.choice([0, 23, 59, 60, random.randint(0, 23)]), 2) for _ in range(3))
        time += random.choice(["", "." + str(random.randint(0, 10**random.randint(1, 14)))])
        time += random.choice(["Z", "+00:00", "-23:59", "+05:30", "z", "", "+24:00", "-0800"])
        if name == "date":
            return date
        if name == "time":
            return time
        if name == "date-time":
            return date + random.choice("TTTt ") + time
        if name == "duration":
            parts = "".join(f"{random.choice([0, 1, 30, 60, 3600, 10**6])}{unit}" for unit in "DTHMS" if random.random() < 0.5)
            return "P" + re.sub("[0-9]+T", "T", parts)
        return None

    def near_text(self, made, least=0, most=None):
        random = self.random
        if not isinstance(made, str):
            return self.mutated(made)
        ways = [made + random.choice(ODD), made.upper(), made.lower(), made.swapcase(), made[:-1], made[1:], made + "\n", " " + made,
                made + made, "", made + " ", made.replace("0", "٣"), [made], None, made + "\0"]
        if made:
            at = random.randrange(len(made))
            ways += [made[:at] + random.choice(PLAIN) + made[at + 1:], made[:at] + made[at + 1:],
                     made[:at] + random.choice(ODD)[0] + made[at + 1:], made[:at] + "=" + made[at:]]
        for length in (least - 1, least, most, (most or 0) + 1):
            if length is not None and length >= 0:
                ways.append(random.choice(["x", "\U0001F600", "é"]) * length)
        return random.choice(ways)

    def make_array(self, schema, depth):
        random = self.random
        prefix = schema.get("prefixItems", [])
        least, most = schema.get("minItems", 0), schema.get("maxItems", 6)
        size = random.choice([least, most, random.randint(least, max(least, min(most, least + 4)))])
        if "items" not in schema and prefix:
            size = len(prefix)
        if depth > 5:
            size = least
        elif depth > 2:
            size = min(size, max(least, 2))
        if self.noisy():
            size = max(0, size + random.choice([-1, 1, 2]))
        items = schema.get("items", schema.get("unevaluatedItems", {"type": "integer"}))
        made = [self.value(prefix[i] if i < len(prefix) else items, depth + 1) for i in range(size)]
        if "contains" in schema and random.random() < 0.9:
            made[0:1] = [self.value(schema["contains"], depth + 1)]
        if schema.get("uniqueItems") and not self.noisy():
            kept = {text(one): one for one in made}
            made = list(kept.values())
        elif made and self.noisy():
            made.append(random.choice(made))
        return made

    def make_object(self, schema, depth):
        random = self.random
        made = {}
        parts = [schema] + [part for part in schema.get("allOf", []) if isinstance(part, dict)]
        properties = {name: part for each in parts for name, part in each.get("properties", {}).items()}
        required = {name for each in parts for name in each.get("required", [])}
        likely = random.choice([0.1, 0.5, 0.9]) if depth <= 4 else 0.05
        for name, part in properties.items():
            if name not in required and (part is False or random.random() > likely):
                continue
            if name in required and self.noisy() and random.random() < 0.3:
                continue
            made[name] = self.value(part, depth + 1)
        for name, needed in schema.get("dependentRequired", {}).items():
            for other in needed:
                if name in made and other not in made and not self.noisy():
                    made[other] = self.value(properties[other], depth + 1)
        if self.noisy():
            made[random.choice(["extra", "", "value", "Value", self.odd_text(2)])] = self.anything(depth + 1)
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            for _ in range(0 if depth > 4 else random.choice([0, 1, 2, 4])):
                made[self.key(schema.get("propertyNames", {}))] = self.value(more, depth + 1)
        if random.random() < 0.3:
            made = dict(sorted(made.items(), key=lambda _: random.random()))
        return made

    def key(self, names):
        random = self.random
        if "pattern" in names and random.random() < 0.6:
            key = str(random.choice(EDGES + list(range(-300, 300))))
        else:
            key = self.value(names, 9) if names else self.odd_text(random.randint(0, 5))
        if "pattern" in names and random.random() < 0.5 and not self.noisy():
            key = self.matching(names["pattern"])
        if self.noisy() and isinstance(key, str):
            key = random.choice(["0" + key, "+" + key, "-" + key, " " + key, key + "\n", key + ".0", key + "e0", "-0",
                                 "٣", "1_000", "0x10", "", key.upper(), key.lower(), key + "\0", str(random.choice(EDGES))])
        return key.lstrip("\x01") if isinstance(key, str) else text(key)

    # Without a schema.

    def odd_text(self, length):
        random = self.random
        return "".join(random.choice(ODD) if random.random() < 0.3 else random.choice(PLAIN) for _ in range(length))

    def anything(self, depth):
        random = self.random
        way = random.random()
        if way < 0.12:
            return random.choice([None, True, False])
        if way < 0.3:
            return spelt(random, random.choice(EDGES + list(range(-20, 20))))
        if way < 0.45:
            return number(random.choice(REALS))
        if way < 0.7 or depth > 4:
            return random.choice([self.odd_text(random.randint(0, 6)), "", "a", "true", "null", "metric", "circle", "1"])
        if way < 0.85:
            return [self.anything(depth + 1) for _ in range(random.choice([0, 1, 2, 3]))]
        names = ["value", "name", "kind", "type", "x", "id", "content", "a", self.odd_text(2)]
        return {random.choice(names): self.anything(depth + 1) for _ in range(random.choice([0, 1, 2, 3]))}

    def mutated(self, value):
        """The value, changed in one place."""
        random = self.random
        if isinstance(value, (dict, list)) and value and random.random() < 0.7:
            at = random.choice(list(value)) if isinstance(value, dict) else random.randrange(len(value))
            changed = value.copy()
            changed[at] = self.mutated(value[at])
            return changed
        ways = [lambda: None, lambda: [value], lambda: {"value": value}, lambda: self.anything(1), lambda: self.anything(3)]
        if isinstance(value, dict):
            ways += [lambda: self.without(value), lambda: {**value, "extra": 1}, lambda: {}, lambda: list(value.values()),
                     lambda: self.renamed(value), lambda: self.renamed(value), lambda: self.repeated(value)]
        elif isinstance(value, list):
            ways += [lambda: [], lambda: value[:-1], lambda: value + value[:1], lambda: value + [None],
                     lambda: value[0] if value else None, lambda: value[::-1], lambda: value + [self.anything(2)]]
        elif isinstance(value, str) and not value.startswith(NUMBER):
            ways += [lambda: self.near_text(value)] * 4
        elif isinstance(value, str):
            ways += [lambda: value[len(NUMBER):], lambda: number(random.choice(REALS)), lambda: True]
        elif isinstance(value, bool) or value is None:
            ways += [lambda: int(bool(value)), lambda: not value, lambda: str(value).lower(), lambda: ""]
        else:
            ways += [lambda: value + 1, lambda: value - 1, lambda: -value, lambda: str(value), lambda: value + 0.5, lambda: bool(value),
                     lambda: random.choice(EDGES), lambda: number(random.choice(REALS))]
        return random.choice(ways)()

    def without(self, value):
        gone = self.random.choice(list(value)) if value else None
        return {name: each for name, each in value.items() if name != gone}

    def renamed(self, value):
        if not value:
            return {"": None}
        old = self.random.choice(list(value))
        new = self.random.choice([old.upper(), old.title(), old + " ", old + "_", old[:-1], "0" + old, old + "\0", "-" + old])
        return {new if name == old else name: each for name, each in value.items()}

    def repeated(self, value):
        if not value:
            return value
        name = self.random.choice(list(value))
        return {**value, TWICE + name: self.random.choice([value[name], None, self.anything(3)])}

    def matching(self, pattern):
        """A text that the regular expression matches, as far as its parts are known here."""
        return self.match_parts(_parser.parse(pattern))

    def match_parts(self, parts):
        random = self.random
        made = ""
        for code, argument in parts:
            if code is op.LITERAL:
                made += chr(argument)
            elif code is op.IN:
                made += self.one_of(argument)
            elif code in (op.MAX_REPEAT, op.MIN_REPEAT):
                least, most, inner = argument
                for _ in range(random.choice([least, min(int(most), least + 3), random.randint(least, min(int(most), least + 3))])):
                    made += self.match_parts(inner)
            elif code is op.SUBPATTERN:
                made += self.match_parts(argument[3])
            elif code is op.BRANCH:
                made += self.match_parts(random.choice(argument[1]))
            elif code in (op.ANY, op.NOT_LITERAL):
                made += random.choice(PLAIN)
            elif code is not op.AT:
                raise ValueError(f"no text for {code} of a pattern")
        return made

    def one_of(self, choices):
        random = self.random
        if choices[0][0] is op.NEGATE:
            return random.choice(string.ascii_letters + "é\U0001F600")
        code, argument = random.choice(choices)
        if code is op.RANGE:
            return chr(random.randint(*argument))
        if code is op.CATEGORY:
            return random.choice({op.CATEGORY_DIGIT: string.digits, op.CATEGORY_SPACE: " \t\n",
                                  op.CATEGORY_WORD: string.ascii_letters + "_" + string.digits}[argument])
        return chr(argument)
