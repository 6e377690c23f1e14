// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.answer.ConstantAnswers;
import io.agentprofiler.analyzer.answer.finding.rule.answer.CutAnswers;
import io.agentprofiler.analyzer.answer.finding.rule.answer.RejectedAnswers;
import io.agentprofiler.analyzer.answer.finding.rule.answer.UnusedAnswers;
import io.agentprofiler.analyzer.answer.finding.rule.model.CostlyModel;
import io.agentprofiler.analyzer.answer.finding.rule.model.DearerModel;
import io.agentprofiler.analyzer.answer.finding.rule.model.HeavyReasoning;
import io.agentprofiler.analyzer.answer.finding.rule.model.LateFirstToken;
import io.agentprofiler.analyzer.answer.finding.rule.model.LongAnswers;
import io.agentprofiler.analyzer.answer.finding.rule.model.SlowConsumer;
import io.agentprofiler.analyzer.answer.finding.rule.model.SlowGeneration;
import io.agentprofiler.analyzer.answer.finding.rule.model.SlowModel;
import io.agentprofiler.analyzer.answer.finding.rule.peer.FullServer;
import io.agentprofiler.analyzer.answer.finding.rule.peer.UnlikePeers;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.ChangingPrefix;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.GrowingContext;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.LargeContext;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.PromptCost;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.SlidingWindow;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.UnusedTools;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.CircularHandovers;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.FailingCalls;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.FailingFirstChoice;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.Loop;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.SimilarLoop;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.ManyCalls;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.RepeatedCalls;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.RepeatedFailures;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.SameResults;
import io.agentprofiler.analyzer.answer.finding.rule.request.BeforeRequest;
import io.agentprofiler.analyzer.answer.finding.rule.request.NewConnections;
import io.agentprofiler.analyzer.answer.finding.rule.request.Retries;
import io.agentprofiler.analyzer.answer.finding.rule.time.ColdStart;
import io.agentprofiler.analyzer.answer.finding.rule.time.ConnectionWaits;
import io.agentprofiler.analyzer.answer.finding.rule.time.GcPauses;
import io.agentprofiler.analyzer.answer.finding.rule.time.LockWaits;
import io.agentprofiler.analyzer.answer.finding.rule.time.QueuedCalls;
import io.agentprofiler.analyzer.answer.finding.rule.time.SequentialCalls;
import io.agentprofiler.analyzer.answer.finding.rule.time.SequentialTools;
import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.CpuBound;
import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.SlowMemory;
import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.SlowRetrieval;
import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.SlowTool;
import io.agentprofiler.analyzer.answer.finding.rule.time.UntracedTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The list of all finding rules. To add a finding, write its rule and list it here. */
public final class FindingRules {
    /** All rules, in the order in which findings of equal impact are reported. */
    public static final List<FindingRule> ALL = List.of(
            new FailingCalls(),
            new FailingFirstChoice(),
            new RepeatedCalls(),
            new Loop(),
            new SimilarLoop(),
            new SameResults(),
            new CircularHandovers(),
            new Retries(),
            new BeforeRequest(),
            new NewConnections(),
            new RepeatedFailures(),
            new ColdStart(),
            new LargeContext(),
            new GrowingContext(),
            new ChangingPrefix(),
            new SlidingWindow(),
            new PromptCost(),
            new UnusedTools(),
            new QueuedCalls(),
            new SequentialTools(),
            new SequentialCalls(),
            new GcPauses(),
            new LockWaits(),
            new ConnectionWaits(),
            new CpuBound(),
            new SlowConsumer(),
            new FullServer(),
            new UnlikePeers(),
            new LateFirstToken(),
            new SlowGeneration(),
            new LongAnswers(),
            new HeavyReasoning(),
            new SlowModel(),
            new SlowTool(),
            new SlowRetrieval(),
            new SlowMemory(),
            new ManyCalls(),
            new CutAnswers(),
            new RejectedAnswers(),
            new ConstantAnswers(),
            new UnusedAnswers(),
            new UntracedTime(),
            new CostlyModel(),
            new DearerModel());

    private FindingRules() {}

    /** Returns all thresholds, each once. */
    public static Set<Threshold> thresholds() {
        Set<Threshold> all = new LinkedHashSet<>();
        ALL.forEach(rule -> all.addAll(rule.thresholds()));
        all.addAll(Impact.THRESHOLDS);
        return all;
    }

    /** Returns the threshold of a name, {@code null} when there is none. */
    public static Threshold threshold(String name) {
        return thresholds().stream()
                .filter(threshold -> threshold.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
