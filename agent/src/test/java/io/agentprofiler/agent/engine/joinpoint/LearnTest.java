// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.RecordedEvents;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.call.Call;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a getter of the application tells others is read where its fields are not. */
class LearnTest {
    private static final String RULES = """
            {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
             {"id": "definition", "role": "learn", "keep": {"name": "return.name", "schema": "return.schema"},
              "match": {"subtypeOf": "com.acme.Tool", "method": "getDefinition():com.acme.Definition"}},
             {"id": "label", "role": "learn",
              "match": {"subtypeOf": "com.acme.Tool", "method": "label():java.lang.String"}},
             {"id": "tool", "kind": "tool", "name": "execute_tool {acme.name}",
              "match": {"subtypeOf": "com.acme.Tool", "method": "run():void"},
              "start": {"acme.name": "this.definition.name", "acme.label": "this.label"}}]}
            """;

    private final RecordedEvents events = new RecordedEvents();
    private final List<Rule> rules = rules();
    private final RuleStates states = new RuleStates(rules, (index, reason) -> {});
    private final Engine engine =
            new Engine(states, RuleFixture.reactive(), RuleFixture.coroutines(), events, FlightSpans.OFF, 1, true);

    @Test
    void shouldReadWhatAGetterReturnedToOthers() {
        Tool tool = new Tool();
        JoinPoint definition = joinPoint(0, "getDefinition");
        JoinPoint label = joinPoint(1, "label");

        assertThat(read(tool, "acme.name")).isNull();
        Definition made = new Definition("weather", "{}");
        assertThat(definition.exit(enter(definition, tool), made, null)).isSameAs(made);
        assertThat(label.exit(enter(label, tool), "Weather", null)).isEqualTo("Weather");
        assertThat(read(tool, "acme.name")).isEqualTo("weather");
        assertThat(read(tool, "acme.label")).isEqualTo("Weather");
        assertThat(read(new Tool(), "acme.name")).isNull();
        assertThat(tool.called).isZero();
        assertThat(events.lines).isEmpty();
    }

    @Test
    void shouldLearnNothingOfACallThatFailsOrReturnsNothing() {
        Tool tool = new Tool();
        JoinPoint definition = joinPoint(0, "getDefinition");

        definition.exit(enter(definition, tool), null, new IllegalStateException());
        definition.exit(enter(definition, tool), null, null);

        assertThat(read(tool, "acme.name")).isNull();
    }

    private Object read(Tool tool, String attribute) {
        Call call = new Call(states.get(2), new String[0][], tool, new Object[0], null);
        return rules.get(2).start().get(attribute).evaluate(call, name -> null);
    }

    private JoinPoint joinPoint(int rule, String method) {
        return engine.joinPoint(rule, "com.acme.Some", method, "java.lang.Object", new String[0][]);
    }

    private static Object enter(JoinPoint point, Object self) {
        return point.enter(self, null, null, null, null, null, null, null, null);
    }

    private static List<Rule> rules() {
        try {
            return RuleParser.parse("acme.json", RULES, Origin.USER).rules();
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }

    private record Definition(String name, String schema) {}

    private static final class Tool {
        private final String prefix = "made by the ";
        private int called;

        Definition getDefinition() {
            called++;
            return new Definition(prefix + "agent", "");
        }

        String label() {
            called++;
            return prefix + "agent";
        }
    }
}
