// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.content.redaction.Redactor;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.call.Call;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.event.ShortAttributes;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is read of a call whose objects may not wait. */
class ShortReaderTest {
    private static final Rule RULE = rule("""
            {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [{
              "id": "model", "kind": "llm",
              "match": {"class": "com.acme.Model", "method": "ask(java.lang.Object):java.lang.Object"},
              "name": "chat {gen_ai.request.model}",
              "start": {"gen_ai.request.model": "arg0.model", "acme.note": "arg0.note", "acme.called": "arg0.counted.toString()"},
              "end": {"gen_ai.usage.input_tokens": "return.tokens", "gen_ai.response.finish_reasons": ["return.reason"]},
              "content": {"gen_ai.input.messages": "arg0.prompt", "gen_ai.output.messages": "return.text"}}]}
            """);

    private final RuleStates states = new RuleStates(List.of(RULE), (index, reason) -> {});
    private final RuleSpanReader reader =
            new RuleSpanReader(states, new ContentPolicy(Content.FULL, 100, new Redactor(List.of()), new byte[] {1}));
    private final Span span =
            new Span(RULE, new Span.Site("com.acme.Model", "ask", new String[][] {{}}), null, 1, 2, 3, 0, false);

    @Test
    void shouldReadNameAndAttributesOfAStartButNeitherContentNorLongTexts() {
        Counted counted = new Counted();
        Object request = Map.of("model", "m-1", "note", "x".repeat(257), "prompt", "long", "counted", counted);

        ShortAttributes read = reader.readShort(
                RULE, span, new Call(null, new String[0][], null, new Object[] {request}, null), false);

        assertThat(read.name()).isEqualTo("chat m-1");
        assertThat(read.attributes())
                .containsExactly(Map.entry("gen_ai.request.model", "m-1"), Map.entry("gen_ai.operation.name", "chat"));
        assertThat(counted.calls)
                .as("methods of the application that were called")
                .hasValue(0);
    }

    @Test
    void shouldLeaveOutTextsThatMayBeContent() {
        Object request = Map.of("model", "m-1", "note", "a secret");

        ShortAttributes read = reader.readShort(
                RULE, span, new Call(null, new String[0][], null, new Object[] {request}, null), false);

        assertThat(read.attributes().values()).doesNotContain("a secret");
    }

    @Test
    void shouldCallMethodsAndReadTheFailureOfObjectsThatAreUsedAgain() {
        Rule recycled = rule("""
                {"format": "agent-profiler-rules/1", "title": "t", "packages": [], "rules": [{
                  "id": "request", "kind": "workflow", "recycled": true,
                  "match": {"class": "com.acme.Server", "method": "handle(java.lang.Object):void"},
                  "name": "{http.request.method}", "start": {"http.request.method": "arg0.verb()"},
                  "end": {"http.response.status_code": "arg0.code()"}, "failed": {"when": "arg0.code()", "atLeast": 500}}]}
                """);
        Call call = new Call(null, new String[0][], null, new Object[] {new Served()}, null);
        Span request = new Span(
                recycled, new Span.Site("com.acme.Server", "handle", new String[][] {{}}), null, 1, 2, 3, 0, false);

        assertThat(reader.readShort(recycled, request, call, false).name()).isEqualTo("GET");
        ShortAttributes end = reader.readShort(recycled, request, call, true);
        assertThat(end.attributes()).containsExactly(Map.entry("http.response.status_code", 503L));
        assertThat(end.failedWhen()).isEqualTo(503);
    }

    @Test
    void shouldReadTheTokensOfAnEnd() {
        Object response = Map.of("tokens", 12, "reason", "stop", "text", "long");

        ShortAttributes read =
                reader.readShort(RULE, span, new Call(null, new String[0][], null, new Object[0], response), true);

        assertThat(read.attributes())
                .containsExactly(
                        Map.entry("gen_ai.usage.input_tokens", 12L),
                        Map.entry("gen_ai.response.finish_reasons", List.of("stop")));
    }

    @Test
    void shouldSurviveObjectsThatCannotBeRead() {
        Map<String, Object> hostile = new java.util.AbstractMap<>() {
            @Override
            public java.util.Set<Entry<String, Object>> entrySet() {
                throw new StackOverflowError();
            }
        };

        assertThat(reader.readShort(
                        RULE,
                        span,
                        new Call(states.get(0), new String[0][], null, new Object[] {hostile}, null),
                        false))
                .satisfiesAnyOf(
                        read -> assertThat(read).isNull(),
                        read -> assertThat(read.attributes()).doesNotContainKey("gen_ai.request.model"));
    }

    private static Rule rule(String json) {
        try {
            return RuleParser.parse("test.json", json, Origin.USER).rules().get(0);
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }

    /** Counts calls. */
    static final class Counted {
        final AtomicInteger calls = new AtomicInteger();

        @Override
        public String toString() {
            return "called " + calls.incrementAndGet();
        }
    }

    /** A request of which nothing is known without asking it. */
    public static final class Served {
        private final String line = "GET /desks 503";

        public String verb() {
            return line.substring(0, line.indexOf(' '));
        }

        public int code() {
            return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
        }
    }
}
