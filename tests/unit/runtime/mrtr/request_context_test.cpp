// Questions to the client, as a handler asks them, in both eras.
#include <atomic>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "judged_peer.hpp"
#include "mrtr/request_context.hpp"

namespace mcp::protocol {
namespace request_context_test {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace testing_support;

std::string deliver(Context& ctx, std::string_view message = "Where to?") {
  const Elicited<Delivery> form = ctx.elicit<Delivery>("delivery", message);
  if (form.action == ElicitAction::Decline) return "declined";
  if (form.action == ElicitAction::Cancel) return "cancelled";
  return form->city + "/" + std::to_string(form->floor);
}

AskingServer& with_deliver(AskingServer& own) {
  own.add("deliver", [](const json&, Context& ctx) { return ToolResult(deliver(ctx)); });
  return own;
}

json accepted(json content) { return {{"action", "accept"}, {"content", std::move(content)}}; }

json answers(json responses, const json& response = json::object()) {
  json more = {{"inputResponses", std::move(responses)}};
  if (response.contains("result")) more["requestState"] = response.at("result").at("requestState");
  return more;
}

// --- What is sent.

TEST(Questions, whoever_declares_elicitation_is_asked_whatever_revision_was_agreed) {
  AskingServer own;
  with_deliver(own);
  own.add("top", [](const json&, Context& ctx) {
    return ToolResult(ctx.elicit<Toppings>("toppings", "Which?")->names.at(0));
  });
  own.add("pay", [](const json&, Context& ctx) {
    return ToolResult(std::to_string(static_cast<int>(ctx.elicit_url("pay", "Pay", "https://example.org/"))));
  });
  for (const Revision revision : {Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18}) {
    SCOPED_TRACE(std::string(name_of(revision)));
    AskingPeer modes(own, revision);
    EXPECT_EQ(modes.call("deliver").at("params"),
              json({{"message", "Where to?"}, {"requestedSchema", json::parse(kAsked[0].forms[0])}}))
        << "the oldest shape that there is";
    EXPECT_THAT(text_of(modes.call("top")), HasSubstr("has no form for Toppings"));
    EXPECT_EQ(modes.call("pay").at("params").at("mode"), "url");
    modes.client.close();
    AskingPeer plain(own, revision, json::parse(R"({"elicitation":{}})"));
    EXPECT_EQ(plain.call("deliver").at("method"), "elicitation/create");
    EXPECT_THAT(text_of(plain.call("pay")), HasSubstr("elicitation (url)"));
    plain.client.close();
    AskingPeer none(own, revision, json::object());
    EXPECT_THAT(text_of(none.call("deliver")), HasSubstr("elicitation (form)"));
  }
}

TEST(Questions, name_exactly_the_capability_that_is_missing) {
  AskingServer own;
  own.add("both", [](const json&, Context& ctx) {
    (void)ctx.ask(mcp::form<Delivery>("form", "Where?"), open_url("url", "Pay", "https://example.org/"));
    return ToolResult("both");
  });
  const auto required = [&](const char* has) {
    AskingPeer peer(own, Revision::V2026_07_28, json::parse(has));
    return peer.call("both").at("error").at("data").at("requiredCapabilities");
  };
  EXPECT_EQ(required(R"({"elicitation":{"form":{}}})"), json::parse(R"({"elicitation":{"url":{}}})"));
  EXPECT_EQ(required(R"({"elicitation":{}})"), json::parse(R"({"elicitation":{"url":{}}})"));
  EXPECT_EQ(required(R"({"elicitation":{"url":{}}})"), json::parse(R"({"elicitation":{"form":{}}})"));
  EXPECT_EQ(required("{}"), json::parse(R"({"elicitation":{"form":{},"url":{}}})"));
}

TEST(Questions, lead_to_no_address_but_of_the_web) {
  AskingServer own;
  own.add("open", [](const json& arguments, Context& ctx) {
    (void)ctx.elicit_url("page", "Open", arguments.at("url").get<std::string>());
    return ToolResult("opened");
  });
  for (const Revision era : kEras) {
    for (const char* const bad :
         {"not a url", "", "http://exa mple.com/", "javascript:alert(1)", "file:///etc/passwd", "https:", "https://",
          "https:///x", "//example.com", "http://example.com/", "http://127.evil.example/",
          "http://localhost.evil.example/", "http://user@evil.example/", "http://localhost@evil.example/",
          "ftp://example.com/", "https://exa%zzmple/"}) {
      AskingPeer peer(own, era);
      const json answer = peer.call("open", {{"url", bad}});
      EXPECT_EQ(text_of(answer), kToolFailed) << bad;
      EXPECT_THAT(peer.log.text(), HasSubstr("is no address for a browser")) << bad;
    }
    for (const char* const good :
         {"https://example.com", "HTTPS://example.com/a?b#c", "http://localhost:8080/x", "http://127.0.0.1/",
          "http://[::1]:80/", "http://app.localhost/", "https://[2001:db8::1]/"}) {
      AskingPeer peer(own, era);
      EXPECT_THAT(peer.call("open", {{"url", good}}).dump(), HasSubstr(good)) << "is asked";
      peer.client.close();
    }
  }
}

TEST(Questions, a_form_has_the_shape_of_its_revision) {
  AskingServer own;
  with_deliver(own);
  AskingPeer old(own, Revision::V2025_06_18);
  const json asked_2025_06 = old.call("deliver");
  EXPECT_EQ(asked_2025_06.at("method"), "elicitation/create");
  EXPECT_EQ(asked_2025_06.at("params"),
            json({{"message", "Where to?"}, {"requestedSchema", json::parse(kAsked[0].forms[0])}}));
  const json params = {
      {"mode", "form"}, {"message", "Where to?"}, {"requestedSchema", json::parse(kAsked[0].forms[1])}};
  AskingPeer legacy(own, Revision::V2025_11_25);
  EXPECT_EQ(legacy.call("deliver").at("params"), params);
  for (AskingPeer<>* peer : {&old, &legacy}) peer->client.close();  // the calls that wait must end before their tables
  AskingPeer modern(own);
  const json result = modern.call("deliver").at("result");
  EXPECT_EQ(result.at("resultType"), "input_required");
  EXPECT_EQ(result.at("inputRequests"), json({{"delivery", {{"method", "elicitation/create"}, {"params", params}}}}));
  EXPECT_TRUE(result.at("requestState").is_string());
  EXPECT_TRUE(result.at("_meta").contains("io.modelcontextprotocol/serverInfo"));
  EXPECT_FALSE(result.contains("ttlMs"));
  EXPECT_FALSE(result.contains("content"));
}

TEST(Questions, a_form_that_a_revision_cannot_express_fails_the_call) {
  AskingServer own;
  own.add("top", [](const json&, Context& ctx) {
    return ToolResult(ctx.elicit<Toppings>("toppings", "Which?")->names.at(0));
  });
  AskingPeer old(own, Revision::V2025_06_18);
  const json answer = old.call("top");
  EXPECT_EQ(answer.at("result").at("isError"), true);
  EXPECT_EQ(text_of(answer),
            "The client's revision of the protocol, 2025-06-18, has no form for Toppings; it needs 2025-11-25.");
  AskingPeer legacy(own, Revision::V2025_11_25);
  EXPECT_EQ(legacy.call("top").at("method"), "elicitation/create");
  legacy.client.close();  // the call that waits must end before its table
}

TEST(Questions, an_address_has_an_id_in_2025_11_25_alone) {
  AskingServer own;
  own.add("pay", [](const json&, Context& ctx) {
    return ToolResult(std::to_string(static_cast<int>(ctx.elicit_url("pay", "Pay", "https://example.org/"))));
  });
  AskingPeer legacy(own, Revision::V2025_11_25);
  json asked = legacy.call("pay").at("params");
  const std::string id = asked.at("elicitationId");
  EXPECT_GE(id.size(), 16U);
  asked.erase("elicitationId");
  const json params = {{"mode", "url"}, {"message", "Pay"}, {"url", "https://example.org/"}};
  EXPECT_EQ(asked, params);
  EXPECT_NE(legacy.call("pay").at("params").at("elicitationId"), id);
  legacy.client.close();  // the calls that wait must end before their table
  AskingPeer modern(own);
  EXPECT_EQ(question_of(modern.call("pay"), "pay"), params);
}

TEST(Questions, go_out_in_one_round_and_come_back_as_values) {
  AskingServer own;
  own.add("all", [](const json&, Context& ctx) {
    const SampleRequest request{.messages = {user("?")}, .max_tokens = 5};
    const auto [form, url, sample, roots] =
        ctx.ask(mcp::form<Delivery>("form", "Where?"), open_url("url", "Pay", "https://example.org/"),
                mcp::sample("sample", request), list_roots("roots"));
    return ToolResult(form->city + " " + std::to_string(static_cast<int>(url)) + " " + sample.text() + " " +
                      roots.at(0).uri);
  });
  const json replies = {
      {"form", accepted({{"city", "Bonn"}})},
      {"url", {{"action", "decline"}}},
      {"sample", json::parse(R"({"role":"assistant","content":{"type":"text","text":"42"},"model":"m"})")},
      {"roots", json::parse(R"({"roots":[{"uri":"file:///a"}]})")}};
  AskingPeer modern(own);
  const json asked = modern.call("all");
  EXPECT_EQ(asked.at("result").at("inputRequests").size(), 4);
  EXPECT_EQ(asked.at("result").at("inputRequests").at("roots"), json::parse(R"({"method":"roots/list","params":{}})"));
  EXPECT_EQ(text_of(modern.call("all", json::object(), answers(replies, asked))), "Bonn 1 42 file:///a");

  AskingPeer legacy(own, Revision::V2025_11_25);
  const int id = legacy.start_call("all");
  const std::vector<json> questions = legacy.take();
  ASSERT_EQ(questions.size(), 4U);
  const char* const keys[] = {"form", "url", "sample", "roots"};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(legacy.take().empty()) << "waits for all of them";
    legacy.send({{"id", questions[i].at("id")}, {"result", replies.at(keys[i])}});
  }
  const json answer = legacy.take_one();
  EXPECT_EQ(answer.at("id"), id);
  EXPECT_EQ(text_of(answer), "Bonn 1 42 file:///a");
}

// --- What comes back.

TEST(Answers_of_clients, that_do_not_fit_fail_the_call_the_third_time) {
  AskingServer own;
  with_deliver(own);
  const json bad = accepted({{"city", 7}, {"floor", "high"}});
  const auto is_told = [](const json& question) {
    EXPECT_EQ(question.at("message"),
              "Where to?\n\nThe last answer could not be used: `city`: expected string, got 7; "
              "`floor`: expected integer, got \"high\"");
  };
  const auto has_failed = [](const json& answer) {
    EXPECT_EQ(answer.at("result").at("isError"), true);
    EXPECT_EQ(text_of(answer),
              "The answer to \"delivery\" could not be used, and was asked for 3 times: `city`: expected "
              "string, got 7; `floor`: expected integer, got \"high\"");
  };
  AskingPeer modern(own);
  json asked = modern.call("deliver");
  for (int i = 0; i < 2; ++i) {
    asked = modern.call("deliver", json::object(), answers({{"delivery", bad}}, asked));
    is_told(question_of(asked, "delivery"));
  }
  has_failed(modern.call("deliver", json::object(), answers({{"delivery", bad}}, asked)));

  AskingPeer legacy(own, Revision::V2025_11_25);
  json question = legacy.call("deliver");
  for (int i = 0; i < 2; ++i) {
    legacy.send({{"id", question.at("id")}, {"result", bad}});
    question = legacy.take_one();
    is_told(question.at("params"));
  }
  legacy.send({{"id", question.at("id")}, {"result", bad}});
  has_failed(legacy.take_one());
}

TEST(Answers_of_clients, that_do_not_fit_are_asked_again) {
  AskingServer own;
  with_deliver(own);
  const json bad[] = {accepted({{"city", 7}}),
                      accepted({{"town", "Bonn"}}),
                      accepted(nullptr),
                      accepted("Bonn"),
                      {{"action", "accept"}},
                      {{"action", "maybe"}},
                      {{"content", {{"city", "Bonn"}}}},
                      json::array(),
                      "accept",
                      nullptr};
  for (const json& reply : bad) {
    SCOPED_TRACE(reply.dump());
    AskingPeer modern(own);
    const json asked = modern.call("deliver");
    const json again = modern.call("deliver", json::object(), answers({{"delivery", reply}}, asked));
    EXPECT_THAT(question_of(again, "delivery").at("message").get<std::string>(),
                StartsWith("Where to?\n\nThe last answer could not be used: "));
    json same = again.at("result").at("inputRequests");
    same.at("delivery").at("params").at("message") = "Where to?";
    EXPECT_EQ(same, asked.at("result").at("inputRequests"));
    EXPECT_EQ(
        text_of(modern.call("deliver", json::object(), answers({{"delivery", accepted({{"city", "Bonn"}})}}, again))),
        "Bonn/0");

    AskingPeer legacy(own, Revision::V2025_11_25);
    const json question = legacy.call("deliver");
    legacy.send({{"id", question.at("id")}, {"result", reply}});
    const json repeated = legacy.take_one();
    EXPECT_EQ(repeated.value("method", ""), "elicitation/create") << repeated;
    EXPECT_NE(repeated.at("id"), question.at("id"));
    legacy.send({{"id", repeated.at("id")}, {"result", accepted({{"city", "Bonn"}, {"floor", 1}})}});
    EXPECT_EQ(text_of(legacy.take_one()), "Bonn/1");
  }
}

TEST(Answers_of_clients, of_models_and_roots_are_checked_too) {
  AskingServer own;
  own.add("both", [](const json&, Context& ctx) {
    const SampleRequest request{.messages = {user("?")}, .max_tokens = 5};
    const auto [sample, roots] = ctx.ask(mcp::sample("sample", request), list_roots("roots"));
    return ToolResult(sample.text() + std::to_string(roots.size()));
  });
  AskingPeer modern(own);
  const json good = json::parse(R"({"role":"assistant","content":{"type":"text","text":"n="},"model":"m"})");
  for (const char* const roots : {R"({})", R"({"roots":{}})", R"({"roots":[1]})", R"({"roots":[{"name":"a"}]})",
                                  R"({"roots":[{"uri":"a","name":1}]})"}) {
    const json again = modern.call("both", json::object(), answers({{"sample", good}, {"roots", json::parse(roots)}}));
    ASSERT_TRUE(again.at("result").contains("inputRequests")) << again;
    EXPECT_EQ(again.at("result").at("inputRequests").size(), 1) << "what is good is kept";
    EXPECT_TRUE(again.at("result").at("inputRequests").contains("roots"));
    EXPECT_EQ(text_of(modern.call("both", json::object(), answers({{"roots", {{"roots", json::array()}}}}, again))),
              "n=0");
  }
  const json again = modern.call("both", json::object(),
                                 answers({{"sample", {{"content", 1}}}, {"roots", {{"roots", json::array()}}}}));
  EXPECT_TRUE(again.at("result").at("inputRequests").contains("sample"));
}

TEST(Answers_of_clients, may_say_no) {
  AskingServer own;
  with_deliver(own);
  AskingPeer modern(own);
  EXPECT_EQ(text_of(modern.call("deliver", json::object(), answers({{"delivery", {{"action", "decline"}}}}))),
            "declined");
  EXPECT_EQ(text_of(modern.call("deliver", json::object(), answers({{"delivery", {{"action", "cancel"}}}}))),
            "cancelled");
}

TEST(Answers_of_clients, need_no_state_and_may_be_more_than_was_asked) {
  AskingServer own;
  with_deliver(own);
  AskingPeer modern(own);
  EXPECT_EQ(text_of(modern.call("deliver", json::object(),
                                answers({{"delivery", accepted({{"city", "Bonn"}})}, {"other", 1}}))),
            "Bonn/0");
  // A form's schema does not forbid fields that it does not have.
  EXPECT_EQ(
      text_of(modern.call("deliver", json::object(),
                          answers({{"delivery", accepted({{"city", "Bonn"}, {"street", "Any"}, {"floor", 2}})}}))),
      "Bonn/2");
}

TEST(Answers_of_clients, that_are_missing_are_asked_again) {
  AskingServer own;
  own.add("two", [](const json&, Context& ctx) {
    const auto [a, b] = ctx.ask(form<Delivery>("a", "A?"), form<Delivery>("b", "B?"));
    return ToolResult(a->city + b->city);
  });
  AskingPeer modern(own);
  const json asked = modern.call("two");
  const json half = modern.call("two", json::object(), answers({{"b", accepted({{"city", "2"}})}}, asked));
  EXPECT_EQ(half.at("result").at("inputRequests").size(), 1);
  EXPECT_TRUE(half.at("result").at("inputRequests").contains("a"));
  const json none = modern.call("two", json::object(), answers(json::object(), half));
  EXPECT_TRUE(none.at("result").at("inputRequests").contains("a"));
  EXPECT_EQ(none.at("result").at("inputRequests").size(), 1);
  EXPECT_EQ(text_of(modern.call("two", json::object(), answers({{"a", accepted({{"city", "1"}})}}, none))), "12");
}

TEST(Answers_of_clients, in_the_wrong_place_are_bad_params) {
  AskingServer own;
  with_deliver(own);
  AskingPeer modern(own);
  for (const json& bad : {json::array(), json("x"), json(nullptr), json(1)}) {
    EXPECT_EQ(error_of(modern.call("deliver", json::object(), {{"inputResponses", bad}})),
              "-32602 Invalid params: inputResponses must be one object");
  }
  for (const json& bad : {json::array(), json(1), json(nullptr), json::object()}) {
    EXPECT_EQ(error_of(modern.call("deliver", json::object(), {{"requestState", bad}})),
              "-32602 Invalid params: requestState must be one string");
  }
}

TEST(Answers_of_clients, mean_nothing_to_tools_that_do_not_ask_and_to_legacy_sessions) {
  AskingServer own;
  own.add("plain", [](const json&, Context&) { return ToolResult("done"); });
  with_deliver(own);
  AskingPeer modern(own);
  EXPECT_EQ(text_of(modern.call("plain", json::object(), answers({{"delivery", 1}}))), "done");
  AskingPeer legacy(own, Revision::V2025_11_25);
  EXPECT_EQ(legacy.call("deliver", json::object(), {{"inputResponses", 7}, {"requestState", 7}}).at("method"),
            "elicitation/create");
  legacy.client.close();  // the call that waits must end before its table
}

TEST(Answers_of_clients, to_another_question_are_asked_again) {
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    AskingServer own;
    std::atomic<int> files = 3;
    own.add("delete", [&](const json&, Context& ctx) {
      (void)ctx.elicit<Delivery>("confirm", "Delete " + std::to_string(files.load()) + " files?");
      (void)ctx.elicit<Delivery>("reason", "Why?");
      return ToolResult("deleted " + std::to_string(files.load()));
    });
    test::Client client(own.server, {.revision = era});
    int asked = 0;
    client.on_form([&](const json& params) {
      if (++asked <= 2) files = 300;  // grows while the user thinks
      EXPECT_TRUE(asked != 2 || params.at("message") == "Delete 300 files?") << params;
      return test::accept({{"city", "yes"}});
    });
    EXPECT_EQ(client.call("delete").text(), "deleted 300");
    std::vector<std::string> messages;
    for (const json& question : client.questions()) messages.push_back(question.at("message"));
    EXPECT_THAT(messages, testing::ElementsAre("Delete 3 files?", "Delete 300 files?", "Why?"));
  }
}

TEST(Answers_of_clients, kept_in_the_state_are_dropped_when_their_question_changes) {
  AskingServer own;
  std::atomic<int> files = 3;
  own.add("delete", [&](const json&, Context& ctx) {
    (void)ctx.elicit<Delivery>("confirm", "Delete " + std::to_string(files.load()) + " files?");
    files = 300;
    (void)ctx.elicit<Delivery>("reason", "Why?");
    return ToolResult("deleted " + std::to_string(files.load()));
  });
  AskingPeer modern(own);
  const json yes = accepted({{"city", "yes"}});
  const json first = modern.call("delete");
  const json second = modern.call("delete", json::object(), answers({{"confirm", yes}}, first));
  EXPECT_EQ(question_of(second, "reason").at("message"), "Why?");
  const json third = modern.call("delete", json::object(), answers({{"reason", yes}}, second));
  EXPECT_EQ(question_of(third, "confirm").at("message"), "Delete 300 files?");
  const json fourth = modern.call("delete", json::object(), answers({{"confirm", yes}, {"reason", yes}}, third));
  EXPECT_EQ(text_of(fourth), "deleted 300");
}

TEST(Answers_of_clients, to_an_address_do_not_end_it) {
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    AskingServer own;
    std::atomic<int> paid = 0;
    own.add("pay", [&](const json&, Context& ctx) {
      while (paid < 2) {
        if (ctx.elicit_url("pay", "Pay", "https://example.org/") != ElicitAction::Accept) return ToolResult("no");
        if (paid == 2) break;
      }
      return ToolResult("paid");
    });
    test::Client client(own.server, {.revision = era});
    client.on_url([&](const json&) {
      ++paid;
      return test::accept();
    });
    EXPECT_EQ(client.call("pay").text(), "paid");
    EXPECT_EQ(client.questions().size(), 2U);
  }
}

// --- Rules for handlers.

TEST(Handlers_that_ask, twice_the_same_get_the_same_answer) {
  for (const Revision era : kEras) {
    AskingServer own;
    own.add("twice", [](const json&, Context& ctx) { return ToolResult(deliver(ctx) + " " + deliver(ctx)); });
    test::Client client(own.server, {.revision = era});
    client.answer_form(test::accept({{"city", "Bonn"}}));
    EXPECT_EQ(client.call("twice").text(), "Bonn/0 Bonn/0");
  }
}

TEST(Handlers_that_ask, different_things_by_one_key_are_wrong) {
  for (const Revision era : kEras) {
    AskingServer own;
    own.add("twice", [](const json&, Context& ctx) {
      return ToolResult(deliver(ctx, "Where to?") + deliver(ctx, "Where from?"));
    });
    test::Client client(own.server, {.revision = era});
    client.answer_form(test::accept({{"city", "Bonn"}}));
    EXPECT_TRUE(client.call("twice").is_error());
    EXPECT_EQ(client.server_log(), "tool twice failed: two questions of one handler have the key \"delivery\"\n");
  }
}

TEST(Handlers_that_ask, need_a_key_and_a_form_that_was_declared) {
  AskingServer own;
  own.add("empty", [](const json&, Context& ctx) { return ToolResult(ctx.elicit<Delivery>("", "Where to?")->city); });
  own.add("unseen",
          [](const json&, Context& ctx) { return ToolResult(std::to_string(ctx.elicit<Arguments>("a", "?")->count)); });
  AskingPeer modern(own);
  EXPECT_EQ(modern.call("empty").at("result").at("isError"), true);
  EXPECT_EQ(modern.call("unseen").at("result").at("isError"), true);
  EXPECT_EQ(modern.log.text(),
            "tool empty failed: a question to the client has an empty key\n"
            "tool unseen failed: Context::elicit(): the type of \"a\" was not seen by mcpgen; name the file that asks "
            "in SOURCES\n");
}

TEST(Handlers_that_ask, in_loops_have_keys_with_an_index) {
  for (const Revision era : kEras) {
    AskingServer own;
    own.add("loop", [](const json&, Context& ctx) {
      std::string all;
      for (std::size_t i = 0; i < 3; ++i) all += ctx.elicit<Delivery>(key("stop", i), "Next?")->city;
      return ToolResult(all);
    });
    test::Client client(own.server, {.revision = era});
    int n = 0;
    client.on_form([&](const json&) { return test::accept({{"city", std::to_string(++n)}}); });
    EXPECT_EQ(client.call("loop").text(), "123");
  }
}

TEST(Handlers_that_ask, are_left_even_if_they_catch_everything) {
  for (const Revision era : kEras) {
    AskingServer own;
    own.add("catch", [](const json&, Context& ctx) {
      try {
        return ToolResult(deliver(ctx));
      } catch (...) {
        return ToolResult("caught");
      }
    });
    own.add("throw", [](const json&, Context& ctx) {
      try {
        return ToolResult(deliver(ctx));
      } catch (const std::exception&) {
        throw;
      } catch (...) {
        throw ToolError("caught");
      }
    });
    test::Client client(own.server, {.revision = era});
    client.on_form([&](const json&) { return test::accept({{"city", "Bonn"}}); });
    EXPECT_EQ(client.call("catch").text(), "Bonn/0");
    EXPECT_EQ(client.call("throw").text(), "Bonn/0");
  }
}

TEST(Handlers_that_ask, of_clients_that_lack_something_throw_what_names_all_of_it) {
  AskingServer own;
  own.add("all", [](const json&, Context& ctx) {
    const SampleRequest request{.messages = {user("?")},
                                .max_tokens = 5,
                                .include_context = IncludeContext::ThisServer,
                                .tools = {{.name = "t"}}};
    (void)ctx.ask(form<Delivery>("form", "Where?"), open_url("url", "Pay", "https://example.org/"),
                  mcp::sample("sample", request), list_roots("roots"));
    return ToolResult("done");
  });
  const json required =
      json::parse(R"({"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}})");
  const std::string text =
      "The client lacks a capability that is needed here: elicitation (form and url), sampling (with tools and "
      "context), roots.";
  AskingPeer modern(own, Revision::V2026_07_28, json::object());
  const json answer = modern.call("all");
  EXPECT_EQ(error_of(answer), "-32021 " + text);
  EXPECT_EQ(answer.at("error").at("data"), json({{"requiredCapabilities", required}}));
  for (const Revision revision :
       {Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18, Revision::V2025_11_25}) {
    AskingPeer legacy(own, revision, json::object());
    const json failed = legacy.call("all");
    EXPECT_EQ(failed.at("result").at("isError"), true);
    EXPECT_THAT(text_of(failed), HasSubstr("The client lacks a capability that is needed here: elicitation"));
  }
}

