// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;

/** Tells what a call of a model costs. */
@FunctionalInterface
public interface CallCost {
    /** Stands for a call that failed before it used anything. */
    long NOTHING_USED = -1;
    /** Parts of a dollar that costs are counted in: sums of whole numbers do not depend on their order. */
    double PARTS = 1e12;

    /** Returns the cost in millionths of a millionth of a US dollar, {@link #NOTHING_USED}, or {@link Unknown#LONG}. */
    long of(Span modelCall);
}
