"""Says what a schema accepts: python3-jsonschema, but for what NORMALISED lists, and what decoders may refuse beyond it.

Nothing here knows the C++ side: the checks of formats are written from their RFCs.
"""
import datetime
import functools
import ipaddress
import json
import math
import re
import struct
from fractions import Fraction

import jsonschema
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

# Where the validator errs or validators disagree among themselves: what is done instead, and why.
NORMALISED = {
    "pattern": "Python's \\d, \\w and \\b know all of Unicode and its $ stands before a last line feed too; ECMA-262's do not",
    "patternProperties": "the same",
    "multipleOf": "Python divides as floats: exact for whole numbers here, and within a billionth of the quotient for others, "
                  "as docs/type-mapping.md says",
    "uniqueItems": "version 4.10 takes [[0], [false]] for equal in some orders of elements",
    "const": "the same for true and 1 deep inside",
    "enum": "the same",
    "unevaluatedItems": "version 4.10 throws TypeError where it means to say that items of several types are left over",
    "integers beyond 64 bits": "are the double next to them for equality and multiples, which is all that a decoder of "
                               "doubles keeps; schemas written as text are checked exactly, and reals as the shortest "
                               "texts that give them",
    "excluded": "refused whatever the schema says: numbers that a double cannot hold, names that occur twice in an object, "
                "lone surrogates; each has cases of its own among the fixed ones",
}


class Refused(ValueError):
    """A text that is refused whatever the schema says."""


def near(value):
    """A number, as the double next to it beyond 64 bits."""
    return value if isinstance(value, float) or -2**63 <= value < 2**64 else float(value)


def exact(value):
    """A number, as what it says: 3e38 is 3 and 38 zeros, whatever the double next to it is. An integer of 64 bits is
    itself, and so is one whose digits are no longer than the shortest text with an exponent, as std::to_chars has it."""
    if not isinstance(value, float):
        return value
    if value.is_integer() and (-2**63 <= value < 2**64 or len(str(int(value))) <= len(repr(value))):
        return int(value)
    return Fraction(repr(value))


def is_beyond(value):
    """Whether an integer beyond 64 bits is somewhere in it."""
    if isinstance(value, (list, dict)):
        return any(map(is_beyond, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and not -2**63 <= value < 2**64


def key_of(value, number):
    """Equal for what is equal, and hashable."""
    if isinstance(value, bool) or value is None:
        return ("word", value)
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, list):
        return ("list", *(key_of(each, number) for each in value))
    if isinstance(value, dict):
        return ("object", frozenset((name, key_of(each, number)) for name, each in value.items()))
    return value


# Reading


def _integer(digits):
    if len(digits) > 300:
        _real(digits)
    return int(digits)


def _real(digits):
    value = float(digits)
    if math.isinf(value):
        raise Refused(f"{digits[:40]} is no double")
    return value


def _object(pairs):
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Refused("a name occurs twice")
    return made


def read(text):
    """The value of a JSON text. Throws Refused."""
    return json.loads(text, parse_int=_integer, parse_float=_real, object_pairs_hook=_object)


# Formats, by their RFCs

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))")
_DURATION = re.compile(r"P(?:[0-9]+W|(?=[0-9T])(?:(?:([0-9]+)Y(?:([0-9]+)M(?:([0-9]+)D)?)?|([0-9]+)M(?:([0-9]+)D)?|([0-9]+)D)?"
                       r"(?:T(?=[0-9])(?:([0-9]+)H(?:([0-9]+)M(?:([0-9]+)S)?)?|([0-9]+)M(?:([0-9]+)S)?|([0-9]+)S))?))")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*")
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_EMAIL = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(.*)", re.S)
_UNRESERVED = r"A-Za-z0-9._~!$&'()*+,;=\-"
_URI = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*:(?://((?:[{_UNRESERVED}:]|%[0-9A-Fa-f]{{2}})*@)?"
                  rf"(\[[^\]]*\]|(?:[{_UNRESERVED}]|%[0-9A-Fa-f]{{2}})*)(?::[0-9]*)?(?=[/?#]|\Z)|(?!//))"
                  rf"(?:[{_UNRESERVED}:@/]|%[0-9A-Fa-f]{{2}})*(?:\?(?:[{_UNRESERVED}:@/?]|%[0-9A-Fa-f]{{2}})*)?"
                  rf"(?:#(?:[{_UNRESERVED}:@/?]|%[0-9A-Fa-f]{{2}})*)?")
