// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.content.redaction.Redactor;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.Call;
import io.agentprofiler.agent.engine.call.KeptList;
import io.agentprofiler.agent.engine.read.RuleSpanReader;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams whose elements differ: what is told of them is in the first, in the last but one, and in pieces in between. */
class StreamRulesTest {
    private static final String RULES = """
            {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
             {"id": "stream", "kind": "llm", "role": "open", "operation": "chat", "key": "return",
              "match": {"class": "com.acme.Model", "method": "stream(java.lang.Object):java.lang.Object"}},
             {"id": "events", "role": "elements", "operation": "chat", "key": "this",
              "match": {"class": "com.acme.Events", "method": "events():java.util.Iterator"},
              "chunk": [{"type": "thinking", "chars": "return.delta.thought"}, {"type": "tool_call", "chars": "return.delta.json"},
                        {"type": "item", "when": "return.ping"}, {"type": "text", "chars": "return.delta.text"}],
              "keep": {"message": {"first": "return.start"}, "end": "return.end", "unread": {"all": "return.delta"},
                       "thoughts": {"all": "return.delta.thought"}, "texts": {"all": "return.delta.text"},
                       "calls": {"all": "return.(tool|delta)"}},
              "end": {"gen_ai.response.model": "kept.message.model",
                      "gen_ai.response.finish_reasons": ["kept.end.reason"],
                      "gen_ai.usage.input_tokens": {"plus": ["kept.message.usage.fresh", "kept.message.usage.cached"]},
                      "gen_ai.usage.output_tokens": "kept.end.output"},
              "content": {"gen_ai.output.messages": [
                 {"object": {"type": {"const": "reasoning"}, "content": {"join": "kept.thoughts"}}},
                 {"object": {"type": {"const": "text"}, "content": {"join": "kept.texts"}}},
                 {"group": "kept.calls", "by": "index", "as": {"id": "id", "name": "name", "arguments": {"join": "json"}}}]}}]}
            """;

    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
    }

    @Test
    void shouldTellTheTypeOfAChunkByTheElement() {
        List<Rule> rules = rules(RULES);
        stream(rules, Content.FULL);

        assertThat(events.lines)
                .containsExactly(
                        "start stream",
                        "chunk stream 0 item -1",
                        "chunk stream 1 thinking 3",
                        "chunk stream 2 text 6",
                        "chunk stream 3 text 2",
                        "chunk stream 4 tool_call 5",
                        "chunk stream 5 tool_call 4",
                        "end stream ok");
    }

    @Test
    void shouldReadAtTheEndWhatEarlierElementsSaid() {
        List<Rule> rules = rules(RULES);
        SpanEnd end = end(rules, stream(rules, Content.FULL), Content.FULL);

        assertThat(end.attributes)
                .containsEntry("gen_ai.response.model", "m-1")
                .containsEntry("gen_ai.response.finish_reasons", List.of("tool_use"))
                .containsEntry("gen_ai.usage.input_tokens", 12L)
                .containsEntry("gen_ai.usage.output_tokens", 7L)
                .containsEntry(
                        "gen_ai.output.messages",
                        List.of(
                                Map.of("type", "reasoning", "content", "hmm"),
                                Map.of("type", "text", "content", "It is so"),
                                Map.of("id", "c1", "name", "weather", "arguments", "{\"a\":\"b\"}")));
    }

    @Test
    void shouldKeepOnlyWhatIsReadAtTheEnd() {
        List<Rule> rules = rules(RULES);

        assertThat(stream(rules, Content.FULL).kept).containsOnlyKeys("message", "end", "thoughts", "texts", "calls");
        assertThat(stream(rules, Content.NONE).kept).containsOnlyKeys("message", "end");
    }

    @Test
    void shouldRecordArgumentsYieldsAndResultsOfTheUsersOwnMethods() throws RuleFileException {
        List<Rule> rules =
                TraceSpec.parse("agentprofiler.trace", "com.acme.Planner#plan").rules();
        Engine engine = engine(rules, Content.FULL);
        JoinPoint plan = engine.joinPoint(0, "com.acme.Planner", "plan", "java.lang.Object", new String[0][]);
        JoinPoint steps = engine.joinPoint(0, "com.acme.Planner", "plan", "java.util.Iterator", new String[0][]);

        plan.exit(plan.enter(null, "Oslo", 3, null, null, null, null, null, null), new Plan("go", List.of(1, 2)), null);
        Object handle = steps.enter(null, "Rome", null, null, null, null, null, null, null);
        Iterator<?> iterator =
                (Iterator<?>) steps.exit(handle, List.of("a", "b").iterator(), null);
        iterator.forEachRemaining(each -> {});

        RuleSpanReader reader = reader(rules, Content.FULL);
        SpanEnd whole = end(events.started.get(0));
        reader.readEnd(
                rules.get(0), new Call(null, new String[0][], null, new Object[0], events.results.get(0)), true, whole);
        SpanEnd yielded = end(events.started.get(1));
        reader.readEnd(
                rules.get(0),
                new Call(null, new String[0][], null, new Object[0], events.results.get(1)),
                true,
                yielded);
        SpanStart start = new SpanStart();
        start.span = events.started.get(0);
        reader.readStart(new Call(null, new String[0][], null, new Object[] {"Oslo", 3}, null), true, start);

        assertThat(start.attributes).containsEntry("agentprofiler.input", Map.of("arg0", "Oslo", "arg1", 3L));
        assertThat(whole.attributes)
                .containsEntry("agentprofiler.output", Map.of("verb", "go", "days", List.of(1L, 2L)))
                .doesNotContainKey("agentprofiler.yields");
        assertThat(yielded.attributes)
                .containsEntry("agentprofiler.yields", List.of("a", "b"))
                .doesNotContainKey("agentprofiler.output");
    }

    @Test
    void shouldKeepNoMoreYieldsThanThereIsRoomFor() throws RuleFileException {
        List<Rule> rules =
                TraceSpec.parse("agentprofiler.trace", "com.acme.Planner#plan").rules();
        JoinPoint steps = engine(rules, Content.FULL)
                .joinPoint(0, "com.acme.Planner", "plan", "java.util.Iterator", new String[0][]);

        Iterator<?> iterator = (Iterator<?>) steps.exit(
                steps.enter(null, null, null, null, null, null, null, null, null),
                IntStream.range(0, 300).iterator(),
                null);
        iterator.forEachRemaining(each -> {});

        List<?> yields = (List<?>) KeptList.of(events.started.get(0), "yields");
        assertThat(yields).hasSize(257);
        assertThat(yields.get(255)).isEqualTo(255);
        assertThat(yields.get(256)).isEqualTo("… [44 more]");
    }

    @Test
    void shouldNoteWhatAMethodReturned() {
        List<Rule> rules = rules("""
                {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
                 {"id": "model", "kind": "llm", "operation": "chat", "key": "arg0",
                  "match": {"class": "com.acme.Model", "method": "ask(java.lang.Object):java.lang.Object"}},
                 {"id": "usage", "role": "note", "operation": "chat", "key": "arg0",
                  "match": {"class": "com.acme.Usage", "method": "of(java.lang.Object):java.lang.Object"},
                  "end": {"gen_ai.usage.input_tokens": "return.tokens"}}]}
                """);
        Engine engine = engine(rules, Content.FULL);
        JoinPoint model = engine.joinPoint(0, "com.acme.Model", "ask", "java.lang.Object", new String[0][]);
        JoinPoint usage = engine.joinPoint(1, "com.acme.Usage", "of", "java.lang.Object", new String[0][]);
        Object key = new Object();

        Object handle = model.enter(null, key, null, null, null, null, null, null, null);
        Object failing = usage.enter(null, key, null, null, null, null, null, null, null);
        usage.exit(failing, null, new IllegalStateException("none"));
        Object noting = usage.enter(null, key, null, null, null, null, null, null, null);
        Map<String, Integer> answer = Map.of("tokens", 9);
        assertThat(usage.exit(noting, answer, null)).isSameAs(answer);
        model.exit(handle, "text", null);

        SpanEnd end = end(events.started.get(0));
        reader(rules, Content.FULL)
                .readEnd(rules.get(0), new Call(null, new String[0][], null, new Object[0], "text"), true, end);
        assertThat(end.attributes).containsEntry("gen_ai.usage.input_tokens", 9L);
        assertThat(end.span.notes.next()).isNull();
    }

    @Test
    void shouldKeepTheBytesThatCallsBring() {
        List<Rule> rules = rules("""
                {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
                 {"id": "model", "kind": "llm", "operation": "chat", "key": "arg0",
                  "match": {"class": "com.acme.Model", "method": "ask(java.lang.Object):java.lang.Object"},
                  "end": {"gen_ai.usage.input_tokens": "kept.answer[events].usage.tokens",
                          "gen_ai.usage.output_tokens": "kept.rest[json]"}},
                 {"id": "read", "role": "note", "operation": "chat", "key": "this",
                  "match": {"class": "com.acme.Body", "method": "read(byte[],int,int):int"},
                  "keep": {"answer": {"bytes": {"of": "arg0", "from": "arg1"}, "count": "return"}}},
                 {"id": "append", "role": "note", "operation": "chat", "key": "this",
                  "match": {"class": "com.acme.Body", "method": "append(java.util.Map):long"},
                  "keep": {"rest": {"bytes": [{"of": "arg0.a", "from": "arg0.from", "to": "arg0.to"}, {"of": "arg0.b"}],
                                    "count": "return"}}}]}
                """);
        Engine engine = engine(rules, Content.FULL);
        JoinPoint model = engine.joinPoint(0, "com.acme.Model", "ask", "java.lang.Object", new String[0][]);
        JoinPoint read = engine.joinPoint(1, "com.acme.Body", "read", "int", new String[0][]);
        JoinPoint append = engine.joinPoint(2, "com.acme.Body", "append", "long", new String[0][]);
        Object key = new Object();

        Object handle = model.enter(null, key, null, null, null, null, null, null, null);
        byte[] event = "--data: {\"usage\":{\"tokens\":9}}\n--".getBytes(StandardCharsets.UTF_8);
        read.exit(read.enter(key, event, 2, 4000, null, null, null, null, null), 10, null);
        read.exit(read.enter(key, event, 12, 4000, null, null, null, null, null), event.length - 14, null);
        read.exit(read.enter(key, event, 0, 4000, null, null, null, null, null), -1, null);
        for (long count : new long[] {1, 3, 0}) {
            Map<String, Object> body =
                    Map.of("a", digits("x123y"), "from", 1, "to", 4, "b", digits(count == 1 ? "7" : "45"));
            append.exit(append.enter(key, body, null, null, null, null, null, null, null), count, null);
        }
        model.exit(handle, "text", null);

        SpanEnd end = end(events.started.get(0));
        reader(rules, Content.FULL)
                .readEnd(rules.get(0), new Call(null, new String[0][], null, new Object[0], "text"), true, end);
        assertThat(end.attributes)
                .containsEntry("gen_ai.usage.input_tokens", 9L)
                .containsEntry("gen_ai.usage.output_tokens", 7345L);
    }

    private static byte[] digits(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Span stream(List<Rule> rules, Content content) {
        Engine engine = engine(rules, content);
        JoinPoint open = engine.joinPoint(0, "com.acme.Model", "stream", "java.lang.Object", new String[0][]);
        JoinPoint read = engine.joinPoint(1, "com.acme.Events", "events", "java.util.Iterator", new String[0][]);
        Object stream = new Object();
        open.exit(open.enter(null, "prompt", null, null, null, null, null, null, null), stream, null);
        Object handle = read.enter(stream, null, null, null, null, null, null, null, null);
        Iterator<?> iterator = (Iterator<?>) read.exit(handle, elements().iterator(), null);
        iterator.forEachRemaining(each -> {});
        return events.started.get(events.started.size() - 1);
    }

    @Test
    void shouldNotCountTheWholeThatRepeatsItsPieces() {
        List<Rule> rules = rules("""
                {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
                 {"id": "stream", "kind": "llm", "shape": "iterator",
                  "match": {"class": "com.acme.Model", "method": "stream():java.util.Iterator"},
                  "chunk": [{"type": "none", "unless": "return.partial"}, {"type": "text", "chars": "return.text"}]},
                 {"id": "marked", "kind": "llm", "shape": "iterator",
                  "match": {"class": "com.acme.Model", "method": "stream():java.util.Iterator"},
                  "chunk": {"type": "text", "unless": "return.whole", "chars": "return.text"}}]}
                """);
        Engine engine = engine(rules, Content.FULL);
        List<Map<String, Object>> elements = List.of(
                Map.of("text", "It", "partial", true),
                Map.of("text", "is", "partial", true),
                Map.of("text", "It is", "partial", false, "whole", true),
                Map.of("text", "It is", "whole", true));
        for (int rule = 0; rule < 2; rule++) {
            JoinPoint join = engine.joinPoint(rule, "com.acme.Model", "stream", "java.util.Iterator", new String[0][]);
            Object handle = join.enter(null, null, null, null, null, null, null, null, null);
            ((Iterator<?>) join.exit(handle, elements.iterator(), null)).forEachRemaining(each -> {});
        }

        assertThat(events.lines)
                .containsExactly(
                        "start stream",
                        "chunk stream 0 text 2",
                        "chunk stream 1 text 2",
                        "end stream ok",
                        "start marked",
                        "chunk marked 0 text 2",
                        "chunk marked 1 text 2",
                        "end marked ok");
    }

    @Test
    void shouldKeepNoEmptyPieces() {
        List<Rule> rules = rules("""
                {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
                 {"id": "stream", "kind": "llm", "shape": "iterator",
                  "match": {"class": "com.acme.Model", "method": "stream():java.util.Iterator"},
                  "keep": {"texts": {"all": "return.text"}, "thoughts": {"all": "return.thought"}, "all": {"all": "return"}},
                  "content": {"a": {"join": "kept.texts"}, "b": {"join": "kept.thoughts"}, "c": "kept.all"}}]}
                """);
        JoinPoint join = engine(rules, Content.FULL)
                .joinPoint(0, "com.acme.Model", "stream", "java.util.Iterator", new String[0][]);
        Iterator<?> elements = List.of(Map.of("text", "", "thought", ""), Map.of("text", "a"), "")
                .iterator();
        Object handle = join.enter(null, null, null, null, null, null, null, null, null);
        ((Iterator<?>) join.exit(handle, elements, null)).forEachRemaining(each -> {});
        Map<String, Object> kept = events.started.get(0).kept;

        assertThat(kept).containsOnlyKeys("texts", "all");
        assertThat(KeptList.of(events.started.get(0), "texts")).isEqualTo(List.of("a"));
        assertThat(KeptList.of(events.started.get(0), "all"))
                .as("elements themselves are all there")
                .isEqualTo(List.of(Map.of("text", "", "thought", ""), Map.of("text", "a"), ""));
    }

    private static List<Map<String, Object>> elements() {
        return List.of(
                Map.of("start", Map.of("model", "m-1", "usage", Map.of("fresh", 10, "cached", 2))),
                Map.of("ping", true),
                Map.of("delta", Map.of("index", 0, "thought", "hmm")),
                Map.of("delta", Map.of("index", 1, "text", "It is ")),
                Map.of("delta", Map.of("index", 1, "text", "so")),
                Map.of("tool", Map.of("index", 2, "id", "c1", "name", "weather")),
                Map.of("delta", Map.of("index", 2, "json", "{\"a\":")),
                Map.of("delta", Map.of("index", 2, "json", "\"b\"}")),
                Map.of("end", Map.of("reason", "tool_use", "output", 7)),
                Map.of("stop", true));
    }

    private static SpanEnd end(List<Rule> rules, Span span, Content content) {
        SpanEnd end = end(span);
        reader(rules, content)
                .readEnd(
                        rules.get(1),
                        new Call(null, new String[0][], null, new Object[0], Map.of("stop", true)),
                        true,
                        end);
        return end;
    }

    private static SpanEnd end(Span span) {
        SpanEnd end = new SpanEnd();
        end.span = span;
        end.status = SpanEnd.Status.OK;
        return end;
    }

    private Engine engine(List<Rule> rules, Content content) {
        return new Engine(
                new RuleStates(rules, (index, reason) -> {}),
                RuleFixture.reactive(),
                RuleFixture.coroutines(),
                events,
                FlightSpans.OFF,
                1,
                content != Content.NONE);
    }

    private static RuleSpanReader reader(List<Rule> rules, Content level) {
        return new RuleSpanReader(
                new RuleStates(rules, (index, reason) -> {}),
                new ContentPolicy(level, 1000, new Redactor(List.of()), new byte[] {1}));
    }

    private static List<Rule> rules(String json) {
        try {
            return RuleParser.parse("test.json", json, Origin.BUNDLED).rules();
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }

    /** What a method returns. */
    record Plan(String verb, List<Integer> days) {}
}
