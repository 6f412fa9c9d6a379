// Calls of the tools of tools.cpp over HTTP, and what they must answer.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace hosts {

/// The response to a tools/call, with its head; empty if nobody answers.
inline std::string call(unsigned short port, std::string_view tool, std::string_view arguments) {
  const std::string body =
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + std::string(tool) + R"(","arguments":)" +
      std::string(arguments) +
      R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
  const std::string request =
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
      "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n"
      "Mcp-Name: " +
      std::string(tool) + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;

  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string response;
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::send(socket, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
    char part[4096];
    for (ssize_t size = 0; (size = ::recv(socket, part, sizeof part, 0)) > 0;) {
      response.append(part, static_cast<std::size_t>(size));
    }
  }
  ::close(socket);
  return response;
}

/// Says it if something that must hold does not.
inline bool check(bool holds, std::string_view what, std::string_view got = {}) {
  if (!holds) std::fprintf(stderr, "%.*s: %.*s\n", int(what.size()), what.data(), int(got.size()), got.data());
  return holds;
}

/// Whether each tool answers as it should.
inline bool all_tools_answer(unsigned short port) {
  struct Call {
    std::string_view tool, arguments, answer;
  };
  bool good = true;
  for (const Call& each :
       {Call{"echo", R"({"value":{"a":[1,2.5]}})", R"("structuredContent":{"result":{"a":[1,2.5]}})"},
        Call{"fail", R"({"text":"on purpose"})", R"("text":"on purpose"}],"isError":true)"},
        Call{"paint", R"({"colour":"#00ff7f"})", R"("text":"#00ff7f")"},
        Call{"paint", R"({"colour":"green"})", R"("isError":true)"},
        Call{"count", R"({"number":3})", R"("structuredContent":{"result":{"number":3}})"},
        Call{"count", R"({"number":"3"})", R"("isError":true)"}, Call{"later", "{}", R"("text":"later")"}}) {
    const std::string response = call(port, each.tool, each.arguments);
    good &= check(response.find(each.answer) != std::string::npos, each.tool, response);
  }
  return good;
}

}  // namespace hosts