TEST(Handlers_that_ask, learn_of_each_capability_by_itself) {
  AskingServer own;
  with_deliver(own);
  own.add("pay", [](const json&, Context& ctx) {
    (void)ctx.elicit_url("pay", "Pay", "https://example.org/");
    return ToolResult("paid");
  });
  own.add("tools", [](const json&, Context& ctx) {
    (void)ctx.sample("s", {.messages = {user("?")}, .max_tokens = 5, .tools = {{.name = "t"}}});
    return ToolResult("sampled");
  });
  const auto missing = [&](const char* capabilities, std::string_view tool) {
    AskingPeer modern(own, Revision::V2026_07_28, json::parse(capabilities));
    const json answer = modern.call(tool);
    return answer.contains("error") ? answer.at("error").at("data").at("requiredCapabilities").dump() : "nothing";
  };
  EXPECT_EQ(missing(R"({"elicitation":{}})", "deliver"), "nothing") << "an empty capability means forms";
  EXPECT_EQ(missing(R"({"elicitation":{}})", "pay"), R"({"elicitation":{"url":{}}})");
  EXPECT_EQ(missing(R"({"elicitation":{"url":{}}})", "deliver"), R"({"elicitation":{"form":{}}})");
  EXPECT_EQ(missing(R"({"elicitation":{"url":{}}})", "pay"), "nothing");
  EXPECT_EQ(missing(R"({"sampling":{}})", "tools"), R"({"sampling":{"tools":{}}})");
  EXPECT_EQ(missing(R"({"sampling":{"tools":{}}})", "tools"), "nothing");
  EXPECT_EQ(missing(R"({"sampling":true})", "tools"), R"({"sampling":{"tools":{}}})");
}