_FUTURE = re.compile(rf"\[[vV][0-9A-Fa-f]+\.[{_UNRESERVED}:]+\]")
_UUID = re.compile("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_BASE64 = re.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?")


def date_of(text):
    """The day as days since 1970, or None."""
    found = _DATE.fullmatch(text)
    if not found:
        return None
    year, month, day = map(int, found.groups())
    try:  # datetime knows no year 0; the calendar repeats every 400 years of 146097 days
        return datetime.date(year + 400, month, day).toordinal() - datetime.date(1970, 1, 1).toordinal() - 146097
    except ValueError:
        return _date_far(year, month, day)


def _date_far(year, month, day):
    if year + 400 <= 9999:
        return None
    try:
        return datetime.date(year - 400, month, day).toordinal() - datetime.date(1970, 1, 1).toordinal() + 146097
    except ValueError:
        return None


def time_of(text):
    """Seconds since midnight in UTC, exact, or None."""
    found = _TIME.fullmatch(text)
    if not found:
        return None
    hour, minute, second = map(int, found.groups()[:3])
    if hour > 23 or minute > 59 or second > 60:
        return None
    offset = 0
    if found[5]:
        if int(found[6]) > 23 or int(found[7]) > 59:
            return None
        offset = (int(found[6]) * 60 + int(found[7])) * (60 if found[5] == "+" else -60)
    whole = hour * 3600 + minute * 60 + second - offset
    if second == 60 and whole % 86400 != 0:  # a leap second ends a day of UTC
        return None
    return whole + (Fraction("0" + found[4]) if found[4] else 0)


def instant_of(text):
    """Seconds since 1970, exact, or None."""
    if len(text) < 11 or text[10] not in "Tt":
        return None
    day, time = date_of(text[:10]), time_of(text[11:])
    return None if day is None or time is None else day * 86400 + time


def duration_of(text):
    """(seconds, whether years or months are in it), or None."""
    if not text.isascii() or not _DURATION.fullmatch(text):
        return None
    date, _, time = text[1:].partition("T")
    seconds, vague = 0, False
    for count, unit in re.findall("([0-9]+)([A-Z])", date):
        vague = vague or unit in "YM"
        seconds += int(count) * {"W": 604800, "D": 86400}.get(unit, 0)
    for count, unit in re.findall("([0-9]+)([A-Z])", time):
        seconds += int(count) * {"H": 3600, "M": 60, "S": 1}[unit]
    return seconds, vague


def _is_address(kind, text):
    try:
        return "%" not in text and text.isascii() and bool(kind(text))
    except ValueError:
        return False


def _is_uri(text):
    found = _URI.fullmatch(text)
    if not found:
        return False
    host = found[2]
    if not host or not host.startswith("["):
        return True
    return _is_address(ipaddress.IPv6Address, host[1:-1]) or bool(_FUTURE.fullmatch(host))


def _is_email(text):
    found = _EMAIL.fullmatch(text)
    return bool(found and text.isascii() and _HOST.fullmatch(found[1]))


FORMATS = {
    "date": lambda text: date_of(text) is not None,
    "time": lambda text: time_of(text) is not None,
    "date-time": lambda text: instant_of(text) is not None,
    "duration": lambda text: duration_of(text) is not None,
    "email": _is_email,
    "hostname": lambda text: bool(_HOST.fullmatch(text)),
    "ipv4": lambda text: bool(re.fullmatch("[0-9.]+", text)) and _is_address(ipaddress.IPv4Address, text),
    "ipv6": lambda text: _is_address(ipaddress.IPv6Address, text),
    "uri": _is_uri,
    "uuid": lambda text: bool(_UUID.fullmatch(text)),
}


def fits_float(value):
    try:
        struct.pack("<f", value)
    except OverflowError:
        return False
    return True


