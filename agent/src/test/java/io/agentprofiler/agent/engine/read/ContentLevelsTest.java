// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.content.redaction.Redactor;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Text of the application is written under {@code full} and at no other level, whatever way it takes. */
class ContentLevelsTest {
    private static final String CANARY = "canary-7c2f";
    private static final String LENGTH = "agentprofiler.content.error.message";

    private static final RuleFile FILE = parse("""
        {"format": "agent-profiler-rules/1", "metadata": ["acme.tenant"], "rules": [{
          "id": "ask", "kind": "tool",
          "match": {"class": "com.acme.Model", "method": "ask(java.lang.Object):java.lang.Object"},
          "name": "ask {arg0.question} for {acme.tenant} by {this.simpleClass} {acme.topic}",
          "start": {"acme.tenant": "arg0.tenant", "acme.topic": "arg0.question", "acme.count": "arg0.count",
                    "acme.list": ["arg0.question"], "acme.object": {"object": {"q": "arg0.question"}},
                    "acme.text": {"text": "about {arg0.question}"}, "acme.fixed": {"const": "a word of the rule"},
                    "acme.map": "arg0",
                    "gen_ai.tool.description": "arg0.question", "gen_ai.request.model": "arg0.model",
                    "gen_ai.request.stop_sequences": "arg0.stops"},
          "end": {"acme.answer": "return.text"},
          "content": {"gen_ai.tool.call.arguments": "arg0.question", "gen_ai.tool.call.result": "return.text"},
          "failed": {"when": "return.text", "type": "return.text", "message": "return.text"}}]}
        """);

    private final Span span = new Span(
            FILE.rules().get(0), new Span.Site("com.acme.Model", "ask", new String[][] {{}}), null, 1, 2, 3, 0, false);

    @ParameterizedTest
    @EnumSource(names = {"NONE", "HASH"})
    void shouldWriteNoTextOfArgumentsBelowFull(Content level) {
        SpanStart start = start(
                level,
                Map.of(
                        "question",
                        CANARY + " what",
                        "tenant",
                        "north",
                        "count",
                        3,
                        "model",
                        "m",
                        "stops",
                        List.of(CANARY)));

        assertThat(start.attributes.toString()).doesNotContain(CANARY);
        assertThat(start.name).isEqualTo("ask for north by FixedCall");
        assertThat(start.attributes)
                .containsEntry("acme.tenant", "north")
                .containsEntry("acme.count", 3L)
                .containsEntry("acme.fixed", "a word of the rule")
                .containsEntry("gen_ai.request.model", "m")
                .doesNotContainKeys("acme.topic", "acme.text", "gen_ai.tool.description");
        if (level == Content.HASH) {
            assertThat((Map<?, ?>) start.attributes.get("agentprofiler.content.acme.topic"))
                    .satisfies(told -> assertThat(told.get("chars")).isEqualTo(16L))
                    .satisfies(told -> assertThat(told.get("hash")).isNotNull());
        } else {
            assertThat(start.attributes.keySet()).noneMatch(name -> name.startsWith("agentprofiler.content."));
        }
    }

