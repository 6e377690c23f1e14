// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.Change.Verdict;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.SpanPath;
import io.agentprofiler.analyzer.answer.diff.side.WorkflowValues;
import io.agentprofiler.analyzer.answer.diff.test.Adjustment;
import io.agentprofiler.analyzer.answer.diff.test.RankTest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/**
 * The shape of the call trees: which paths appeared, vanished, or are taken more or less often per workflow. Whether that
 * is more than noise is told by the rank test over the workflows, adjusted over all paths.
 */
final class PathComparison {
    private PathComparison() {}

    private record Tested(PathChange change, double p) {}

    /** Returns the paths whose number per workflow differs, by path. */
    static List<PathChange> of(
            Side before, Side after, List<WorkflowValues> sampleBefore, List<WorkflowValues> sampleAfter) {
        TreeSet<SpanPath> all = new TreeSet<>(before.paths().keySet());
        all.addAll(after.paths().keySet());
        boolean enough = RankTest.smallestP(sampleBefore.size(), sampleAfter.size()) <= Change.LEVEL;
        List<Tested> tested = all.parallelStream()
                .map(path -> {
                    Side.PathSums first = before.paths().getOrDefault(path, new Side.PathSums());
                    Side.PathSums second = after.paths().getOrDefault(path, new Side.PathSums());
                    PathChange change = new PathChange(
                            path,
                            (double) first.calls() / before.workflows(),
                            (double) second.calls() / after.workflows(),
                            first.workflows(),
                            second.workflows(),
                            Double.NaN,
                            Verdict.TOO_FEW);
                    return new Tested(change, enough ? p(path, sampleBefore, sampleAfter) : Double.NaN);
                })
                .toList();
        // a path that every workflow takes equally often is no comparison
        double[] adjusted = Adjustment.falseDiscovery(tested.stream()
                .mapToDouble(Tested::p)
                .filter(p -> !Double.isNaN(p))
                .toArray());
        List<PathChange> changes = new ArrayList<>();
        int next = 0;
        for (Tested one : tested) {
            double adjustedP = Double.isNaN(one.p()) ? Double.NaN : adjusted[next++];
            if (one.change().callsBefore() != one.change().callsAfter()) {
                changes.add(judged(one.change(), adjustedP));
            }
        }
        return changes;
    }

    private static double p(SpanPath path, List<WorkflowValues> before, List<WorkflowValues> after) {
        double[] first = counts(path, before);
        double[] second = counts(path, after);
        boolean constant = DoubleStream.concat(DoubleStream.of(first), DoubleStream.of(second))
                        .distinct()
                        .count()
                == 1;
        return constant ? Double.NaN : RankTest.of(first, second).p();
    }

    private static double[] counts(SpanPath path, List<WorkflowValues> sample) {
        return sample.stream()
                .mapToDouble(workflow -> workflow.paths().getOrDefault(path, 0))
                .toArray();
    }

    private static PathChange judged(PathChange change, double adjustedP) {
        return new PathChange(
                change.path(),
                change.callsBefore(),
                change.callsAfter(),
                change.workflowsBefore(),
                change.workflowsAfter(),
                adjustedP,
                Double.isNaN(adjustedP)
                        ? Verdict.TOO_FEW
                        : adjustedP <= Change.LEVEL ? Verdict.CHANGED : Verdict.NOISE);
    }
}
