#include <mcp/spec/formats.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace formats_test {

using detail::Format;

struct FormatCase {
  Format format;
  std::vector<std::string> good;
  std::vector<std::string> bad;
};

TEST(Formats, say_what_a_text_looks_like) {
  const std::string label(63, 'a');
  const FormatCase cases[] = {
      {Format::Date, {"2024-02-29"}, {"2023-02-29", "", "2024-2-29", "2024-02-29T00:00:00Z"}},
      {Format::DateTime,
       {"2024-02-29T12:00:00Z", "2024-02-29T12:00:00.5+01:00", "2016-12-31T23:59:60Z"},
       {"2024-02-29", "2024-02-29T12:00:00", "2024-02-29T25:00:00Z"}},
      {Format::Time, {"12:00:00Z", "23:59:60Z", "12:00:00.25-08:00"}, {"12:00:00", "12:00Z", "24:00:00Z", "12:00:60Z"}},
      {Format::Duration, {"P1Y2M3DT4H5M6S", "P2W", "PT1M"}, {"P", "P1Y1D", "PT1H1S", "1D", "P1DT"}},
      {Format::Email,
       {"a@b", "first.last+tag@mail.example.org", "o'neil@example.com", "!#$%&'*+/=?^_`{|}~-@x.y"},
       {"", "@", "a@", "@b", "a b@c", "a@b@c", ".a@b", "a.@b", "a..b@c", "a@-b", "a@b_c", "ä@b", "\"a\"@b",
        std::string(65, 'a') + "@b"}},
      {Format::Hostname,
       {"a", "example.org", "1.2", "xn--nxasmq6b", label + "." + label, "A-b.C"},
       {"", ".", "a.", ".a", "a..b", "-a", "a-", "a-.b", "a_b", "ä", label + "a", "a b",
        label + "." + label + "." + label + "." + label}},
      {Format::Ipv4,
       {"0.0.0.0", "255.255.255.255"},
       {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "0x1.2.3.4", std::string("1.2.3.4\0", 8)}},
      {Format::Ipv6,
       {"::", "::1", "2001:db8::8:800:200c:417a", "::ffff:1.2.3.4"},
       {"", ":", ":::", "1::2::3", "12345::", "fe80::1%eth0", "::1 ", "1:2:3:4:5:6:7", "[::1]"}},
      {Format::Uri,
       {"http://example.org", "https://user:pw@[::1]:8080/a/b?q=1&r=%20#frag", "urn:isbn:0451450523", "mailto:a@b",
        "file:///tmp/x", "x:", "http://[v1.a:b]/", "tel:+1-816-555-1212", "http://a/?/?#/?"},
       {"", "example.org", "//example.org/a", "/a", "1http://x", "http://a b", "http://a/%zz", "http://a/%2",
        "http://a/ä", "http://[::1", "http://[1.2.3.4]/", "http://a:8x/", "http://a/#b#c", "http://a/[b]",
        "http://a\\b", ":a", "http://a/<b>"}},
      {Format::Uuid,
       {"123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000",
        "ABCDEF01-2345-6789-abcd-ef0123456789"},
       {"", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400",
        "g23e4567-e89b-12d3-a456-426614174000", "{123e4567-e89b-12d3-a456-426614174000}"}},
  };
  for (const FormatCase& test : cases) {
    for (const std::string& good : test.good) EXPECT_TRUE(has_format(good, test.format)) << good;
    for (const std::string& bad : test.bad) EXPECT_FALSE(has_format(bad, test.format)) << bad;
  }
  EXPECT_EQ(std::size(cases), kFormats.size()) << "all of them";
  EXPECT_TRUE(has_format("", Format::None));
}

TEST(Formats, have_names_in_both_directions) {
  EXPECT_TRUE(std::ranges::is_sorted(kFormats, {}, &NamedFormat::name));
  for (const NamedFormat& each : kFormats) {
    EXPECT_EQ(name_of(each.format), each.name);
    EXPECT_EQ(format_named(each.name), each.format);
  }
  EXPECT_EQ(name_of(Format::None), "");
  for (const char* const unknown : {"", "iri", "Email", "date_time"}) EXPECT_EQ(format_named(unknown), std::nullopt);
}

}  // namespace formats_test
}  // namespace mcp::spec
