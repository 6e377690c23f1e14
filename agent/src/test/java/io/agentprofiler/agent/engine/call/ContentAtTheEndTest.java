// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.content.redaction.Redactor;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.read.RuleSpanReader;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rule that opens no span has nothing but the end to write its content with, whatever it reads it from. */
class ContentAtTheEndTest {
    private static final String RULES = """
            {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
             {"id": "stream", "kind": "llm", "role": "open", "operation": "chat", "key": "arg0",
              "match": {"class": "com.acme.Model", "method": "stream(java.lang.Object):void"}},
             {"id": "other", "role": "ROLE", "operation": "chat", "key": "this" MORE,
              "match": {"class": "com.acme.Handler", "method": "take(java.lang.Object):java.util.Iterator"},
              "content": {"gen_ai.output.messages": "arg0"}}]}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"close", "fail", "cancel", "elements"})
    void shouldReadFromArgumentsOfTheCallThatEndsTheSpan(String role) {
        List<Rule> rules = rules(role);
        SpanEnd end = end(rules);

        reader(rules, Content.FULL)
                .readEnd(rules.get(1), new Call(null, new String[0][], null, args(), null), true, end);

        assertThat(end.attributes).containsEntry("gen_ai.output.messages", "It is sunny.");
    }

    @Test
    void shouldReadFromArgumentsOfACallThatNotes() {
        List<Rule> rules = rules("note");
        SpanEnd end = end(rules);
        end.span.note(rules.get(1), new Call(null, new String[0][], null, args(), null));

        reader(rules, Content.FULL)
                .readEnd(rules.get(0), new Call(null, new String[0][], null, args(), null), true, end);

        assertThat(end.attributes).containsEntry("gen_ai.output.messages", "It is sunny.");
    }

    @Test
    void shouldReadInACallThatNotesWhatWasKeptOfTheElements() throws RuleFileException {
        List<Rule> rules = RuleParser.parse("test.json", """
                {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
                 {"id": "stream", "kind": "llm", "shape": "iterator", "key": "arg0", "operation": "chat",
                  "keep": {"thoughts": {"all": "return.thought"}},
                  "match": {"class": "com.acme.Model", "method": "stream(java.lang.Object):java.util.Iterator"}},
                 {"id": "whole", "role": "note", "operation": "chat", "key": "arg0",
                  "match": {"class": "com.acme.Handler", "method": "take(java.lang.Object):void"},
                  "content": {"gen_ai.output.messages": {"join": "kept.thoughts"}}}]}
                """, Origin.BUNDLED).rules();
        SpanEnd end = end(rules);
        KeptList thoughts = new KeptList(9);
        thoughts.keep("let me ");
        thoughts.keep("see");
        end.span.keep("thoughts", thoughts);
        end.span.note(rules.get(1), new Call(null, new String[0][], null, args(), null, end.span));

        reader(rules, Content.FULL)
                .readEnd(rules.get(0), new Call(null, new String[0][], null, args(), null), true, end);

        assertThat(end.attributes).containsEntry("gen_ai.output.messages", "let me see");
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "fail", "cancel", "elements"})
    void shouldHashWhatIsNotToBeKept(String role) {
        List<Rule> rules = rules(role);
        SpanEnd end = end(rules);

        reader(rules, Content.HASH)
                .readEnd(rules.get(1), new Call(null, new String[0][], null, args(), null), true, end);

        assertThat(end.attributes).doesNotContainKey("gen_ai.output.messages");
        assertThat(end.attributes.get("agentprofiler.content.output.messages"))
                .isInstanceOfSatisfying(
                        Map.class,
                        length -> assertThat(length).containsEntry("chars", 12L).containsKey("hash"));
    }

    private static Object[] args() {
        return new Object[] {"It is sunny."};
    }

    private static SpanEnd end(List<Rule> rules) {
        SpanEnd end = new SpanEnd();
        end.span = new Span(
                rules.get(0), new Span.Site("com.acme.Model", "stream", new String[][] {{}}), null, 1, 2, 3, 0, false);
        end.status = SpanEnd.Status.OK;
        return end;
    }

    private static RuleSpanReader reader(List<Rule> rules, Content level) {
        return new RuleSpanReader(
                new RuleStates(rules, (index, reason) -> {}),
                new ContentPolicy(level, 100, new Redactor(List.of()), new byte[] {1}));
    }

    private static List<Rule> rules(String role) {
        String more = role.equals("fail") ? ", \"thrown\": \"arg0\"" : "";
        try {
            return RuleParser.parse("test.json", RULES.replace("ROLE", role).replace("MORE", more), Origin.BUNDLED)
                    .rules();
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }
}
