// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;

/** Which spans of a workflow are an evaluator's work: evaluations and all below them. They judge the workflow and are no part of it. */
public final class Judged {
    private Judged() {}

    /** Answers for each span of a trace, by its index, whether it is an evaluator's. */
    public static boolean[] of(Trace trace) {
        boolean[] judged = new boolean[trace.spans().size()];
        for (Span span : trace.spans()) {
            judged[span.index()] = span.kind() == SpanKind.EVALUATION
                    || span.parent() != null && judged[span.parent().index()];
        }
        return judged;
    }
}
