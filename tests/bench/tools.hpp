// The types of the benchmarked tools, shared with the hand-written way that they are measured against.
#pragma once

#include <mcp/annotations.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

struct Order {
  std::string customer;
  std::string product;
  std::int32_t quantity;
  double price;
  bool express = false;
  std::vector<std::string> tags;
  std::optional<std::string> note;
};

struct Receipt {
  std::string number;
  std::string customer;
  std::int32_t quantity;
  double total;
  bool express;
  std::vector<std::string> tags;
  std::optional<std::string> note;
};

}  // namespace bench
