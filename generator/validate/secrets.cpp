#include "validate/secrets.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include <mcp/spec/text.hpp>

namespace mcpgen {

namespace {

/// The words of a text, in lower case: "cardNumber" has two.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool is_inside = false;
  bool was_lower = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_word = byte >= 0x80 || std::isalnum(byte) != 0;
    const bool is_upper = byte < 0x80 && std::isupper(byte) != 0;
    if (is_word && (!is_inside || (is_upper && was_lower))) words.emplace_back();
    if (is_word) words.back() += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    is_inside = is_word;
    was_lower = is_word && !is_upper;
  }
  return words;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  static constexpr auto kParts = std::to_array<std::string_view>(
      {"password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key", "credential",
       "private_key", "privatekey", "access_key", "accesskey"});
  const std::string lower = mcp::spec::lower_case(name);
  return std::ranges::any_of(kParts, [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

bool speaks_of_secret(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"password", "passwords", "passwd",     "passcode",    "passphrase", "secret", "secrets", "token",
       "tokens",   "apikey",    "credential", "credentials", "pin",        "cvv",    "cvc",     "otp",
       "totp",     "hotp",      "pwd",        "iban",        "ssn",        "cvv2",   "cvc2"});
  struct Pair {
    std::string_view first;
    std::string_view second;
  };
  static constexpr auto kPairs = std::to_array<Pair>(
      {{"api", "key"},         {"access", "key"},      {"private", "key"},       {"card", "number"},
       {"credit", "card"},     {"debit", "card"},      {"security", "code"},     {"security", "number"},
       {"social", "security"}, {"bank", "account"},    {"verification", "code"}, {"authentication", "code"},
       {"recovery", "code"},   {"recovery", "phrase"}, {"backup", "code"},       {"seed", "phrase"},
       {"pass", "phrase"},     {"pass", "code"},       {"pass", "word"},         {"ssh", "key"},
       {"signing", "key"},     {"encryption", "key"}});
  const std::vector<std::string> words = words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::ranges::find(kWords, words[i]) != kWords.end()) return true;
    if (i + 1 == words.size()) break;
    for (const Pair& pair : kPairs) {
      if (words[i] == pair.first && words[i + 1] == pair.second) return true;
    }
  }
  return false;
}

bool is_secret_field(std::string_view name) {
  if (is_secret_name(name) || speaks_of_secret(name)) return true;
  // `pass`, `user_pass`, `dbPass`; a `boarding_pass_number` is none, and neither is a "pass" of a text.
  static constexpr auto kLastWords = std::to_array<std::string_view>({"pass", "pw", "passkey", "mfa", "2fa"});
  const std::vector<std::string> words = words_of(name);
  if (words.empty() || (words.size() > 1 && words[words.size() - 2] == "boarding")) return false;
  return std::ranges::find(kLastWords, words.back()) != kLastWords.end();
}

}  // namespace mcpgen
