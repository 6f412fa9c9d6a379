"""Cases that always run first, one by one: what once differed, and what the judge has no word for.

(tool, the text of the arguments, whether the tool takes them; None: what the judge says)
"""


def _nested(levels):
    return "[" * levels + "]" * levels


FIXED = [
    # A struct before that of its member, in the order of their names: its decoder was null.
    ("argument_several", '{"item":"tea","at":{"x":1}}', True),
    ("argument_several", '{"item":"tea","at":{"y":1}}', False),
    # The quotient is beyond doubles.
    ("number_dose", '{"value":{"tablets":1,"grams":1,"every_minutes":15,"millilitres":1e308}}', True),
    ("number_dose", '{"value":{"tablets":1,"grams":1,"every_minutes":15,"millilitres":0.3}}', False),
    # In year 10000 of UTC, and before year 0: could not be written.
    ("time_point_seconds", '{"value":"9999-12-31T23:59:59-00:01"}', False),
    ("time_point_seconds", '{"value":"0000-01-01T00:00:00+00:01"}', False),
    ("time_point_seconds", '{"value":"9999-12-31T23:59:59+00:01"}', True),
    # The sign of a zero was lost when it came back.
    ("number_double", '{"value":-0.0}', True),
    ("text_json", '{"value":[-0.0,{"a":-0.0}]}', True),
    # Empty, though the default is not: came back as the default.
    ("number_preset", '{"value":{"trim":null}}', True),
    # Numbers that a double cannot hold, names that occur twice: refused whatever the schema says.
    ("number_double", '{"value":1e400}', False),
    ("number_double", '{"value":-1e400}', False),
    ("text_json", '{"value":1e400}', False),
    ("schema_any", '{"a":[1e400]}', False),
    ("map_text", '{"value":{"a":1,"a":1}}', False),
    ("text_json", '{"value":{"a":1,"a":1}}', False),
    ("schema_any", '{"a":1,"a":1}', False),
    ("number_bool", '{"value":true,"value":true}', False),
    # 64 bits.
    ("number_int64", '{"value":9223372036854775807}', True),
    ("number_int64", '{"value":9223372036854775808}', False),
    ("number_int64", '{"value":-9.223372036854775808e18}', True),
    ("number_uint64", '{"value":18446744073709551615}', True),
    ("number_uint64", '{"value":18446744073709551616}', False),
    ("number_uint64", '{"value":-1}', False),
    ("number_double", '{"value":123456789012345678901234567890123456789}', True),
    ("map_int64", '{"value":{"-9223372036854775808":true}}', True),
    ("map_int64", '{"value":{"9223372036854775808":true}}', False),
    ("number_ledger", '{"value":{"cents":9007199254740993,"serial":9223372036854775807,"mass":9007199254740993}}', True),
    ("number_ledger", '{"value":{"cents":9007199254740994,"serial":9223372036854775807,"mass":0}}', False),
    ("number_ledger", '{"value":{"cents":0,"serial":18446744073709551615,"mass":0}}', False),
    # Schemas written as text are exact beyond 64 bits: a multiple of 3, whose double is none.
    ("schema_table", '{"one":-9223372036854775809}', True),
    ("schema_table", '{"one":-9223372036854775808}', False),
    # So are reals: a multiple of 3 and of 5, though the double next to it is none of 3; a multiple of 5 alone.
    ("schema_table", '{"one":3.4028235e38}', False),
    ("schema_table", '{"one":3.4028236e38}', True),
    ("schema_table", '{"one":1.8446744073709552e19}', False),
    # Integers that differ and are the same double; variants of integers.
    ("set_doubles", '{"value":[9007199254740992,9007199254740993]}', False),
    ("variant_integers", '{"value":-9223372036854775809}', False),
    # Code points, not bytes and not UTF-16.
    ("text_contact", '{"value":{"name":"\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600","code":"NO12"}}', True),
    ("text_contact", '{"value":{"name":"\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00x","code":"NO12"}}',
     False),
    # A line feed behind what a pattern ends with, digits of another script.
    ("text_contact", '{"value":{"name":"a","code":"NO12\\n"}}', False),
    ("text_contact", '{"value":{"name":"a","code":"NO\u0663\u0663"}}', False),
    ("number_char", '{"value":"\\u0000"}', True),
    ("number_char", '{"value":"\u00e9"}', False),
    # Deep, and wide.
    ("text_json", '{"value":' + _nested(900) + "}", True),
    ("set_texts", '{"value":[' + ",".join(f'"{i}"' for i in range(20000)) + "]}", True),
    ("set_texts", '{"value":[' + ",".join(f'"{i % 19999}"' for i in range(20000)) + "]}", False),
    # One after the other.
    ("argument_lucky", '{"first":1,"third":2}', False),
    ("argument_lucky", '{"first":1,"second":2}', True),
    ("argument_headers", '{"region":"eu","shard":null}', False),
]

# Not JSON that may be read at all: the answer is an error of the protocol or of the tool, never a result.
UNREADABLE = [
    ("text_json", '{"value":"\\ud800"}'),
    ("text_json", '{"value":{"\\udc00\\ud800":1}}'),
    ("text_block", '{"value":"\\ud83dx"}'),
    ("text_json", '{"value":' + _nested(1100) + "}"),
    ("text_json", '{"value":01}'),
    ("text_json", '{"value":+1}'),
    ("text_json", '{"value":.5}'),
    ("text_json", '{"value":1.}'),
    ("text_json", '{"value":NaN}'),
    ("text_json", '{"value":-Infinity}'),
    ("text_json", '{"value":"\t"}'),
    ("text_json", '{"value":[1,]}'),
    ("text_json", "[1]"),
    ("number_bool", '"text"'),
    ("number_bool", "null"),
]
