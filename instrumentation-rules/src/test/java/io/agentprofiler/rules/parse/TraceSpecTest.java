// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.value.ConstantValue;
import io.agentprofiler.rules.value.TemplateParser;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TraceSpecTest {
    @Test
    void shouldMakeARuleOfEachEntry() throws RuleFileException {
        RuleFile file = TraceSpec.parse(
                "agentprofiler.trace",
                "com.acme.Planner#plan; com.acme.tools.*#* ;;Main$Inner#run(java.lang.String):int;com.acme.Tool*#go()");

        assertThat(file.name()).isEqualTo("trace");
        assertThat(file.packages()).containsExactly("com.acme.", "com.acme.tools.", "Main$Inner");
        assertThat(file.rules())
                .map(Rule::id)
                .containsExactly(
                        "com.acme.Planner#plan",
                        "com.acme.tools.*#*",
                        "Main$Inner#run(java.lang.String):int",
                        "com.acme.Tool*#go()");
        assertThat(file.rules())
                .map(Rule::match)
                .containsExactly(
                        match(Match.By.SUBTYPE, "com.acme.Planner", new MethodSignature("plan", null, null)),
                        match(Match.By.PREFIX, "com.acme.tools.", new MethodSignature("*", null, null)),
                        match(
                                Match.By.SUBTYPE,
                                "Main$Inner",
                                new MethodSignature("run", List.of("java.lang.String"), "int")),
                        match(Match.By.PREFIX, "com.acme.Tool", new MethodSignature("go", List.of(), null)));
    }

    @Test
    void shouldMakeSpansOfAnyShape() throws RuleFileException {
        Rule rule = TraceSpec.parse("agentprofiler.trace", "com.acme.Planner#plan")
                .rules()
                .get(0);

        assertThat(rule.qualifiedId()).isEqualTo("trace/com.acme.Planner#plan");
        assertThat(rule.kind()).isEqualTo(SpanKind.FUNCTION);
        assertThat(rule.role()).isEqualTo(Role.SPAN);
        assertThat(rule.shape()).isEqualTo(Shape.AUTO);
        assertThat(rule.nested()).isEqualTo(Nesting.ALL);
        assertThat(rule.operation()).isEqualTo("com.acme.Planner#plan");
        assertThat(rule.name()).isEqualTo(TemplateParser.parse("{class}.{method}", false));
    }

    @Test
    void shouldTakeARepeatedEntryOnce() throws RuleFileException {
        assertThat(TraceSpec.parse("agentprofiler.trace", "a.B#c;a.B#c").rules())
                .hasSize(1);
    }

    @Test
    void shouldGiveSpansTheAttributesInBrackets() throws RuleFileException {
        List<Rule> rules = TraceSpec.parse(
                        "agentprofiler.trace",
                        "com.acme.Planner#plan[action=plan, acme.team = a=b];a.B#c(int[]):java.lang.String[] [step=2];a.B#d():int[]")
                .rules();

        assertThat(rules)
                .map(Rule::id)
                .containsExactly("com.acme.Planner#plan", "a.B#c(int[]):java.lang.String[]", "a.B#d():int[]");
        assertThat(rules.get(0).start())
                .containsExactly(
                        Map.entry("acme.team", new ConstantValue("a=b")),
                        Map.entry("action", new ConstantValue("plan")));
        assertThat(rules.get(1).start()).containsExactly(Map.entry("step", new ConstantValue("2")));
        assertThat(rules.get(2).start()).isEmpty();
    }

    @Test
    void shouldRefuseAttributesThatCannotBe() {
        RuleFileException e = catchThrowableOfType(
                RuleFileException.class,
                () -> TraceSpec.parse(
                        "agentprofiler.trace",
                        "a.B#c[plan];a.B#d[x y=1];a.B#e[a=1,a=2];a.B#f[a=1];a.B#f;a.B#g[gen_ai.agent.nam=x]"));

        assertThat(e.problems())
                .map(Problem::toString)
                .containsExactly(
                        "-Dagentprofiler.trace, column 7: found 'plan', expected NAME=VALUE, for example action=plan",
                        "-Dagentprofiler.trace, column 19: 'x y' is no attribute name, expected words joined by dots",
                        "-Dagentprofiler.trace, column 36: 'a' is there twice",
                        "-Dagentprofiler.trace, column 52: 'a.B#f' is there twice, with other attributes",
                        "-Dagentprofiler.trace, column 64: 'gen_ai.agent.nam' is not a known attribute; did you mean"
                                + " 'gen_ai.agent.name'?");
    }

    @Test
    void shouldNameThePropertyAndTheColumnOfEveryProblem() {
        RuleFileException e = catchThrowableOfType(
                RuleFileException.class,
                () -> TraceSpec.parse(
                        "agentprofiler.trace", "a.B#c; com.acme.Planner;*#run;a b#c;a.B#run(String);a.B#<init>"));

        assertThat(e.problems())
                .map(Problem::toString)
                .containsExactly(
                        "-Dagentprofiler.trace, column 8: found 'com.acme.Planner', expected Class#method, for example "
                                + "com.acme.Planner#plan;com.acme.tools.*#*",
                        "-Dagentprofiler.trace, column 25: found class '*', expected a fully qualified class name, or the "
                                + "beginning of one and a *, for example com.acme.Planner#plan;com.acme.tools.*#*",
                        "-Dagentprofiler.trace, column 31: found class 'a b', expected a fully qualified class name, or the "
                                + "beginning of one and a *, for example com.acme.Planner#plan;com.acme.tools.*#*",
                        "-Dagentprofiler.trace, column 41: method 'run(String)': found type 'String', expected a fully "
                                + "qualified one: java.lang.String",
                        "-Dagentprofiler.trace, column 57: method '<init>': expected a method name or *; constructors are "
                                + "not traced, for example chat(java.lang.String,int):java.lang.Object");
    }

    @Test
    void shouldRefuseNothing() {
        RuleFileException e =
                catchThrowableOfType(RuleFileException.class, () -> TraceSpec.parse("agentprofiler.trace", " ; "));

        assertThat(e)
                .hasMessage("-Dagentprofiler.trace: found nothing, expected Class#method, for example "
                        + "com.acme.Planner#plan;com.acme.tools.*#*");
    }

    private static Match match(Match.By by, String type, MethodSignature method) {
        return new Match(by, type, List.of(), List.of(method));
    }
}
