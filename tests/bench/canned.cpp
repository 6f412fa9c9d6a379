// The least that can answer `add` over a pipe: looks for the three numbers of a line, prints a canned answer around
// their sum. Reads and writes in large pieces, checks nothing: the yardstick for a server that does all the rest.
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

namespace {

double number_after(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  double value = 0;
  if (at != std::string_view::npos) std::from_chars(line.data() + at + key.size(), line.data() + line.size(), value);
  return value;
}

void append(std::string& out, double number) {
  std::array<char, 32> digits;
  out.append(digits.data(),
             std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed).ptr);
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

int main() {
  std::string in;
  std::string out;
  std::array<char, 1 << 16> chunk;
  for (ssize_t got = 0; (got = ::read(STDIN_FILENO, chunk.data(), chunk.size())) > 0;) {
    in.append(chunk.data(), static_cast<std::size_t>(got));
    std::size_t start = 0;
    for (std::size_t end = 0; (end = in.find('\n', start)) != std::string::npos; start = end + 1) {
      const std::string_view line = std::string_view(in).substr(start, end - start);
      const double sum = number_after(line, "\"a\":") + number_after(line, "\"b\":");
      out += R"({"jsonrpc":"2.0","id":)";
      append(out, number_after(line, "\"id\":"));
      out += R"(,"result":{"resultType":"complete","content":[{"type":"text","text":"{\"result\":)";
      append(out, sum);
      out += R"(}"}],"structuredContent":{"result":)";
      append(out, sum);
      out += R"(},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bench_server","version":"0.1.0"}}}})";
      out += '\n';
    }
    in.erase(0, start);
    if (!write_all(out)) return 1;
    out.clear();
  }
}
