// A process that has stores, or one that checks the stores of such a process.
//
//   seam_store serve              serves the listening socket that is its standard input
//   seam_store check SEAM SOCKET  checks a seam, prints its problems, and fails if there are any
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string_view>

#include "seams.hpp"

namespace {

int check(std::string_view name, const std::string& socket_path) {
  for (const seams::Seam& seam : seams::all()) {
    if (seam.name != name) continue;
    const mcp::test::CheckReport report = seam.check_remote(socket_path);
    std::cout << report.text();
    return report.passed() ? 0 : 1;
  }
  std::cout << "there is no seam " << name << '\n';
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with its test, however that ends
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "check") return check(arguments[1], arguments[2]);
  seams::Faults faults;
  seams::RemoteFunctions functions;
  functions.add("faults.set", [&](const mcp::json& wanted) { return faults.set(wanted); });
  for (const seams::Seam& seam : seams::all()) seam.add_functions(functions, faults);
  functions.serve(STDIN_FILENO);
}