TEST(Handlers_that_ask, may_catch_that_a_capability_is_missing) {
  for (const Revision era : kEras) {
    AskingServer own;
    own.add("careful", [](const json&, Context& ctx) {
      try {
        return ToolResult(deliver(ctx));
      } catch (const MissingCapability& missing) {
        return ToolResult(missing.required());
      }
    });
    AskingPeer peer(own, era, json::object());
    EXPECT_EQ(text_of(peer.call("careful")), R"({"elicitation":{"form":{}}})");
  }
}

TEST(Handlers_that_ask, too_often_are_stopped) {
  for (const Revision era : kEras) {
    AskingServer own;
    own.add("loop", [](const json&, Context& ctx) {
      for (std::size_t i = 0;; ++i) (void)ctx.elicit<Delivery>(key("stop", i), "Next?");
      return ToolResult("never");
    });
    test::Client client(own.server, {.revision = era, .server = {.limits = {.max_rounds = 4}}});
    client.on_form([](const json&) { return test::accept({{"city", "Bonn"}}); });
    const test::CallResult result = client.call("loop");
    EXPECT_TRUE(result.is_error());
    EXPECT_EQ(result.text(), "The request asked the client more than 4 times over.");
    EXPECT_EQ(client.questions().size(), 4U);
  }
}

