// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.diff.program.ProgramChange;
import io.agentprofiler.analyzer.answer.diff.side.Typical;
import java.util.List;

/**
 * A comparison and what is said beside it.
 *
 * @param diff the comparison
 * @param program whether both sides are runs of one program
 * @param before ids of the runs of the first side
 * @param after ids of the runs of the second side
 * @param grouping how workflows are told apart in their table, in words
 * @param typical the workflows to show next to each other
 * @param gates the gates and how they came out; empty when there are none
 * @param strict whether the gates did not consider noise
 * @param notes what is incomplete or unusual, a sentence each
 * @param prices what prices costs come from, in words
 */
public record DiffAnswer(
        Diff diff,
        ProgramChange program,
        List<String> before,
        List<String> after,
        String grouping,
        Typical typical,
        List<Gates.GateResult> gates,
        boolean strict,
        List<String> notes,
        String prices) {
    public DiffAnswer {
        before = List.copyOf(before);
        after = List.copyOf(after);
        gates = List.copyOf(gates);
        notes = List.copyOf(notes);
    }
}
