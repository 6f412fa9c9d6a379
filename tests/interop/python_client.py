"""The official Python client against servers over HTTP: each of its modes, streams and questions included.

usage: python_client.py [TEST...]
The environment names the programs, as for the other tests of this folder; `mcp` must be installed. Prints a line of TAP
for each test.
"""
import asyncio
import os
import re
import subprocess
import sys
import unittest

import anyio
from mcp import Client, MCPError, types
from mcp.client.sse import sse_client
from mcp.shared.subscriptions import PromptsListChanged, ResourceUpdated, ToolsListChanged

MODERN, LEGACY = "2026-07-28", "2025-11-25"
PATIENCE = 20
WATCHED = "test://watched-resource"


class Server:
    """A program that serves over HTTP."""

    def __init__(self, name, *options):
        options = [*os.environ.get("INTEROP_OPTIONS", "").split(), *options]
        self.process = subprocess.Popen([os.environ["INTEROP_" + name.upper()], "--http", "127.0.0.1:0", *options],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        text=True)
        said = ""
        while not (found := re.search(r" serves on (\S+)", said)):
            line = self.process.stderr.readline()
            if not line:
                raise RuntimeError(said)
            said += line
        self.url = found[1]

    def stop(self):
        """Its exit code."""
        self.process.terminate()
        code = self.process.wait(timeout=PATIENCE)
        self.process.stderr.close()
        return code


class Of:
    """What every mode must do: see the classes below."""

    class Mode(unittest.IsolatedAsyncioTestCase):
        mode = None
        revision = None

        @property
        def is_modern(self):
            return self.revision == MODERN

        def transport(self, url):
            return url

        def options(self):
            return ()

        async def talk(self, use, server="everything", *options, **more):
            """Runs `use` with a client of a server, which must end well."""
            running = Server(server, *self.options(), *options)
            try:
                with anyio.fail_after(PATIENCE):
                    async with Client(self.transport(running.url), mode=self.mode, **more) as client:
                        self.assertEqual(client.protocol_version, self.revision)
                        await use(client)
            finally:
                code = running.stop()
            self.assertEqual(code, 0)

        async def ask(self, tool, arguments, says, **more):
            async def use(client):
                result = await client.call_tool(tool, arguments)
                self.assertFalse(result.is_error, result)
                self.assertEqual(result.content[0].text, says)
            await self.talk(use, **more)

        async def test_lists_tools_and_calls_them(self):
            async def use(client):
                tool, = (await client.list_tools()).tools
                self.assertEqual((tool.name, tool.title), ("hello", "Hello"))
                result = await client.call_tool("hello", {"name": "Zoë \U0001F1EB\U0001F1F7"})
                self.assertEqual(result.content[0].text, "Hello, Zoë \U0001F1EB\U0001F1F7!")
                refused = await client.call_tool("hello", {"name": 7})
                self.assertTrue(refused.is_error)
                with self.assertRaises(MCPError) as raised:
                    await client.call_tool("helo", {"name": "Ada"})
                self.assertEqual(raised.exception.error.code, -32602)
            await self.talk(use, "hello")

        async def test_gets_typed_results_of_a_hundred_calls_at_once(self):
            async def use(client):
                await client.list_tools()
                results = await asyncio.gather(*(client.call_tool("count", {"name": "a"}) for _ in range(100)))
                self.assertEqual(sorted(result.structured_content["result"] for result in results),
                                 list(range(1, 101)))
            await self.talk(use, "counter")

        async def test_repeats_arguments_as_headers(self):
            async def use(client):
                await client.list_tools()
                for region in ["eu-west 1", "Zürich ✓", " eu ", "a\r\nb"]:
                    result = await client.call_tool("route", {"region": region, "priority": -42, "urgent": True})
                    self.assertEqual(result.structured_content, {"region": region, "priority": -42, "urgent": True})
            await self.talk(use, "headers")

        async def test_repeats_an_empty_argument_as_a_header(self):
            if self.is_modern and os.environ.get("MCP_TEST_HOST") == "httplib":
                self.skipTest("cpp-httplib leaves out headers without a value")

            async def use(client):
                await client.list_tools()
                result = await client.call_tool("route", {"region": ""})
                self.assertEqual(result.structured_content["region"], "")
            await self.talk(use, "headers")

        async def test_reads_prompts_resources_and_completions(self):
            async def use(client):
                prompt = await client.get_prompt("test_prompt_with_arguments", {"arg1": "a", "arg2": "b"})
                self.assertIn("a", prompt.messages[0].content.text)
                text, = (await client.read_resource("test://static-text")).contents
                self.assertEqual(text.text, "This is the content of the static text resource.")
                self.assertEqual(len((await client.list_resource_templates()).resource_templates), 1)
                reference = types.PromptReference(type="ref/prompt", name="test_prompt_with_arguments")
                completed = await client.complete(reference, {"name": "arg1", "value": ""})
                self.assertTrue(completed.completion.values)
            await self.talk(use)

        async def test_hears_progress_in_order(self):
            async def use(client):
                heard = []

                async def progress(done, total, text):
                    heard.append((done, total, text))
                result = await client.call_tool("test_tool_with_progress", {}, progress_callback=progress)
                self.assertEqual(result.content[0].text, "Progress was reported.")
                steps = [(done, 100, f"Completed step {done} of 100") for done in (0, 50, 100)]
                # The client may have forgotten the call when it looks at what came together with the answer.
                self.assertTrue(heard)
                self.assertEqual(heard, steps[:len(heard)])
            await self.talk(use)

        async def test_hears_log_messages(self):
            heard = asyncio.Queue()

            async def use(client):
                if not self.is_modern:
                    await client.set_logging_level("info")
                await client.call_tool("test_tool_with_logging", {})
                self.assertEqual([(await heard.get()).data for _ in range(3)],
                                 ["Tool execution started", "Tool processing data", "Tool execution completed"])
            await self.talk(use, logging_callback=heard.put, log_level="info")

        async def test_answers_forms(self):
            async def answer(context, params):
                self.assertEqual(params.message, "Who is it?")
                return types.ElicitResult(action="accept", content={"username": "ada", "email": "ada@example.com"})
            await self.ask("test_elicitation", {"message": "Who is it?"}, "User response: action=accept, content="
                           '{"email":"ada@example.com","username":"ada"}', elicitation_callback=answer)

        async def test_answers_for_the_model(self):
            async def answer(context, params):
                self.assertEqual(params.messages[0].content.text, "Where?")
                return types.CreateMessageResult(role="assistant", model="m",
                                                 content=types.TextContent(type="text", text="Paris"))
            await self.ask("test_sampling", {"prompt": "Where?"}, "LLM response: Paris", sampling_callback=answer)

        async def test_names_its_roots(self):
            async def answer(context):
                return types.ListRootsResult(roots=[types.Root(uri="file:///home/ada")])
            await self.ask("test_input_required_result_list_roots", {}, "Roots: file:///home/ada",
                           list_roots_callback=answer)

        async def test_answers_round_after_round(self):
            answers = [{"name": "Ada"}, {"color": "green"}]

            async def answer(context, params):
                return types.ElicitResult(action="accept", content=answers.pop(0))
            await self.ask("test_input_required_result_multi_round", {}, "Multi-round complete: Ada likes green",
                           elicitation_callback=answer)
            self.assertEqual(answers, [])

        async def test_answers_ten_questions_at_once(self):
            async def answer(context, params):
                return types.ElicitResult(action="accept", content={"username": params.message, "email": ""})

            async def use(client):
                results = await asyncio.gather(*(client.call_tool("test_elicitation", {"message": f"number {n}"})
                                                 for n in range(10)))
                for n, result in enumerate(results):
                    self.assertIn(f'"username":"number {n}"', result.content[0].text)
            await self.talk(use, elicitation_callback=answer)

        async def test_hears_of_changes(self):
            heard = asyncio.Queue()

            async def hear(message):
                await heard.put(type(message))

            async def use(client):
                if self.is_modern:
                    async with client.listen(tools_list_changed=True, prompts_list_changed=True,
                                             resource_subscriptions=[WATCHED]) as events:
                        for tool, kind in [("tool_change", ToolsListChanged), ("prompt_change", PromptsListChanged),
                                           ("resource_update", ResourceUpdated)]:
                            await client.call_tool("test_trigger_" + tool, {})
                            while not isinstance(await anext(events), kind):
                                pass
                else:
                    await client.subscribe_resource(WATCHED)
                    for tool, kind in [("tool_change", types.ToolListChangedNotification),
                                       ("prompt_change", types.PromptListChangedNotification),
                                       ("resource_update", types.ResourceUpdatedNotification)]:
                        await client.call_tool("test_trigger_" + tool, {})
                        while await heard.get() is not kind:
                            pass
            await self.talk(use, message_handler=hear)

        async def test_gets_answers_that_come_as_streams(self):
            async def use(client):
                async with anyio.create_task_group() as group:
                    for n in range(3):
                        group.start_soon(self.compute, client)
            await self.talk(use, "everything", "--stream-after", "0ms", "--keep-alive", "20ms")

        async def compute(self, client):
            result = await client.call_tool("slow_compute", {"seconds": 0.5})
            self.assertFalse(result.is_error, result)

        async def test_gives_up_a_call_which_the_server_then_stops(self):
            async def use(client):
                with anyio.move_on_after(0.5) as scope:
                    await client.call_tool("slow_compute", {"seconds": 60})
                self.assertTrue(scope.cancelled_caught)
                self.assertEqual((await client.call_tool("greet", {"name": "Ada"})).content[0].text, "Hello, Ada!")
            # With a call that runs, the server would wait for longer than the test does.
            await self.talk(use, "everything", "--grace", "5min")


