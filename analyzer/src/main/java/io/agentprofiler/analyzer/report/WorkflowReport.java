// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.PrintStream;
import java.util.List;

/**
 * The trees of chosen workflows, each with its failures spelled out.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class WorkflowReport {
    private static final int MAX_ERRORS = 10;

    private WorkflowReport() {}

    /** Prints the workflows, at most {@code maxRows} spans of each. */
    public static void print(List<Trace> traces, int maxRows, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        for (Trace trace : traces) {
            new TreeView(screen, trace, maxRows)
                    .print(page, Texts.safe(trace.root().name()));
            errors(page, trace);
        }
        page.print(out);
    }

    private static void errors(Page page, Trace trace) {
        List<Span> failed = trace.spans().stream()
                .filter(span -> span.errorType() != null || span.errorMessage() != null)
                .toList();
        for (Span span : failed.subList(0, Math.min(MAX_ERRORS, failed.size()))) {
            String message = span.errorMessage() == null ? "" : ": " + span.errorMessage();
            page.note(
                    page.screen().cross(),
                    Texts.safe(span.name() + " " + page.screen().dot() + " " + TreeView.shortType(span.errorType())
                            + message),
                    Ink.RED);
        }
        if (failed.size() > MAX_ERRORS) {
            page.line(page.screen().ellipsis() + " and " + (failed.size() - MAX_ERRORS) + " more failures");
        }
    }
}