def as_float(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


# Keywords

@functools.lru_cache(None)
def _compiled(pattern):
    # An escaped dollar or one in brackets stays; the others are the end of the text and nothing else.
    out, inside, i = "", False, 0
    while i < len(pattern):
        c = pattern[i]
        if c == "\\":
            out += pattern[i:i + 2]
            i += 2
            continue
        inside = c == "[" or (inside and c != "]")
        out += r"\Z" if c == "$" and not inside else c
        i += 1
    return re.compile(out, re.ASCII)


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _whole(value):
    return int(value) == value


def is_multiple(value, of):
    if _whole(of):
        return _whole(value) and int(value) % int(of) == 0
    quotient = Fraction(value) / Fraction(of)
    return abs(quotient - round(quotient)) <= Fraction(1, 10**9) * max(1, abs(quotient))


def _pattern(validator, pattern, value, schema):
    if isinstance(value, str) and not _compiled(pattern).search(value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _pattern_properties(validator, patterns, value, schema):
    if isinstance(value, dict):
        for pattern, part in patterns.items():
            for name, each in value.items():
                if _compiled(pattern).search(name):
                    yield from validator.descend(each, part, path=name, schema_path=pattern)


def _keywords(number):
    """Those that see the values of numbers, which `number` gives."""
    def multiple_of(validator, of, value, schema):
        if _is_number(value) and not is_multiple(number(value), of):
            yield ValidationError(f"{value!r} is no multiple of {of}")

    def unique_items(validator, unique, value, schema):
        if unique and isinstance(value, list) and len({key_of(each, number) for each in value}) != len(value):
            yield ValidationError("there are equal elements")

    def const(validator, expected, value, schema):
        if key_of(expected, number) != key_of(value, number):
            yield ValidationError(f"{expected!r} was expected")

    def enum(validator, values, value, schema):
        if key_of(value, number) not in [key_of(each, number) for each in values]:
            yield ValidationError(f"{value!r} is not one of {values!r}")

    return {"multipleOf": multiple_of, "uniqueItems": unique_items, "const": const, "enum": enum}


def _format(validator, name, value, schema):
    if isinstance(value, str) and name in FORMATS:
        good = FORMATS[name](value)
    elif not _is_number(value):
        return
    elif name == "int64":
        good = -2**63 <= value < 2**63
    else:
        good = name != "float" or fits_float(value)
    if not good:
        yield ValidationError(f"{value!r} is no {name}")


def _content_encoding(validator, name, value, schema):
    if isinstance(value, str) and not _BASE64.fullmatch(value):
        yield ValidationError(f"{value!r} is no base64")


def _unevaluated_items(validator, part, value, schema):
    try:
        yield from Draft202012Validator.VALIDATORS["unevaluatedItems"](validator, part, value, schema)
    except TypeError:
        yield ValidationError("items are left over")


_EVERYWHERE = {"pattern": _pattern, "patternProperties": _pattern_properties, "unevaluatedItems": _unevaluated_items}
# For schemas written as text, where `format` asserts nothing.
Text = jsonschema.validators.extend(Draft202012Validator, {**_EVERYWHERE, **_keywords(exact)})
Plain = jsonschema.validators.extend(Draft202012Validator, {**_EVERYWHERE, **_keywords(near)})
# With what a decoder may refuse beyond the schema, where the schema has a word for it.
Strict = jsonschema.validators.extend(Plain, {"format": _format, "contentEncoding": _content_encoding})


# What a decoder may refuse and the schema has no word for, by tool.

def _ticks(text_of, unit, least, most):
    """Whole durations: no years and months, a multiple of the unit, within the type."""
    def fits(arguments):
        seconds, vague = duration_of(text_of(arguments))
        return not vague and seconds % unit == 0 and least <= seconds // unit <= most
    return fits


def _seconds(den, least, most, value_of=lambda arguments: arguments["value"]):
    """Numbers of seconds, to the nearest tick."""
    def fits(arguments):
        value = value_of(arguments)
        if value is None:
            return True
        ticks = Fraction(value) * den
        return least <= math.floor(abs(ticks) + Fraction(1, 2)) * (-1 if ticks < 0 else 1) <= most
    return fits


def _is_year_of_utc(seconds):
    return -62167219200 <= seconds < 253402300800  # 0000 to 9999: others could not be written


def _point(den, least=-2**63, most=2**63 - 1):
    def fits(arguments):
        seconds = instant_of(arguments["value"])
        return _is_year_of_utc(seconds) and least <= math.floor(seconds * den) <= most
    return fits


def _keys(least, most):
    return lambda arguments: all(least <= int(key) <= most for key in arguments["value"])


def _distinct(of):
    def fits(arguments):
        values = [of(value) for value in arguments["value"]]
        return len(set(values)) == len(values)
    return fits


def _appointment(arguments):
    value = arguments["value"]
    length = duration_of(value.get("length", "PT0S"))
    return _is_year_of_utc(instant_of(value["start"])) and not length[1] and length[0] % 60 == 0 and length[0] // 60 <= 2**63 - 1


_value = lambda arguments: arguments["value"]
BEYOND = {
    "map_int64": _keys(-2**63, 2**63 - 1),
    "map_uint64": _keys(0, 2**64 - 1),
    "set_doubles": _distinct(float),
    "set_floats": _distinct(as_float),
    "time_seconds": _ticks(_value, 1, 0, 2**63 - 1),
    "time_minutes": _ticks(_value, 60, 0, 2**63 - 1),
    "time_hours": _ticks(_value, 3600, 0, 255),
    "time_days": _ticks(_value, 86400, 0, 2**63 - 1),
    "time_milliseconds": _seconds(10**3, -2**63, 2**63 - 1),
    "time_short": _seconds(10**3, -2**15, 2**15 - 1),
    "time_nanoseconds": _seconds(10**9, -2**63, 2**63 - 1),
    "time_point": _point(10**9),
    "time_point_seconds": _point(1),
    "time_point_milliseconds": _point(10**3),
    "time_appointment": _appointment,
}


# Arguments that are not compared, by tool, and why.

def _same_doubles(arguments):
    """A list of doubles without equal elements: integers that differ may be the same double, in the result too."""
    value = arguments.get("value")
    numbers = value.get("pair_or_more") if isinstance(value, dict) else None
    if not isinstance(numbers, list) or not all(map(_is_number, numbers)):
        return False
    return len(set(map(float, numbers))) != len(set(numbers))


def _rounded_multiple(arguments):
    """An integer that is a multiple, and the double next to it, which the result has, is none."""
    value = arguments.get("value")
    thirds = value.get("thirds") if isinstance(value, dict) else None
    return _is_number(thirds) and isinstance(thirds, int) and not math.isinf(thirds) and int(float(thirds)) != thirds


EXCLUDED = {"list_limits": _same_doubles, "number_steps": _rounded_multiple}


class Judge:
    """What one tool has to accept and to answer."""

    def __init__(self, tool):
        self.name = tool["name"]
        for schema in (tool["inputSchema"], tool.get("outputSchema", {})):
            Draft202012Validator.check_schema(schema)
        raw = self.name.startswith("schema_")
        self.plain = (Text if raw else Plain)(tool["inputSchema"])
        self.input = self.plain if raw else Strict(tool["inputSchema"])
        self.output = Strict(tool["outputSchema"]) if "outputSchema" in tool else None
        if not raw:
            self.check_examples(tool["inputSchema"])

    def check_examples(self, schema):
        """Defaults and examples fit the schema that they stand in."""
        if isinstance(schema, list):
            for part in schema:
                self.check_examples(part)
        if isinstance(schema, dict):
            for value in ([schema["default"]] if "default" in schema else []) + schema.get("examples", []):
                if not self.input.evolve(schema=schema).is_valid(value):
                    raise SystemExit(f"{self.name}: {json.dumps(value)} does not fit {json.dumps(schema)}, where it stands")
            for keyword, part in schema.items():
                if keyword not in ("default", "examples", "enum", "const"):
                    self.check_examples(part)

    def filled(self, value):
        """The arguments with the schema's defaults for all that they leave out."""
        return self.fill(self.input.schema, value)

    def fill(self, schema, value):
        if "$ref" in schema:
            schema = self.input.schema["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        for alternative in schema.get("anyOf", []):
            if self.input.evolve(schema=alternative).is_valid(value):
                return self.fill(alternative, value)
        if isinstance(value, list):
            parts = schema.get("prefixItems", [])
            return [self.fill(parts[i] if i < len(parts) else schema["items"], each) for i, each in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if "properties" not in schema:
            return {name: self.fill(schema["additionalProperties"], each) for name, each in value.items()}
        filled = {}
        for name, part in schema["properties"].items():
            if name in value:
                filled[name] = self.fill(part, value[name])
            elif "default" in part:
                filled[name] = part["default"]
        return filled

    def is_excluded(self, text):
        try:
            return EXCLUDED[self.name](read(text))
        except Refused:
            return False

    def accepts(self, text):
        """(whether the tool must take the text, whether the schema accepts it)"""
        try:
            value = read(text)
        except Refused:
            return False, False
        if not self.input.is_valid(value):
            return False, None
        return self.name not in BEYOND or BEYOND[self.name](value), True

    def schema_accepts(self, text):
        try:
            return self.plain.is_valid(read(text))
        except Refused:
            return False

    def output_problem(self, value):
        if self.output is None:
            return None
        for error in self.output.iter_errors(value):
            return error.message
        return None
