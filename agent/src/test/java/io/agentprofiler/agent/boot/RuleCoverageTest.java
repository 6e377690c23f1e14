// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.weave.RuleWeaver;
import io.agentprofiler.agent.weave.link.CallSiteLinker;
import io.agentprofiler.agent.weave.link.Replaying;
import io.agentprofiler.agent.weave.link.Switches;
import io.agentprofiler.agent.weave.match.LoadedFrameworks;
import io.agentprofiler.rules.compiled.ClassIndex;
import io.agentprofiler.rules.model.FileOutline;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.RunRules;
import io.agentprofiler.rules.parse.RuleFiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleCoverageTest {
    private final RuleFile file = RuleFiles.loadBundled("semantic-kernel");
    private final RunRules rules = RunRules.of(file.rules());
    private final LoadedFrameworks loaded = new LoadedFrameworks(List.of(FileOutline.of(file)));
    private final RuleStates states = new RuleStates(rules, (rule, why) -> {});
    private final RuleWeaver weaver = new RuleWeaver(
            rules,
            ClassIndex.EMPTY,
            null,
            new Switches(rules.size()),
            RuleCoverageTest.class.getDeclaredMethod("bootstrap"),
            new CallSiteLinker(0),
            loaded,
            step -> true,
            Replaying.OFF);
    private final RuleCoverage coverage = new RuleCoverage(weaver, loaded, List.of(), states, () -> new Class<?>[0]);
    private final RuleReports reports = new RuleReports(states, weaver, coverage);

    RuleCoverageTest() throws Exception {}

    static void bootstrap() {}

    /** A JVM that is ended while the agent is being attached: classes were seen, and none is woven yet. */
    @Test
    void shouldClaimNothingBeforeTheStartIsOver() {
        loaded.saw("com/microsoft/semantickernel/Kernel", null);

        assertThat(coverage.summary())
                .isEqualTo("; the program ended before the agent had finished its start: calls made until then may be"
                        + " missing");
        assertThat(reports.get()).containsEntry("start", "unfinished").containsEntry("frameworks", List.of());

        coverage.started();

        assertThat(coverage.summary())
                .startsWith("; NO MODEL CALL RECOGNISED of semantic-kernel (supported: Semantic Kernel for Java ");
        assertThat(reports.get()).doesNotContainKeys("start", "libraries");
        assertThat(coverage.frameworks()).hasSize(1);
    }

    @Test
    void shouldNotTakeASdkForAFrameworkThatIsTracedByIt() {
        loaded.saw("com/azure/ai/openai/OpenAIClient", null);
        coverage.started();

        assertThat(coverage.summary()).isEmpty();
        assertThat(coverage.frameworks()).isEmpty();
    }
}
