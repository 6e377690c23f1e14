// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.Claims.Claimant;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import java.util.List;

/**
 * A rule that finds one kind of problem. It has an id, inputs and thresholds, and writes the title and advice of its findings.
 * {@link FindingRules} lists all.
 *
 * <p>A rule works in two steps. {@link #scan} looks at one workflow and notes what it sees, as
 * {@link io.agentprofiler.analyzer.answer.finding.scan.Aggregate aggregates} that add up. {@link #assess} makes findings of it once all
 * workflows were seen. What one step cannot tell it must not guess: no evidence, no finding. Most rules extend
 * {@link io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule} or {@link io.agentprofiler.analyzer.answer.finding.rule.OperationRule}.
 *
 * <p><b>Threading:</b> stateless; what is seen belongs to the scan and the assessment.
 */
public abstract class FindingRule implements Claimant {
    private final String id;
    private final List<Threshold> thresholds;

    /**
     * Makes a rule.
     *
     * @param id its name in files and documentation: lower case, words joined by hyphens, the class's name otherwise
     * @param thresholds those it is judged by, shared ones included; those of impact go without saying
     */
    protected FindingRule(String id, Threshold... thresholds) {
        this.id = id;
        this.thresholds = List.of(thresholds);
    }

    @Override
    public final String id() {
        return id;
    }

    public final List<Threshold> thresholds() {
        return thresholds;
    }

    /** Returns what must be gathered from all workflows for it, beside operations and the growth of conversations. */
    public List<RuleInput<?>> inputs() {
        return List.of();
    }

    /** Looks at one workflow, which is no fragment, and notes what it sees. */
    public void scan(WorkflowScan workflow) {
        // there is nothing to note for a rule that is judged by its inputs alone
    }

    /** Reports the findings there are, each with its evidence, saving and confidence. */
    public abstract void assess(Assessment assessment);
}
