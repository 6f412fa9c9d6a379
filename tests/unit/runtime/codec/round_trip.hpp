// What the tests of codecs share: from JSON text to a value and back.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include <mcp/codec/json.hpp>

#include "codec/document.hpp"

namespace testing_support {

/// The problems of decoding `json` into `to`; "" when it decodes.
template <class T>
std::string problems(const std::string& json, T& to) {
  mcp::Document document;
  if (const std::string_view wrong = document.parse_copy(json); !wrong.empty()) return "parse: " + std::string(wrong);
  mcp::Decoder decoder;
  const bool good = mcp::codec<T>::decode(document.root(), to, decoder);
  EXPECT_EQ(good, !decoder.failed()) << decoder.report();
  EXPECT_EQ(decoder.path, nullptr);
  return decoder.report();
}

template <class T>
std::string problems(const std::string& json) {
  T value{};
  return problems(json, value);
}

template <class T>
T decoded(const std::string& json) {
  T value{};
  EXPECT_EQ(problems(json, value), "");
  return value;
}

template <class T>
std::string encoded(const T& value) {
  mcp::Writer writer;
  mcp::codec<T>::encode(value, writer);
  EXPECT_EQ(writer.path, nullptr);
  return writer.failed() ? "failed: " + writer.failure() : std::string(writer.view());
}

/// What `json` becomes when it is read as a T and written again.
template <class T>
std::string round_trip(const std::string& json) {
  T value{};
  const std::string report = problems(json, value);
  return report.empty() ? encoded(value) : report;
}

}  // namespace testing_support
