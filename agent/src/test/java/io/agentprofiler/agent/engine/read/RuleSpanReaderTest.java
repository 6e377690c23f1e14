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
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import io.agentprofiler.rules.path.root.PathRoots;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleSpanReaderTest {
    private static final String MODEL = """
            {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [{
              "id": "model", "kind": "llm",
              "match": {"class": "com.acme.Model", "method": "ask(java.lang.Object):java.lang.Object"},
              "name": "chat {gen_ai.request.model}",
              "start": {"gen_ai.request.model": "arg0.model", "gen_ai.request.temperature": "arg0.missing",
                        "gen_ai.conversation.id": "arg@io.agentprofiler.agent.engine.read.RuleSpanReaderTest$Id"},
              "end": {"gen_ai.usage.input_tokens": "return.tokens", "gen_ai.usage.output_tokens": "return.none"},
              "content": {"gen_ai.input.messages": "arg0.text", "gen_ai.output.messages": "return.text"},
              "failed": {"when": "return.refused", "type": {"const": "refused"}, "message": "return.text"}}]}
            """;

    private final RuleStates states = new RuleStates(List.of(rule(MODEL)), (index, reason) -> {});
    private final Rule rule = states.get(0).rule();
    private final RuleSpanReader reader =
            new RuleSpanReader(states, new ContentPolicy(Content.FULL, 100, new Redactor(List.of()), new byte[] {1}));
    private final Span span =
            new Span(rule, new Span.Site("com.acme.Model", "ask", new String[][] {{}}), null, 1, 2, 3, 0, false);

    @Test
    void shouldReadNameAttributesAndContentAtTheStart() {
        SpanStart start = new SpanStart();
        start.span = span;

        reader.readStart(call(Map.of("model", "gpt-x", "text", "hello"), null, null), true, start);

        assertThat(start.name).isEqualTo("chat gpt-x");
        assertThat(start.attributes)
                .containsEntry("gen_ai.operation.name", "chat")
                .containsEntry("gen_ai.request.model", "gpt-x")
                .containsEntry("gen_ai.input.messages", "hello")
                .doesNotContainKey("gen_ai.request.temperature")
                .doesNotContainKey("gen_ai.output.messages");
    }

    @Test
    void shouldAddWhatWasNotedAndPreferIt() {
        Rule note = rule("""
                {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
                 {"id": "model", "match": {"class": "com.acme.Model", "method": "ask():java.lang.String"}},
                 {"id": "note", "role": "note", "operation": "model", "key": "this",
                  "match": {"class": "com.acme.Usage", "method": "add(java.lang.Object):void"},
                  "end": {"gen_ai.usage.input_tokens": "arg0.tokens", "gen_ai.response.model": "arg0.model"}}]}
                """, 1);
        RuleStates both = new RuleStates(List.of(rule, note), (index, reason) -> {});
        span.note(
                note,
                new Call(both.of(note), new String[0][], null, new Object[] {Map.of("tokens", 7, "model", "m")}, null));
        SpanEnd end = new SpanEnd();
        end.span = span;
        end.status = SpanEnd.Status.OK;

        new RuleSpanReader(both, new ContentPolicy(Content.FULL, 100, new Redactor(List.of()), new byte[] {1}))
                .readEnd(rule, call(Map.of(), Map.of("tokens", 1000), null), true, end);

        assertThat(end.attributes)
                .containsEntry("gen_ai.usage.input_tokens", 7L)
                .containsEntry("gen_ai.response.model", "m");
    }

    @Test
    void shouldSayOfAThrowingCallWhatTheRuleSaysOfFailures() {
        Rule tool = rule("""
                {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
                 {"id": "tool", "match": {"class": "com.acme.Tool", "method": "run():void"},
                  "failed": {"when": "thrown.cause", "type": "thrown.cause.class", "message": "thrown.cause.message"}}]}
                """);
        RuleStates tools = new RuleStates(List.of(tool), (index, reason) -> {});
        SpanEnd end = new SpanEnd();
        end.span = new Span(tool, span.site, null, 1, 2, 3, 0, false);
        end.status = SpanEnd.Status.ERROR;

        new RuleSpanReader(tools, new ContentPolicy(Content.FULL, 100, new Redactor(List.of()), new byte[] {1}))
                .readEnd(
                        tool,
                        call(null, null, new RuntimeException("wrapped", new IllegalStateException("no sea"))),
                        true,
                        end);

        assertThat(end.errorType).isEqualTo("java.lang.IllegalStateException");
        assertThat(end.errorMessage).isEqualTo("no sea");
    }

    @Test
    void shouldReadNoPayloadWhenTheBudgetIsSpent() {
        SpanStart start = new SpanStart();
        start.span = span;

        reader.readStart(call(Map.of("model", "gpt-x", "text", "hello"), null, null), false, start);

        assertThat(start.attributes).containsOnlyKeys("gen_ai.operation.name", "gen_ai.request.model");
    }

    @Test
    void shouldNeverWriteAnUnknownFigureAsZero() {
        SpanEnd end = end(SpanEnd.Status.OK);

        reader.readEnd(rule, call(Map.of(), Map.of("tokens", 12, "text", "hi"), null), true, end);

        assertThat(end.attributes)
                .containsEntry("gen_ai.usage.input_tokens", 12L)
                .containsEntry("gen_ai.output.messages", "hi")
                .doesNotContainKey("gen_ai.usage.output_tokens");
        assertThat(end.status).isEqualTo(SpanEnd.Status.OK);
    }

    @Test
    void shouldReportAFailureThatTheResultTells() {
        SpanEnd end = end(SpanEnd.Status.OK);

        reader.readEnd(rule, call(Map.of(), Map.of("refused", true, "text", "I will not"), null), true, end);

        assertThat(end.status).isEqualTo(SpanEnd.Status.ERROR);
        assertThat(end.errorType).isEqualTo("refused");
        assertThat(end.errorMessage).isEqualTo("I will not");
        assertThat(end.attributes).containsEntry("error.type", "refused");
    }

    @Test
    void shouldDescribeAThrownFailureAsTheRuleSays() {
        Rule unwrapping = rule(MODEL.replace(
                "\"return.refused\", \"type\": {\"const\": \"refused\"}, \"message\": \"return.text\"",
                "\"thrown.cause\", \"type\": \"thrown.cause.class\", \"message\": \"thrown.cause.message\""));
        RuleSpanReader unwrappingReader = readerOf(unwrapping);
        SpanEnd wrapped = end(SpanEnd.Status.ERROR);
        SpanEnd bare = end(SpanEnd.Status.ERROR);

        unwrappingReader.readEnd(
                unwrapping,
                call(Map.of(), null, new RuntimeException("around", new IllegalStateException("broken"))),
                true,
                wrapped);
        unwrappingReader.readEnd(unwrapping, call(Map.of(), null, new RuntimeException("bare")), true, bare);

        assertThat(wrapped.errorType).isEqualTo("java.lang.IllegalStateException");
        assertThat(wrapped.errorMessage).isEqualTo("broken");
        assertThat(bare.errorType).isEqualTo("java.lang.RuntimeException");
        assertThat(bare.errorMessage).isEqualTo("bare");
    }

    @Test
    void shouldCountFromANumberOnAsFailed() {
        Rule http = rule(MODEL.replace(
                "\"return.refused\", \"type\": {\"const\": \"refused\"}",
                "\"return.status\", \"atLeast\": 400, \"type\": {\"text\": \"{return.status}\"}"));
        RuleSpanReader httpReader = readerOf(http);
        SpanEnd fine = end(SpanEnd.Status.OK);
        SpanEnd refused = end(SpanEnd.Status.OK);
        SpanEnd unknown = end(SpanEnd.Status.OK);

        httpReader.readEnd(http, call(Map.of(), Map.of("status", 399), null), true, fine);
        httpReader.readEnd(http, call(Map.of(), Map.of("status", 400), null), true, refused);
        httpReader.readEnd(http, call(Map.of(), Map.of(), null), true, unknown);

        assertThat(fine.status).isEqualTo(SpanEnd.Status.OK);
        assertThat(refused.status).isEqualTo(SpanEnd.Status.ERROR);
        assertThat(refused.errorType).isEqualTo("400");
        assertThat(unknown.status).isEqualTo(SpanEnd.Status.OK);
    }

    @Test
    void shouldReportAThrownFailureWithItsMessageRedacted() {
        SpanEnd end = end(SpanEnd.Status.ERROR);

        reader.readEnd(
                rule, call(Map.of(), null, new IllegalStateException("bad key sk-abcdefghijklmnop1234")), true, end);

        assertThat(end.errorType).isEqualTo("java.lang.IllegalStateException");
        assertThat(end.errorMessage).isEqualTo("bad key [redacted]");
    }

    @Test
    void shouldLeaveUsageOfAWrapperToTheInnerCall() {
        span.wrapper = true;
        SpanEnd end = end(SpanEnd.Status.OK);

        reader.readEnd(rule, call(Map.of(), Map.of("tokens", 12), null), true, end);

        assertThat(end.attributes)
                .containsEntry("agentprofiler.wrapper", true)
                .doesNotContainKey("gen_ai.usage.input_tokens");
    }

    @Test
    void shouldFindTheAnnotatedArgumentOfAnInvocationHandler() throws NoSuchMethodException {
        Method method = Service.class.getMethod("ask", String.class, String.class);
        SpanStart start = new SpanStart();
        start.span = span;

        reader.readStart(
                new FixedCall(new Object[] {"proxy", method, new Object[] {"42", "hello"}}, null, null), true, start);

        assertThat(start.attributes).containsEntry("gen_ai.conversation.id", "42");
    }

    @Test
    void shouldNameAnAccessorWithoutStateBehindItAndNotCallIt() {
        SpanEnd end = end(SpanEnd.Status.OK);

        Computing result = new Computing();
        Call call = new Call(states.get(0), new String[][] {{}}, null, new Object[] {Map.of()}, result);

        reader.readEnd(rule, call, true, end);

        assertThat(end.attributes)
                .containsEntry("gen_ai.output.messages", "hi")
                .doesNotContainKey("gen_ai.usage.input_tokens");
        assertThat(states.get(0).report().failedPaths()).isEmpty();
        assertThat(states.get(0).report().notRead()).containsOnlyKeys("return.tokens");
        assertThat(result.asked).isEqualTo(7);
    }

    private SpanEnd end(SpanEnd.Status status) {
        SpanEnd end = new SpanEnd();
        end.span = span;
        end.status = status;
        return end;
    }

    private static RuleSpanReader readerOf(Rule rule) {
        return new RuleSpanReader(
                new RuleStates(List.of(rule), (index, reason) -> {}),
                new ContentPolicy(Content.FULL, 100, new Redactor(List.of()), new byte[] {1}));
    }

    private static PathRoots call(Object arg, Object result, Throwable thrown) {
        return new FixedCall(new Object[] {arg}, result, thrown);
    }

    private static Rule rule(String json) {
        return rule(json, 0);
    }

    private static Rule rule(String json, int index) {
        try {
            return RuleParser.parse("test.json", json, Origin.BUNDLED).rules().get(index);
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }

    /** Marks an argument in the tests. */
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Id {}

    /** A service with an annotated argument. */
    public interface Service {
        /** Asks. */
        String ask(@Id String id, String text);
    }

    /** A result of which one accessor changes something. */
    public static final class Computing {
        private int asked = 7;

        /** Counts how often it was asked. */
        public int tokens() {
            return ++asked;
        }

        /** Answers. */
        public String text() {
            return "hi";
        }

        /** Answers nothing. */
        public Object none() {
            return null;
        }

        /** Answers no. */
        public boolean refused() {
            return false;
        }
    }

    private record FixedCall(Object[] args, Object result, Throwable thrown) implements PathRoots {
        @Override
        public Object self() {
            return null;
        }

        @Override
        public Object arg(int index) {
            return index < args.length ? args[index] : null;
        }

        @Override
        public Object annotatedArg(String annotationType) {
            return null;
        }
    }
}
