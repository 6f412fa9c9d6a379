#include <gtest/gtest.h>

#include <stdexcept>

#include "model/model_json.hpp"
#include "output.hpp"

namespace mcpgen {
namespace model_json_test {

TEST(ModelJson, survives_a_round_trip) {
  for (const char* name : {"weather", "members", "defaults", "types", "enums", "overloads", "collections", "choices",
                           "times", "inheritance", "exposed", "options", "codecs"}) {
    const std::string text = read_file(std::string(GOLDEN_DIR) + '/' + name + "/model.json");
    EXPECT_EQ(to_json_text(model_from_json_text(text)), text) << name;
  }
}

TEST(ModelJson, refuses_what_is_no_model) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      (void)model_from_json_text(text);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_TRUE(message("").starts_with("not a model of this mcpgen: ")) << message("");
  EXPECT_EQ(message(R"({"model": 0})"), "not a model of this mcpgen: it is of another version");
  EXPECT_TRUE(message(R"({"model": 1})").starts_with("not a model of this mcpgen: "));
}

}  // namespace model_json_test
}  // namespace mcpgen
