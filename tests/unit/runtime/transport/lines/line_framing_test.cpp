#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "codec/document.hpp"
#include "transport/lines/line_framing.hpp"

namespace mcp::transport {
namespace line_framing_test {

using Lines = std::vector<std::string>;

/// The lines of `input`, read `chunk` bytes at a time; "!" stands for one that was too long.
Lines read_lines(std::string_view input, std::size_t chunk, std::size_t max_line, bool finish = true) {
  LineFraming framing(max_line);
  Lines lines;
  const auto drain = [&] {
    std::string_view line;
    for (auto event = framing.next(line); event != LineFraming::Event::NeedBytes; event = framing.next(line)) {
      const bool whole = event == LineFraming::Event::Line;
      lines.push_back(whole ? std::string(line) : "!");
      // The padding is ours to read.
      if (whole) {
        EXPECT_GE(std::count(line.data(), line.data() + line.size() + kJsonPadding, 'x'), 0);
      }
    }
  };
  while (!input.empty()) {
    const auto room = framing.room();
    const std::size_t size = std::min({room.size(), chunk, input.size()});
    std::copy_n(input.data(), size, room.data());
    framing.filled(size);
    input.remove_prefix(size);
    drain();
  }
  if (finish) {
    framing.finish();
    drain();
  }
  return lines;
}

TEST(LineFraming, cuts_at_line_feeds_and_drops_carriage_returns_and_blank_lines) {
  EXPECT_EQ(read_lines("one\ntwo\r\n\n \t\r\nthree\n", 100, 10), (Lines{"one", "two", "three"}));
}

TEST(LineFraming, takes_a_last_line_without_end_when_the_stream_ends) {
  EXPECT_EQ(read_lines("one\ntwo", 100, 10), (Lines{"one", "two"}));
  EXPECT_EQ(read_lines("one\ntwo", 100, 10, false), (Lines{"one"}));
  EXPECT_EQ(read_lines("one\n", 100, 10), (Lines{"one"}));
  EXPECT_EQ(read_lines("", 100, 10), (Lines{}));
}

TEST(LineFraming, gives_the_same_lines_for_chunks_of_any_size) {
  std::string input;
  Lines expected;
  for (std::size_t size = 1; size < 300; size += 7) {
    expected.push_back(std::string(size, static_cast<char>('a' + size % 26)));
    input += expected.back() + "\n";
  }
  for (std::size_t chunk = 1; chunk < 400; ++chunk) ASSERT_EQ(read_lines(input, chunk, 400), expected) << chunk;
}

TEST(LineFraming, reports_a_line_that_is_too_long_once_and_goes_on) {
  const std::string input = "before\n" + std::string(1000, 'x') + "\nafter\n";
  for (const std::size_t chunk : {1U, 2U, 7U, 99U, 100U, 101U, 2000U}) {
    EXPECT_EQ(read_lines(input, chunk, 100), (Lines{"before", "!", "after"})) << chunk;
  }
}

TEST(LineFraming, draws_the_limit_exactly) {
  const std::string just(100, 'x');
  for (const std::size_t chunk : {1U, 50U, 1000U}) {
    EXPECT_EQ(read_lines(just + "\n", chunk, 100), (Lines{just})) << chunk;
    EXPECT_EQ(read_lines(just + "\r\n", chunk, 100), (Lines{just})) << chunk;
    EXPECT_EQ(read_lines(just, chunk, 100), (Lines{just})) << chunk;
    EXPECT_EQ(read_lines(just + "x\n", chunk, 100), (Lines{"!"})) << chunk;
    EXPECT_EQ(read_lines(just + "x", chunk, 100), (Lines{"!"})) << chunk;
  }
}

TEST(LineFraming, grows_for_long_lines_and_stays_bounded_for_endless_ones) {
  const std::string line(3 << 20, 'x');
  EXPECT_EQ(read_lines(line + "\nend\n", LineFraming::kChunk, 4 << 20), (Lines{line, "end"}));

  LineFraming framing(1 << 20);
  std::size_t most = 0;
  std::size_t too_long = 0;
  std::string_view ignored;
  for (int i = 0; i < 1000; ++i) {
    const auto room = framing.room();
    most = std::max(most, room.size());
    std::fill(room.begin(), room.end(), 'x');
    framing.filled(room.size());
    while (framing.next(ignored) == LineFraming::Event::TooLong) ++too_long;
  }
  EXPECT_EQ(too_long, 1U);
  EXPECT_LE(most, std::size_t{2} << 20);
}

TEST(LineFraming, always_offers_room) {
  LineFraming framing(10);
  std::string_view ignored;
  for (int i = 0; i < 100000; ++i) {
    const auto room = framing.room();
    ASSERT_FALSE(room.empty());
    room[0] = i % 7 == 0 ? '\n' : 'x';
    framing.filled(1);
    while (framing.next(ignored) != LineFraming::Event::NeedBytes) {
    }
  }
}

}  // namespace line_framing_test
}  // namespace mcp::transport
