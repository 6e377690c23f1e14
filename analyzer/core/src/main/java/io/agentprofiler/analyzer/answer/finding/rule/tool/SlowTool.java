// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.tool;

import io.agentprofiler.analyzer.answer.finding.Threshold;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Set;

/** Finds tools that are slow, in general or occasionally. */
public final class SlowTool extends SlowCalls {
    static final Threshold SLOW_TOOL_MS =
            new Threshold("slow-tool-ms", 200, "median own time of a tool's calls, without what they call");

    public SlowTool() {
        super(
                "slow-tool",
                SLOW_TOOL_MS,
                Set.of(SpanKind.TOOL),
                "find out what it waits for; cache its results or give it a timeout");
    }
}
