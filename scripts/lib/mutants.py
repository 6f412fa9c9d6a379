"""Makes mutants of the sources of some rooms: small changes, each of which a test should notice.

All mutants stand in one copy of the sources (mutant schemata): each is chosen at run time by the environment variable
MCP_MUTANT, so that one build serves for all. The changes are made line by line, in code as clang-format lays it out."""
import pathlib
import random
import re

# The rooms that hold invariants, and where their sources are.
ROOMS = {
    "codec": "runtime/src/codec", "registry": "runtime/src/registry", "spec": "spec/src", "jsonrpc": "runtime/src/jsonrpc",
    "calls": "runtime/src/calls", "mrtr": "runtime/src/mrtr", "session": "runtime/src/session",
    "http": "runtime/src/http", "model": "generator/model",
}

HEADER = """// Chooses the mutant that runs; written by scripts/mutate.
#pragma once
#include <cstdlib>
#include <type_traits>

#include <fcntl.h>
#include <unistd.h>

namespace mcp_mutation {

struct Choice {
  int chosen = std::getenv("MCP_MUTANT") == nullptr ? -1 : std::atoi(std::getenv("MCP_MUTANT"));
  const char* file = std::getenv("MCP_MUTANTS_REACHED");
  unsigned char reached[4096] = {};
};
inline Choice& choice() {
  static Choice* const one = new Choice;  // never destroyed: servers end in many ways
  return *one;
}
/// Reached is what a process has run when it ends or dies: each first time is written at once.
inline void note(int mutant) {
  Choice& all = choice();
  if (all.file == nullptr || __atomic_exchange_n(&all.reached[mutant], 1, __ATOMIC_RELAXED) != 0) return;
  const int file = ::open(all.file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  char line[16];
  int size = 0;
  for (int rest = mutant; rest != 0 || size == 0; rest /= 10) line[size++] = static_cast<char>('0' + rest % 10);
  for (int i = 0; i < size / 2; ++i) { const char c = line[i]; line[i] = line[size - 1 - i]; line[size - 1 - i] = c; }
  line[size++] = '\\n';
  if (file < 0 || ::write(file, line, static_cast<unsigned>(size)) != size) std::abort();
  ::close(file);
}
/// Whether this mutant runs. Never while a constant is evaluated.
[[nodiscard]] constexpr bool is(int mutant) {
  if (std::is_constant_evaluated()) return false;
  note(mutant);
  return choice().chosen == mutant;
}

enum class Order { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };

// `a < b` becomes `a < instead<id, Less, LessEqual> > b`: the same precedence, and no need to know where a and b end.
template <int kId, Order kPlain, Order kOther>
struct Instead {};
template <int kId, Order kPlain, Order kOther>
inline constexpr Instead<kId, kPlain, kOther> instead{};

template <Order kOrder, class A, class B>
constexpr bool ordered(const A& a, const B& b) {
  if constexpr (kOrder == Order::Less) return a < b;
  else if constexpr (kOrder == Order::LessEqual) return a <= b;
  else if constexpr (kOrder == Order::Greater) return a > b;
  else if constexpr (kOrder == Order::GreaterEqual) return a >= b;
  else if constexpr (kOrder == Order::Equal) return a == b;
  else return a != b;
}

template <int kId, Order kPlain, Order kOther, class A>
struct Left {
  const A& a;
};
template <int kId, Order kPlain, Order kOther, class A>
constexpr Left<kId, kPlain, kOther, A> operator<(const A& a, Instead<kId, kPlain, kOther>) { return {a}; }
template <int kId, Order kPlain, Order kOther, class A, class B>
constexpr bool operator>(Left<kId, kPlain, kOther, A> left, const B& b) {
  return is(kId) ? ordered<kOther>(left.a, b) : ordered<kPlain>(left.a, b);
}
template <int kId, Order kPlain, Order kOther, class A>
constexpr Left<kId, kPlain, kOther, A> operator==(const A& a, Instead<kId, kPlain, kOther>) { return {a}; }
template <int kId, Order kPlain, Order kOther, class A, class B>
constexpr bool operator!=(Left<kId, kPlain, kOther, A> left, const B& b) {
  return is(kId) ? ordered<kOther>(left.a, b) : ordered<kPlain>(left.a, b);
}

}  // namespace mcp_mutation
"""