    /** What is no name is not taken for one because of where it stands. */
    @ParameterizedTest
    @EnumSource(names = {"NONE", "HASH"})
    void shouldTakeLongTextForNoName(Content level) {
        SpanStart start = start(level, Map.of("model", CANARY + "x".repeat(300), "tenant", CANARY + "\nsecond line"));

        assertThat(start.attributes.toString()).doesNotContain(CANARY);
        assertThat(start.name).isEqualTo("ask for by FixedCall");
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "HASH"})
    void shouldTellOfAFailureTypeAndLengthOnlyBelowFull(Content level) {
        SpanEnd end = end(level, null, new IllegalStateException(CANARY, new RuntimeException(CANARY)));

        assertThat(end.errorType).isEqualTo("java.lang.IllegalStateException");
        assertThat(end.errorMessage).isNull();
        assertThat(end.attributes.toString()).doesNotContain(CANARY);
        assertThat((Map<?, ?>) end.attributes.get(LENGTH)).satisfies(told -> {
            assertThat(told.get("chars")).isEqualTo((long) CANARY.length());
            assertThat(told.containsKey("hash")).isEqualTo(level == Content.HASH);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "HASH"})
    void shouldWriteNoTextThatTheRuleTakesForAFailure(Content level) {
        SpanEnd end = end(level, Map.of("text", CANARY + " was refused"), null);

        assertThat(end.status).isEqualTo(SpanEnd.Status.ERROR);
        assertThat(end.errorType).isEqualTo("_OTHER");
        assertThat(end.errorMessage).isNull();
        assertThat(end.attributes).containsEntry("error.type", "_OTHER");
        assertThat(end.attributes.toString()).doesNotContain(CANARY);
    }

    @Test
    void shouldTellEqualFailuresByTheirHash() {
        Object first = end(Content.HASH, null, new IllegalStateException("a"))
                .attributes
                .get(LENGTH);

        assertThat(end(Content.HASH, null, new IllegalArgumentException("a"))
                        .attributes
                        .get(LENGTH))
                .isEqualTo(first);
        assertThat(end(Content.HASH, null, new IllegalStateException("b"))
                        .attributes
                        .get(LENGTH))
                .isNotEqualTo(first);
    }

    @Test
    void shouldWriteRedactedTextUnderFull() {
        Map<String, Object> argument = Map.of("question", CANARY + " of jane@mail.example.org", "tenant", "north");
        SpanStart start = start(Content.FULL, argument);
        SpanEnd end = end(Content.FULL, null, new IllegalStateException(CANARY + " of jane@mail.example.org"));

        assertThat(start.name)
                .isEqualTo("ask canary-7c2f of [redacted] for north by FixedCall canary-7c2f of [redacted]");
        assertThat(start.attributes).containsEntry("acme.topic", "canary-7c2f of [redacted]");
        assertThat(end.errorMessage).isEqualTo("canary-7c2f of [redacted]");
    }

    /** Its methods are the application's code, and would say the canary. */
    @Test
    void shouldCallNoMethodOfAFailure() {
        SpanEnd end = end(Content.FULL, null, new Talkative("from the field"));

        assertThat(end.errorMessage).isEqualTo("from the field");
        assertThat(end.errorType).isEqualTo(Talkative.class.getName());
    }

    private SpanStart start(Content level, Object argument) {
        SpanStart start = new SpanStart();
        start.span = span;
        reader(level).readStart(new FixedCall(new Object[] {argument}, null, null), true, start);
        return start;
    }

    private SpanEnd end(Content level, Object result, Throwable thrown) {
        SpanEnd end = new SpanEnd();
        end.span = span;
        end.status = thrown == null ? SpanEnd.Status.OK : SpanEnd.Status.ERROR;
        reader(level).readEnd(FILE.rules().get(0), new FixedCall(new Object[] {Map.of()}, result, thrown), true, end);
        return end;
    }

    private static RuleSpanReader reader(Content level) {
        return new RuleSpanReader(
                new RuleStates(FILE.rules(), (index, reason) -> {}),
                new ContentPolicy(level, 100, new Redactor(List.of()), new byte[] {1}, FILE.metadata()));
    }

    private static RuleFile parse(String json) {
        try {
            return RuleParser.parse("acme.json", json, Origin.USER);
        } catch (RuleFileException e) {
            throw new AssertionError(e.problems().toString());
        }
    }

    private record FixedCall(Object[] args, Object result, Throwable thrown) implements PathRoots {
        @Override
        public Object self() {
            return this;
        }

        @Override
        public Object arg(int index) {
            return args[index];
        }

        @Override
        public Object annotatedArg(String annotationType) {
            return null;
        }
    }

    private static final class Talkative extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Talkative(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            throw new AssertionError("was called");
        }

        @Override
        public String getLocalizedMessage() {
            throw new AssertionError("was called");
        }

        @Override
        public String toString() {
            throw new AssertionError("was called");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new AssertionError("was called");
        }
    }
}
