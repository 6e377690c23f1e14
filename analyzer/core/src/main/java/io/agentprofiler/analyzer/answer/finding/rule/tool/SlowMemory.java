// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.tool;

import io.agentprofiler.analyzer.answer.finding.Threshold;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Set;

/** Finds conversation memories with slow reads or writes, in general or occasionally. */
public final class SlowMemory extends SlowCalls {
    static final Threshold SLOW_MEMORY_MS =
            new Threshold("slow-memory-ms", 30, "median own time of reads or writes of conversation memory");

    public SlowMemory() {
        super(
                "slow-memory",
                SLOW_MEMORY_MS,
                Set.of(SpanKind.MEMORY),
                "keep it closer, read and write less of it, or write it after the answer was given");
    }
}
