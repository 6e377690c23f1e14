// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.view;

import io.agentprofiler.analyzer.diff.Diff;
import io.agentprofiler.analyzer.diff.gate.Gates;
import java.util.List;

/**
 * A comparison and what to say beside it.
 *
 * @param diff the comparison
 * @param before what the first side is of, in words
 * @param after what the second side is of
 * @param gates what became of the gates; empty when there are none
 * @param strict whether the gates did not consider noise
 * @param notes what is incomplete or unusual, a sentence each
 * @param prices what prices costs come from, in words
 */
public record DiffShown(
        Diff diff,
        String before,
        String after,
        List<Gates.Result> gates,
        boolean strict,
        List<String> notes,
        String prices) {
    public DiffShown {
        gates = List.copyOf(gates);
        notes = List.copyOf(notes);
    }
}