TEST(Handlers_that_ask, with_too_much_to_remember_fail_in_modern_requests) {
  for (const Revision era : kEras) {
    AskingServer own;
    own.add("big", [](const json&, Context& ctx) {
      const std::string kept = ctx.once("kept", [] { return std::string(3000, 'x'); });
      return ToolResult(deliver(ctx) + " " + std::to_string(kept.size()));
    });
    test::Client client(own.server, {.revision = era, .server = {.limits = {.max_state = 2000}}});
    client.on_form([](const json&) { return test::accept({{"city", "Bonn"}}); });
    const test::CallResult result = client.call("big");
    if (is_modern(era)) {
      EXPECT_TRUE(result.is_error());
      EXPECT_THAT(result.text(), HasSubstr("What the request has to remember until the client answers has "));
      EXPECT_THAT(result.text(), HasSubstr("more than the limit of 2000"));
    } else {
      EXPECT_EQ(result.text(), "Bonn/0 3000");
    }
  }
}

TEST(Handlers_that_ask, keep_what_is_done_once) {
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    AskingServer own;
    std::atomic<int> runs = 0, drawn = 0;
    own.add("draw", [&](const json&, Context& ctx) {
      ++runs;
      const std::int64_t number = ctx.once("number", [&] { return std::int64_t{++drawn + 41}; });
      return ToolResult(deliver(ctx) + " " + std::to_string(number));
    });
    test::Client client(own.server, {.revision = era});
    client.on_form([](const json&) { return test::accept({{"city", "Bonn"}}); });
    EXPECT_EQ(client.call("draw").text(), "Bonn/0 42");
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(drawn, 1);
    EXPECT_EQ(client.call("draw").text(), "Bonn/0 43") << "the next call draws anew";
  }
}