class Legacy(Of.Mode):
    mode, revision = "legacy", LEGACY


class Auto(Of.Mode):
    mode, revision = "auto", MODERN


class Pinned(Of.Mode):
    mode, revision = MODERN, MODERN


class Sse(Of.Mode):
    """HTTP+SSE."""
    mode, revision = "legacy", LEGACY

    def transport(self, url):
        return sse_client(url.replace("/mcp", "/sse"))

    def options(self):
        return ("--sse",)


class Lines(unittest.TextTestResult):
    """As TAP."""

    def addSuccess(self, test):
        super().addSuccess(test)
        print(f"ok {self.testsRun} - {test.id()}", flush=True)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        print(f"not ok {self.testsRun} - {test.id()}", flush=True)

    def addSkip(self, test, why):
        super().addSkip(test, why)
        print(f"ok {self.testsRun} - {test.id()} # SKIP {why}", flush=True)

    def addError(self, test, error):
        super().addError(test, error)
        print(f"not ok {self.testsRun} - {test.id()}", flush=True)


if __name__ == "__main__":
    outcome = unittest.main(exit=False, testRunner=unittest.TextTestRunner(resultclass=Lines, stream=sys.stderr)).result
    failed = len(outcome.failures) + len(outcome.errors)
    print(f"# pass {outcome.testsRun - failed - len(outcome.skipped)}")
    print(f"# fail {failed}")
    print(f"# skipped {len(outcome.skipped)}")
    sys.exit(not outcome.wasSuccessful())
