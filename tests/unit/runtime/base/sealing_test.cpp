#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "base/sealing.hpp"

namespace mcp::protocol {
namespace sealing_test {

using testing::HasSubstr;
using testing::Not;

const std::string kHex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const std::string kBase64 = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const std::string kOther = "ff0102030405060708090A0B0C0D0E0F101112131415161718191a1b1c1d1e1f";

Sealer with(std::string_view keys) { return Sealer(parse_keys(keys)); }

TEST(Sealer, opens_what_it_sealed) {
  const Sealer sealer = with(kHex);
  for (const std::string& plain :
       {std::string(), std::string("a"), std::string("a\0b", 3), std::string(100'000, 'x')}) {
    const std::string sealed = sealer.seal(plain, "for whom");
    EXPECT_EQ(sealer.open(sealed, "for whom"), plain);
  }
}

TEST(Sealer, makes_text_that_fits_in_a_url) {
  const std::string sealed = Sealer::random().seal(std::string(1000, '\xff'), "");
  EXPECT_EQ(sealed.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
  EXPECT_EQ(sealed.size(), (1000 + 37) * 4 / 3 + 1);
}

TEST(Sealer, seals_the_same_text_differently_each_time) {
  const Sealer sealer = with(kHex);
  EXPECT_NE(sealer.seal("a", ""), sealer.seal("a", ""));
}

TEST(Sealer, opens_nothing_that_was_changed_anywhere) {
  const Sealer sealer = with(kHex);
  const std::vector<std::byte> sealed = from_base64url(sealer.seal("secret", "aa")).value();
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<std::byte> changed = sealed;
      changed[i] ^= std::byte{1} << bit;
      EXPECT_EQ(sealer.open(to_base64url(changed), "aa"), std::nullopt) << i;
    }
  }
}

TEST(Sealer, opens_nothing_that_was_cut_or_extended) {
  const Sealer sealer = with(kHex);
  const std::string sealed = sealer.seal("secret", "");
  for (std::size_t size = 0; size < sealed.size(); ++size) {
    EXPECT_EQ(sealer.open(sealed.substr(0, size), ""), std::nullopt) << size;
  }
  for (const std::string_view more : {"A", "AA", "AAAA", "=", "\n"}) {
    EXPECT_EQ(sealer.open(sealed + std::string(more), ""), std::nullopt) << more;
  }
}

TEST(Sealer, opens_nothing_for_somebody_else) {
  const Sealer sealer = with(kHex);
  const std::string sealed = sealer.seal("secret", "alice");
  EXPECT_EQ(sealer.open(sealed, "bob"), std::nullopt);
  EXPECT_EQ(sealer.open(sealed, ""), std::nullopt);
  EXPECT_EQ(sealer.open(sealer.seal("secret", ""), "alice"), std::nullopt);
  EXPECT_EQ(sealer.open(sealer.seal({}, {}), ""), "");
}

TEST(Sealer, opens_nothing_that_is_no_sealed_text) {
  const Sealer sealer = with(kHex);
  for (const std::string_view text :
       {"", "hello", "{}", "\xff\xff", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}) {
    EXPECT_EQ(sealer.open(text, ""), std::nullopt);
  }
}

TEST(Sealer, opens_with_any_key_and_seals_with_the_first) {
  const Sealer old = with(kHex);
  const Sealer between = with(kOther + "," + kHex);
  const Sealer fresh = with(kOther);
  EXPECT_EQ(between.open(old.seal("a", ""), ""), "a");
  EXPECT_EQ(fresh.open(between.seal("a", ""), ""), "a");
  EXPECT_EQ(old.open(between.seal("a", ""), ""), std::nullopt);
  EXPECT_EQ(fresh.open(old.seal("a", ""), ""), std::nullopt);
}

TEST(Sealer, of_the_same_key_opens_what_another_sealed) {
  EXPECT_EQ(with(kHex).open(with(kBase64).seal("a", "b"), "b"), "a");
}

TEST(Sealer, with_a_random_key_is_alone) {
  const Sealer one = Sealer::random();
  const Sealer two = Sealer::random();
  EXPECT_EQ(two.open(one.seal("a", ""), ""), std::nullopt);
  EXPECT_EQ(one.open(one.seal("a", ""), ""), "a");
}

TEST(Sealer, needs_a_key) { EXPECT_THROW(Sealer(std::vector<SealingKey>()), std::invalid_argument); }

TEST(Sealer, can_be_moved) {
  Sealer one = with(kHex);
  const std::string sealed = one.seal("a", "");
  const Sealer two = std::move(one);
  EXPECT_EQ(two.open(sealed, ""), "a");
}

std::string refused(std::string_view text) {
  try {
    (void)parse_keys(text);
    return "";
  } catch (const std::invalid_argument& problem) {
    return problem.what();
  }
}

TEST(SealingKeys, are_hexadecimal_or_base64_of_either_alphabet) {
  const SealingKey key = parse_keys(kHex).at(0);
  EXPECT_EQ(to_hex(key), kHex);
  EXPECT_EQ(parse_keys(kBase64).at(0), key);
  EXPECT_EQ(parse_keys(kBase64.substr(0, 43)).at(0), key);
  EXPECT_EQ(parse_keys("-_-_" + kBase64.substr(4)), parse_keys("+/+/" + kBase64.substr(4)));
  EXPECT_EQ(to_hex(parse_keys(kOther).at(0)).substr(0, 2), "ff");
}

TEST(SealingKeys, stand_on_lines_or_between_commas) {
  const std::vector<SealingKey> both = {parse_keys(kHex).at(0), parse_keys(kOther).at(0)};
  EXPECT_EQ(parse_keys(kHex + "\n" + kOther), both);
  EXPECT_EQ(parse_keys(kHex + "," + kOther), both);
  EXPECT_EQ(parse_keys("# new\r\n\r\n  " + kHex + "  # since May\r\n\t" + kOther + ",\r\n# end"), both);
}

TEST(SealingKeys, that_are_none_are_refused_without_showing_them) {
  EXPECT_EQ(refused(kHex + "\n" + kHex.substr(1)),
            "line 2: a key of 63 characters is neither 64 hexadecimal digits nor the base64 of 32 bytes; "
            "`openssl rand -hex 32` makes a key");
  for (const std::string& bad : {kHex + "0", "g" + kHex.substr(1), "0x" + kHex.substr(2), kBase64 + "=",
                                 kBase64.substr(1), std::string("hunter2secret")}) {
    EXPECT_THAT(refused(bad), HasSubstr("line 1: a key of " + std::to_string(bad.size()) + " characters"));
    EXPECT_THAT(refused(bad), Not(HasSubstr(bad.substr(0, 6))));
  }
}

TEST(SealingKeys, that_are_no_secret_are_refused) {
  EXPECT_THAT(refused(std::string(64, '0')), HasSubstr("line 1: a key with 32 times the same byte is no secret"));
}

TEST(SealingKeys, are_at_least_one) {
  for (const std::string_view text : {"", "\n\n", "# none\n", " , ,"}) {
    EXPECT_EQ(refused(text), "there is no key; `openssl rand -hex 32` makes one") << text;
  }
}

}  // namespace sealing_test
}  // namespace mcp::protocol
