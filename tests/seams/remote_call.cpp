#include "remote_call.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace seams {

namespace {

using mcp::json;

bool read_all(int from, void* to, std::size_t size) {
  auto* at = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t count = ::recv(from, at, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(int to, const void* from, std::size_t size) {
  const auto* at = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t count = ::send(to, at, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool send_value(int to, const json& value) {
  const std::vector<std::uint8_t> bytes = json::to_cbor(value);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  return write_all(to, &size, sizeof size) && write_all(to, bytes.data(), bytes.size());
}

std::optional<json> receive_value(int from) {
  std::uint32_t size = 0;
  if (!read_all(from, &size, sizeof size)) return std::nullopt;
  std::vector<std::uint8_t> bytes(size);
  if (!read_all(from, bytes.data(), bytes.size())) return std::nullopt;
  return json::from_cbor(bytes);
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(value_, other.value_);
  return *this;
}

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

Descriptor RemoteStore::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      Descriptor connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  Descriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path_.size() >= sizeof address.sun_path) throw std::runtime_error("the path of the socket is too long");
  std::memcpy(address.sun_path, path_.data(), path_.size());
  if (::connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("the store cannot be reached: " + std::generic_category().message(errno));
  }
  return connection;
}

void RemoteStore::put_back(Descriptor connection) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(connection));
}

json RemoteStore::call(std::string_view function, json arguments) {
  Descriptor connection = take();
  if (!send_value(connection.get(), {{"function", function}, {"arguments", std::move(arguments)}})) {
    throw std::runtime_error("the store cannot be reached");
  }
  std::optional<json> answer = receive_value(connection.get());
  if (!answer) throw std::runtime_error("the store has not answered");
  put_back(std::move(connection));
  if (answer->contains("error")) throw std::runtime_error(answer->at("error").get<std::string>());
  return std::move(answer->at("result"));
}

void RemoteFunctions::serve(int listener) {
  for (;;) {
    Descriptor client(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
    if (client.get() < 0) continue;
    std::thread([this, client = std::move(client)]() mutable { serve_client(std::move(client)); }).detach();
  }
}

void RemoteFunctions::serve_client(Descriptor client) {
  while (const std::optional<json> request = receive_value(client.get())) {
    const json response = answer(*request);
    if (response.is_null() || !send_value(client.get(), response)) return;
  }
}

json RemoteFunctions::answer(const json& request) {
  try {
    const auto found = functions_.find(request.at("function").get<std::string>());
    if (found == functions_.end()) return {{"error", "there is no function " + request.at("function").dump()}};
    return {{"result", found->second(request.at("arguments"))}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  } catch (const LostAnswer&) {
    return nullptr;
  }
}

}  // namespace seams