TEST(Handlers_that_ask, can_keep_declared_types_alone) {
  AskingServer own;
  own.add("unseen", [](const json&, Context& ctx) {
    (void)ctx.once("it", [] { return Unseen{"x"}; });
    return ToolResult("done");
  });
  own.add("bad", [](const json&, Context& ctx) {
    (void)ctx.once("it", [] { return std::string("\xff"); });
    return ToolResult("done");
  });
  AskingPeer modern(own);
  EXPECT_EQ(modern.call("unseen").at("result").at("isError"), true);
  EXPECT_EQ(modern.call("bad").at("result").at("isError"), true);
  EXPECT_THAT(modern.log.text(), HasSubstr("Context::once(): the type of \"it\" was not seen by mcpgen"));
  EXPECT_THAT(modern.log.text(), HasSubstr("Context::once(): what \"it\" gave"));
}

TEST(Handlers_that_ask, ask_nothing_before_the_client_is_initialized) {
  AskingServer own;
  with_deliver(own);
  KeptLog log;
  ManualTimers timers;
  const Dispatcher dispatcher(own.server, {}, log, timers);
  InlineExecutor executor;
  testing_support::JudgedPeer peer(dispatcher, executor);
  (void)peer.exchange(
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}})");
  const std::string early = peer.exchange(call("1", "deliver")).at(0);
  EXPECT_THAT(early, HasSubstr("cannot be asked before it has sent notifications/initialized"));
  EXPECT_THAT(early, HasSubstr(R"("isError":true)"));
  (void)peer.exchange(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_THAT(peer.exchange(call("2", "deliver")).at(0), HasSubstr("elicitation/create"));
  peer.close();
}

