// Questions to the client while a tool runs: forms, its model, its roots. The same functions serve clients of every
// revision.
#include <mcp/mcp.hpp>

#include <string>
#include <vector>

namespace {

std::string name_of(mcp::ElicitAction action) {
  switch (action) {
    case mcp::ElicitAction::Accept:
      return "accept";
    case mcp::ElicitAction::Decline:
      return "decline";
    case mcp::ElicitAction::Cancel:
      return "cancel";
  }
  return "";
}

mcp::SampleRequest question(const std::string& text, int max_tokens = 100) {
  return {.messages = {mcp::user(text)}, .max_tokens = max_tokens};
}

struct Account {
  std::string username;  ///< User's response
  std::string email;     ///< User's email address
};

enum class Status { active, inactive, pending };

struct Profile {
  std::string name = "John Doe";   ///< User name
  int age = 30;                    ///< User age
  double score = 95.5;             ///< User score
  Status status = Status::active;  ///< User status
  bool verified = true;            ///< Verification status
};

enum class Plain { option1, option2, option3 };
enum class Titled {
  value1 MCP_VALUE(.title = "First Option"),
  value2 MCP_VALUE(.title = "Second Option"),
  value3 MCP_VALUE(.title = "Third Option"),
};
enum class Legacy {
  opt1 MCP_VALUE(.title = "Option One"),
  opt2 MCP_VALUE(.title = "Option Two"),
  opt3 MCP_VALUE(.title = "Option Three"),
};

struct Choices {
  Plain untitledSingle;  ///< One of some
  Titled titledSingle;   ///< One of some with titles
  MCP_FIELD(.legacy_titles = true)
  Legacy legacyEnum;                 ///< One of some, with titles as older clients know them
  std::vector<Plain> untitledMulti;  ///< Any of some
  std::vector<Titled> titledMulti;   ///< Any of some with titles
};

struct Name {
  std::string name;  ///< Your name
};
struct Color {
  std::string color;  ///< Your favourite color
};
struct Confirmation {
  bool ok;  ///< Whether to go on
};

}  // namespace

/// Have the client's model answer.
/// @param prompt What to ask it
MCP_TOOL()
static std::string test_sampling(const std::string& prompt, mcp::Context& ctx) {
  return "LLM response: " + ctx.sample("answer", question(prompt)).text();
}

/// Ask the user for an account.
/// @param message What to tell the user
MCP_TOOL()
static std::string test_elicitation(const std::string& message, mcp::Context& ctx) {
  const auto form = ctx.elicit<Account>("account", message);
  const mcp::json content =
      form ? mcp::json{{"username", form->username}, {"email", form->email}} : mcp::json::object();
  return "User response: action=" + name_of(form.action) + ", content=" + content.dump();
}

/// Ask with a form that is filled in already.
MCP_TOOL()
static std::string test_elicitation_sep1034_defaults(mcp::Context& ctx) {
  const auto form = ctx.elicit<Profile>("profile", "Please review and update the form fields with defaults");
  return "Elicitation completed: action=" + name_of(form.action) + (form ? ", name=" + form->name : "");
}

/// Ask with a form of choices of every kind.
MCP_TOOL()
static std::string test_elicitation_sep1330_enums(mcp::Context& ctx) {
  const auto form = ctx.elicit<Choices>("choices", "Please choose");
  return "Elicitation completed: action=" + name_of(form.action);
}

/// Use the client's model; a client without one is told so.
MCP_TOOL()
static std::string test_missing_capability(mcp::Context& ctx) {
  return ctx.sample("greeting", question("Say hello")).text();
}

/// Report progress, then ask the user.
MCP_TOOL()
static std::string test_streaming_elicitation(mcp::Context& ctx) {
  ctx.progress(1, 2, "About to ask");
  const auto form = ctx.elicit<Confirmation>("confirm", "Shall we go on?");
  return form && form->ok ? "We go on." : "We stop.";
}

/// Greet the user by a name that is asked for.
MCP_TOOL()
static std::string test_input_required_result_elicitation(mcp::Context& ctx) {
  const auto form = ctx.elicit<Name>("user_name", "What is your name?");
  return "Hello, " + (form ? form->name : "stranger") + "!";
}

/// Ask the client's model for a capital.
MCP_TOOL()
static std::string test_input_required_result_sampling(mcp::Context& ctx) {
  return ctx.sample("capital_question", question("What is the capital of France?")).text();
}

/// Say which directories the client lets the server see.
MCP_TOOL()
static std::string test_input_required_result_list_roots(mcp::Context& ctx) {
  std::string text = "Roots:";
  for (const mcp::Root& root : ctx.roots("client_roots")) text += ' ' + root.uri;
  return text;
}

/// Keep something while the user is asked.
MCP_TOOL()
static std::string test_input_required_result_request_state(mcp::Context& ctx) {
  const std::string state = ctx.once("state", [] { return std::string("state-ok"); });
  const auto form = ctx.elicit<Confirmation>("confirm", "Shall we go on?");
  return state + (form && form->ok ? ", confirmed" : ", not confirmed");
}

/// The same, with a state that somebody may have changed on its way.
MCP_TOOL()
static std::string test_input_required_result_tampered_state(mcp::Context& ctx) {
  return test_input_required_result_request_state(ctx);
}

/// Ask three things at once.
MCP_TOOL()
static std::string test_input_required_result_multiple_inputs(mcp::Context& ctx) {
  const mcp::SampleRequest greeting = question("Write a greeting", 50);
  const auto [form, answer, roots] = ctx.ask(mcp::form<Name>("user_name", "What is your name?"),
                                             mcp::sample("greeting", greeting), mcp::list_roots("client_roots"));
  return answer.text() + " " + (form ? form->name : "stranger") + ", you have " + std::to_string(roots.size()) +
         " roots.";
}

/// Ask twice, one after the other.
MCP_TOOL()
static std::string test_input_required_result_multi_round(mcp::Context& ctx) {
  const auto name = ctx.elicit<Name>("step1", "What is your name?");
  if (!name) return "No name was given.";
  const auto color = ctx.elicit<Color>("step2", "Hello " + name->name + "! What is your favourite color?");
  return "Multi-round complete: " + name->name + " likes " + (color ? color->color : "no color");
}

/// Ask in whatever way the client knows.
MCP_TOOL()
static std::string test_input_required_result_capabilities(mcp::Context& ctx) {
  if (ctx.client().samples) return "The model says: " + ctx.sample("greeting", question("Say hello")).text();
  if (ctx.client().takes_forms) {
    const auto form = ctx.elicit<Name>("user_name", "What is your name?");
    return "Hello, " + (form ? form->name : "stranger") + "!";
  }
  return "There is nobody to ask.";
}
