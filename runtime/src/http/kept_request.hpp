// A request that outlives the bytes it was read from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/request.hpp"

namespace mcp::protocol::http {

class KeptRequest {
 public:
  explicit KeptRequest(const Request& request);
  KeptRequest(const KeptRequest&) = delete;
  KeptRequest& operator=(const KeptRequest&) = delete;

  /// Its views live as long as this.
  [[nodiscard]] const Request& get() const noexcept { return request_; }

 private:
  std::string bytes_;
  std::vector<std::string_view> credentials_;
  std::vector<ParamField> params_;
  Request request_;
};

}  // namespace mcp::protocol::http
