// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentprofiler.agent.FrontFilter.TracedClasses;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TracedClassesTest {
    private final List<String> problems = new ArrayList<>();

    @Test
    void shouldLookForTheClassesOfTracedMethods() throws RuleFileException {
        String trace = "com.acme.Planner#plan(java.lang.String,int); com.acme.tools.*#*;;Main$Inner#a;com.acme.Tool*#b";

        assertThat(TracedClasses.of(trace, problems))
                .containsExactly("com/acme/Planner", "com/acme/tools/", "Main$Inner", "com/acme/Tool");
        assertThat(problems).isEmpty();
        assertThat(TraceSpec.parse("agentprofiler.trace", trace).rules()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void shouldLookForNothingWhenNothingIsTraced(String trace) {
        assertThat(TracedClasses.of(trace, problems)).isEmpty();
        assertThat(problems).isEmpty();
    }

    /** The core would say the same, but with such classes it never starts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Planner.plan",
                "*.Planner#plan",
                "*#run",
                "#run",
                ".*#run",
                " ; ",
                "com.acme.Planner.#plan",
                "com..acme#run",
                "com.acme.Planner #plan",
                "com.acme.Planner[]#plan",
                "com/acme/Planner#plan",
                "com.*.Planner#plan",
                "com.acme.1st#run",
                "a.B#c; com.acme.Planner;*#run;a b#c"
            })
    void shouldTellOfClassesThatCannotBeAsTheCoreDoes(String trace) {
        RuleFileException refused =
                catchThrowableOfType(RuleFileException.class, () -> TraceSpec.parse("agentprofiler.trace", trace));

        assertThat(TracedClasses.of(trace, problems)).isEmpty();
        assertThat(problems)
                .isNotEmpty()
                .isEqualTo(refused.problems().stream().map(Problem::toString).toList());
    }

    @Test
    void shouldLookForClassesWhoseSpansHaveAttributes() throws RuleFileException {
        String trace = "com.acme.Planner#plan[action=plan,team=a];com.acme.tools.*#*[action=tool]";

        assertThat(TracedClasses.of(trace, problems)).containsExactly("com/acme/Planner", "com/acme/tools/");
        assertThat(problems).isEmpty();
        assertThat(TraceSpec.parse("agentprofiler.trace", trace).rules()).hasSize(2);
    }

    /** That is for the core to say, when it meets the class. */
    @Test
    void shouldLeaveMethodsToTheCore() {
        assertThat(TracedClasses.of("com.acme.Planner#plan(String)", problems)).containsExactly("com/acme/Planner");
        assertThat(problems).isEmpty();
    }
}