ORDERS = {"<": ("Less", "LessEqual"), "<=": ("LessEqual", "Less"), ">": ("Greater", "GreaterEqual"),
          ">=": ("GreaterEqual", "Greater"), "==": ("Equal", "NotEqual"), "!=": ("NotEqual", "Equal")}


class Mutant:
    """A change of one line: `text` with the number of the mutant in place of @."""

    def __init__(self, room, path, line, begin, end, text, what):
        self.room, self.path, self.line, self.begin, self.end = room, path, line, begin, end
        self.text, self.what = text, what
        self.number = None
        self.source = ""  # the line as it was

    def key(self):
        return f"{self.path}: {self.source} [{self.what}]"


def masked(text):
    """The text with the contents of comments, literals and directives blanked, so that positions stay."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
                         r'|^[ ]*#(?:\\\n|[^\n])*', re.S | re.M)
    blank = lambda found: re.sub(r"[^\n]", "\x01", found.group())
    return pattern.sub(blank, re.sub(r"(?<=\d)'(?=\d)", "_", text))


def inside_functions(lines):
    """For each line, whether it begins in the body of a function: every brace around it opens a body."""
    stack, inside, head = [], [], ""
    for line in lines:
        inside.append(any(stack))
        if line.startswith(("#", "\x01")) and not any(stack):
            continue
        for c in line:
            if c == "{":
                is_scope = re.search(r"\b(namespace|struct|class|enum|union|extern)\b[^()=]*$", head) is not None
                is_body = not is_scope and re.search(r"(\)|\belse|\bdo|\btry|const|noexcept|override)\s*$|->[^;{}=]*$",
                                                     head) is not None
                stack.append(is_body or (any(stack) and not is_scope))
                head = ""
            elif c == "}":
                if stack:
                    stack.pop()
                head = ""
            elif c == ";":
                head = ""
            else:
                head += c
        head += " "
    return inside


def closing(line, at):
    """The position behind the bracket that closes the one at `at`; None: it is on another line."""
    depth = 0
    for i in range(at, len(line)):
        if line[i] in "([{":
            depth += 1
        elif line[i] in ")]}":
            depth -= 1
            if depth == 0:
                return i + 1
    return None


def operands(condition):
    """The operands of && or || at the top of a condition, if it has one kind alone; else nothing."""
    depth, cuts, kinds = 0, [], set()
    for i, c in enumerate(condition):
        depth += (c in "([{") - (c in ")]}")
        if depth == 0 and condition[i:i + 2] in ("&&", "||"):
            cuts.append(i)
            kinds.add(condition[i:i + 2])
        if depth == 0 and c in "?;=" and condition[i - 1:i + 2].strip("=<>!&|? ") == c:
            return [], None
    if len(kinds) != 1:
        return [], None
    begins = [0] + [cut + 2 for cut in cuts]
    ends = cuts + [len(condition)]
    return list(zip(begins, ends)), kinds.pop()


def mutants_of(room, path, text):
    """All mutants of a source."""
    lines, plain = text.split("\n"), masked(text).split("\n")
    inside = inside_functions(plain)
    found = []

    def add(number, begin, end, change, what):
        mutant = Mutant(room, path, number, begin, end, change, what)
        mutant.source = lines[number].strip()
        found.append(mutant)

    for number, line in enumerate(plain):
        code = line.strip()
        if not inside[number] or not code or re.search(r"\b(static_assert|constexpr|template|using|case)\b", line):
            continue
        whole = lines[number]
        for match in re.finditer(r" (<|<=|>|>=|==|!=) (?=\S)", line):
            plain_order, other = ORDERS[match.group(1)]
            opening, shut = ("<", ">") if match.group(1) in ("<", "<=", ">", ">=") else ("==", "!=")
            name = (f"::mcp_mutation::instead<@, ::mcp_mutation::Order::{plain_order}, "
                    f"::mcp_mutation::Order::{other}>")
            swap = {"Less": "<", "LessEqual": "<=", "Greater": ">", "GreaterEqual": ">=", "Equal": "==", "NotEqual": "!="}
            add(number, match.start(), match.end(), f" {opening} {name} {shut} ",
                f"{match.group(1)} at {match.start() + 1} is {swap[other]}")
        for match in re.finditer(r"\b(if|while) \(", line):
            end = closing(line, match.end() - 1)
            if end is None:
                continue
            begin, last = match.end(), end - 1
            condition = line[begin:last]
            if ";" in condition or re.match(r"(const\b|auto\b|[\w:<>]+\*? \w+ =)", condition) or " = " in condition:
                continue
            original = whole[begin:last]
            if match.group(1) == "if":
                add(number, begin, last, f"::mcp_mutation::is(@) != static_cast<bool>({original})", "the condition is negated")
            parts, kind = operands(condition)
            for index in range(len(parts)):
                kept = [original[a:b].strip() for i, (a, b) in enumerate(parts) if i != index]
                add(number, begin, last, f"::mcp_mutation::is(@) ? ({f' {kind} '.join(kept)}) : ({original})",
                    f"operand {index + 1} of {kind} is left out")
        for match in re.finditer(r"\breturn (true|false);", line):
            right = "!::mcp_mutation::is(@)" if match.group(1) == "true" else "::mcp_mutation::is(@)"
            add(number, match.start(1), match.end(1), right, f"{match.group(1)} is the other")
        for match in re.finditer(r"(?<=[+\-] )(\d+)\b(?![.'\w])", line):
            add(number, match.start(1), match.end(1), f"({match.group(1)} + (::mcp_mutation::is(@) ? 1 : 0))",
                f"{match.group(1)} at {match.start(1) + 1} is one more")
        before = next((plain[i].strip().rstrip("\x01 ") for i in range(number - 1, -1, -1)
                       if plain[i].strip("\x01 ")), "")
        is_statement = before.endswith((";", "{", "}")) and code.endswith(";")
        if is_statement and re.match(r"(\+\+|--|\*|[\w:.\->\[\]()]+(\(| [+\-|&]?= |\+\+;|--;))", code) and not re.match(
                r"(return|co_|throw|delete|goto|else|for|do|using|static|auto|const|break|continue|~?\w+(::\w+)*[*&]* \w+)\b",
                code):
            begin = len(line) - len(line.lstrip())
            last = len(line.rstrip("\x01 "))
            add(number, begin, last, f"if (!::mcp_mutation::is(@)) {{ {whole[begin:last]} }}", "the statement is left out")
        if is_statement or re.search(r"\) (break|continue);$", code):
            for match in re.finditer(r"\b(break|continue);", line):
                add(number, match.start(), match.end(), f"{{ if (!::mcp_mutation::is(@)) {match.group()} }}",
                    f"{match.group(1)} is left out")
    return found


def sample(root, rooms, count, seed):
    """A seeded sample: as many mutants of each room, as far as it has them, and no two on one line."""
    choice = random.Random(seed)
    by_room = {}
    for room in rooms:
        every = []
        for path in sorted(pathlib.Path(root, ROOMS[room]).glob("*.cpp")):
            every += mutants_of(room, str(path.relative_to(root)), path.read_text())
        choice.shuffle(every)
        lines, by_room[room] = set(), []
        for mutant in every:
            if (mutant.path, mutant.line) not in lines:
                lines.add((mutant.path, mutant.line))
                by_room[room].append(mutant)
    chosen = []
    while len(chosen) < count and any(by_room.values()):
        for room in rooms:
            if by_room[room] and len(chosen) < count:
                chosen.append(by_room[room].pop(0))
    chosen.sort(key=lambda mutant: (mutant.path, mutant.line))
    for number, mutant in enumerate(chosen):
        mutant.number = number
    return chosen


def write(root, mutants):
    """Writes the sources below `root` with these mutants in them."""
    by_path = {}
    for mutant in mutants:
        by_path.setdefault(mutant.path, []).append(mutant)
    for path, each in by_path.items():
        file = pathlib.Path(root, path)
        lines = file.read_text().split("\n")
        for mutant in each:
            line = lines[mutant.line]
            change = mutant.text.replace("@", str(mutant.number))
            lines[mutant.line] = line[:mutant.begin] + change + line[mutant.end:]
        up = "../" * path.count("/")
        file.write_text(f'#include "{up}mcp_mutation.hpp"\n' + "\n".join(lines))