Task<std::string> deliver_later(const Arguments& arguments, Context& ctx) {
  std::string place = deliver(ctx);
  co_return arguments.text + place;
}

TEST(Handlers_that_ask, may_be_coroutines) {
  for (const Revision era : kEras) {
    AskingServer own({written_tool<deliver_later>("later")});
    test::Client client(own.server, {.revision = era});
    client.answer_form(test::accept({{"city", "Bonn"}}));
    EXPECT_EQ(client.call("later", {{"text", "to "}}).text(), "to Bonn/0");
  }
}

std::string unrepeatable(const Arguments&, Context& ctx) { return deliver(ctx); }

TEST(Handlers_that_ask, must_leave_their_arguments_as_they_are) {
  detail::Handler tool = written_tool<unrepeatable>("consume");
  tool.can_run_again = false;
  for (const Revision era : kEras) {
    AskingServer own({tool});
    AskingPeer peer(own, era);
    EXPECT_EQ(peer.call("consume").at("result").at("isError"), true);
    EXPECT_THAT(peer.log.text(), HasSubstr("must take its arguments by value, copyable, or by const reference"));
  }
}

TEST(Handlers_that_ask, may_give_prompts_and_resources) {
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    AskingServer own;
    own.server.resources().add({.resource = {.uri = "note:///1", .name = "one"},
                                .read = [](Context& ctx) { return ResourceContents{.text = deliver(ctx)}; },
                                .ttl_ms = 500,
                                .is_public = true});
    own.server.prompts().add({.name = "write", .get = [](const auto&, Context& ctx) {
                                return PromptResult{.messages = {{Role::User, Text{deliver(ctx)}}}};
                              }});
    test::Client client(own.server, {.revision = era});
    client.on_form([](const json&) { return test::accept({{"city", "Bonn"}}); });
    const test::ReadResult read = client.read("note:///1");
    EXPECT_EQ(read.text(), "Bonn/0");
    if (is_modern(era)) {
      EXPECT_EQ(read.raw().at("ttlMs"), 0);
      EXPECT_EQ(read.raw().at("cacheScope"), "private") << "an answer to answers is for nobody else";
    }
    EXPECT_EQ(client.prompt("write").text(), "Bonn/0");
  }
}

