// A buffer for what is built before it goes out.
#pragma once

#include <cstddef>
#include <optional>

#include <mcp/codec/writer.hpp>

namespace mcp::detail {

/// Where structured content is built before it goes out twice. One a thread, so that its memory is reused, unless
/// there is much of it: an idle thread keeps no big buffers.
class Scratch {
 public:
  Scratch() {
    if (!writer()) writer().emplace();
    writer()->clear();
  }
  ~Scratch() {
    if (writer()->size() > kKept) writer().reset();
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  Writer& operator*() const noexcept { return *writer(); }

 private:
  static constexpr std::size_t kKept = std::size_t{1} << 20;

  static std::optional<Writer>& writer() noexcept {
    thread_local std::optional<Writer> writer;
    return writer;
  }
};

}  // namespace mcp::detail
