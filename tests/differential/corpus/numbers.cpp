// Numbers of every width, with and without bounds. Every tool of the corpus returns what it got.
#include <mcp/mcp.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace numbers {

struct Widths {
  bool flag;
  std::int8_t i8;
  signed char schar;
  std::uint8_t u8;
  std::int16_t i16;
  std::uint16_t u16;
  std::int32_t i32;
  std::uint32_t u32;
  std::int64_t i64;
  std::uint64_t u64;
  long long longest;
  std::size_t size;
  char letter;
  float ratio;
  double exact;
};

struct Dose {
  MCP_FIELD(.minimum = 1, .maximum = 12)
  int tablets;
  MCP_FIELD(.exclusive_minimum = 0, .exclusive_maximum = 2.5)
  double grams;
  MCP_FIELD(.multiple_of = 15, .maximum = 1440)
  std::uint16_t every_minutes;
  MCP_FIELD(.minimum = -40.5, .maximum = 60)
  std::optional<float> stored_at;
  MCP_FIELD(.multiple_of = 0.25)
  double millilitres = 0.5;
};

/// Bounds where doubles are too coarse.
struct Ledger {
  MCP_FIELD(.minimum = -9007199254740993, .maximum = 9007199254740993)
  std::int64_t cents;
  MCP_FIELD(.minimum = 9223372036854775807, .exclusive_maximum = 18446744073709551615u)
  std::uint64_t serial;
  MCP_FIELD(.exclusive_minimum = 9007199254740992, .multiple_of = 2)
  std::optional<std::int64_t> beyond_doubles;
  MCP_FIELD(.maximum = 9007199254740993)
  double mass;
  MCP_FIELD(.multiple_of = 9007199254740993)
  std::int64_t huge_step = 0;
};

/// Bounds that are fractions, on integers.
struct Steps {
  MCP_FIELD(.minimum = -2.5, .maximum = 7.5)
  int within;
  MCP_FIELD(.exclusive_minimum = -3, .exclusive_maximum = 3.0)
  std::int8_t between;
  MCP_FIELD(.multiple_of = 2.5)
  long halves;
  MCP_FIELD(.multiple_of = 3)
  double thirds;
};

struct Preset {
  bool loud = true;
  int level = -3;
  double gain = 1.5;
  char key = 'c';
  std::uint64_t most = 18446744073709551615u;
  std::optional<int> trim = 4;
};

}  // namespace numbers

/// Every width at once.
MCP_TOOL()
numbers::Widths number_widths(numbers::Widths value) { return value; }

/// Yes or no.
MCP_TOOL()
bool number_bool(bool value) { return value; }

/// From -128 to 127.
MCP_TOOL()
std::int8_t number_int8(std::int8_t value) { return value; }

/// From 0 to 255.
MCP_TOOL()
unsigned char number_uint8(unsigned char value) { return value; }

/// Sixteen bits.
MCP_TOOL()
short number_int16(short value) { return value; }

/// Sixteen bits without a sign.
MCP_TOOL()
unsigned short number_uint16(unsigned short value) { return value; }

/// Thirty-two bits.
MCP_TOOL()
int number_int32(int value) { return value; }

/// Thirty-two bits without a sign.
MCP_TOOL()
unsigned number_uint32(unsigned value) { return value; }

/// Sixty-four bits.
MCP_TOOL()
long number_int64(long value) { return value; }

/// Sixty-four bits without a sign.
MCP_TOOL()
std::uint64_t number_uint64(std::uint64_t value) { return value; }

/// Single precision.
MCP_TOOL()
float number_float(float value) { return value; }

/// Double precision.
MCP_TOOL()
double number_double(double value) { return value; }

/// One letter.
MCP_TOOL()
char number_char(char value) { return value; }

/// Maybe a number.
MCP_TOOL()
std::optional<double> number_optional(std::optional<double> value) { return value; }

/// Inclusive, exclusive, multiples.
MCP_TOOL()
numbers::Dose number_dose(numbers::Dose value) { return value; }

/// Bounds of 64 bits.
MCP_TOOL()
numbers::Ledger number_ledger(numbers::Ledger value) { return value; }

/// Bounds that are no integers.
MCP_TOOL()
numbers::Steps number_steps(numbers::Steps value) { return value; }

/// Members with defaults.
MCP_TOOL()
numbers::Preset number_preset(numbers::Preset value) { return value; }

/// Constraints on a parameter.
MCP_TOOL()
int number_percent(MCP_PARAM(.minimum = 0, .maximum = 100) int value) { return value; }

/// Tenths, within a rounding error.
MCP_TOOL()
double number_tenths(MCP_PARAM(.minimum = -10, .maximum = 10, .multiple_of = 0.1) double value) { return value; }