TEST(Handlers_that_ask, of_prompts_and_resources_fail_by_an_error_where_a_capability_is_missing) {
  AskingServer own;
  own.server.prompts().add({.name = "write", .get = [](const auto&, Context& ctx) {
                              return PromptResult{.messages = {{Role::User, Text{deliver(ctx)}}}};
                            }});
  AskingPeer modern(own, Revision::V2026_07_28, json::object());
  EXPECT_THAT(error_of(modern.ask("prompts/get", {{"name", "write"}})), HasSubstr("-32021 The client lacks"));
  AskingPeer legacy(own, Revision::V2025_11_25, json::object());
  EXPECT_THAT(error_of(legacy.ask("prompts/get", {{"name", "write"}})), HasSubstr("-32603 The client lacks"));
}

// --- What a request says of itself.

TEST(Contexts, know_the_request_and_its_client) {
  for (const Revision era : kEras) {
    SCOPED_TRACE(name_of(era));
    AskingServer own;
    own.add("who", [&](const json&, Context& ctx) {
      const TraceContext trace = ctx.trace_context();
      EXPECT_EQ(&ctx.server(), &own.server);
      EXPECT_EQ(ctx.principal(), "");
      return ToolResult(ctx.client().name + " " + ctx.client().version + " " + std::string(trace.traceparent) + " " +
                        std::string(trace.tracestate) + " " + std::string(trace.baggage) + " " +
                        ctx.meta().at("own").dump());
    });
    test::Client client(own.server, {.revision = era, .name = "ada", .version = "7"});
    const json meta = {{"traceparent", "00-a"}, {"tracestate", "b"}, {"baggage", "c"}, {"own", {1, 2}}};
    EXPECT_EQ(client.call("who", json::object(), {.meta = meta}).text(), "ada 7 00-a b c [1,2]");
  }
}

TEST(Contexts, know_when_there_is_no_meta_or_an_odd_one) {
  AskingServer own;
  own.add("meta", [](const json&, Context& ctx) {
    return ToolResult(ctx.meta().dump() + std::string(ctx.trace_context().traceparent));
  });
  AskingPeer legacy(own, Revision::V2025_11_25);
  EXPECT_EQ(text_of(legacy.call("meta")), "null");
  EXPECT_EQ(text_of(legacy.call("meta", json::object(), {{"_meta", {{"traceparent", 1}}}})), R"({"traceparent":1})");
}

}  // namespace request_context_test
}  // namespace mcp::protocol
