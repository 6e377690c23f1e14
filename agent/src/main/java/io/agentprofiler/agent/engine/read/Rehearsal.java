// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.value.TextValue;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;
import java.util.Map;

/**
 * A made-up call without objects, and a made-up conversation: what the writer reads and writes before there is anything, so that
 * its classes are loaded.
 */
final class Rehearsal implements PathRoots {
    /** Returns the state of a rule that reads content, whose reading says nothing on stderr; {@code null} when none was read yet. */
    static RuleState rule(RuleStates states) {
        for (int i = states.rules().nextRead(0); i >= 0; i = states.rules().nextRead(i + 1)) {
            Rule rule = states.rules().get(i);
            boolean quiet = !(rule.name() instanceof TextValue name) || !name.readsText();
            if (rule.kind() != null && quiet && !rule.content().isEmpty()) {
                return states.get(i);
            }
        }
        return null;
    }

    static Span span(Rule rule) {
        return new Span(rule, new Span.Site("", "", null), null, 1, 1, 1, 0, false);
    }

    static Map<String, Object> prompt() {
        return Map.of(
                Attributes.SYSTEM_INSTRUCTIONS,
                List.of(Map.of("type", "text", "content", "Answer in one sentence.")),
                Attributes.INPUT_MESSAGES,
                List.of(Map.of("role", "user", "parts", List.of(Map.of("type", "text", "content", "How are you?")))),
                Attributes.TOOL_CALL_ARGUMENTS,
                "{\"city\":\"Oslo\"}");
    }

    static Map<String, Object> answer() {
        return Map.of(
                Attributes.OUTPUT_MESSAGES,
                List.of(Map.of(
                        "role", "assistant", "parts", List.of(Map.of("type", "text", "content", "Fine, thanks.")))));
    }

    static void figures(Map<String, Object> into) {
        into.put(Attributes.REQUEST_MODEL, "none");
        into.put(Attributes.INPUT_TOKENS, 1L);
        into.put(Attributes.RESPONSE_FINISH_REASONS, List.of("stop"));
        into.put(Attributes.REPLAYED, false);
        into.put(Attributes.REQUEST_TEMPERATURE, 0.5);
    }

    @Override
    public Object self() {
        return null;
    }

    @Override
    public Object arg(int index) {
        return null;
    }

    @Override
    public Object result() {
        return null;
    }

    @Override
    public Throwable thrown() {
        return null;
    }

    @Override
    public Object annotatedArg(String annotationType) {
        return null;
    }
}
