// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.trace.FailureMessage;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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
                .filter(span -> span.errorType() != null || FailureMessage.of(span) != null)
                .toList();
        for (Span span : failed.subList(0, Math.min(MAX_ERRORS, failed.size()))) {
            FailureMessage message = FailureMessage.of(span);
            page.note(
                    page.screen().cross(),
                    Texts.safe(SpanLabel.of(span) + " " + page.screen().dot() + " "
                            + TreeView.shortType(span.errorType()) + (message == null ? "" : ": " + message.words())),
                    Ink.RED);
        }
        if (failed.size() > MAX_ERRORS) {
            page.line(page.screen().ellipsis() + " and " + (failed.size() - MAX_ERRORS) + " more failures");
        }
        notRecorded(page, failed);
    }

    /** Which failures are the same can still be told where no text was recorded. */
    private static void notRecorded(Page page, List<Span> failed) {
        Map<String, Set<String>> hashes = new TreeMap<>();
        for (Span span : failed) {
            FailureMessage message = FailureMessage.of(span);
            if (message != null && message.text() == null && message.hash() != null) {
                hashes.computeIfAbsent(TreeView.shortType(span.errorType()), type -> new HashSet<>())
                        .add(message.hash());
            }
        }
        hashes.forEach((type, distinct) -> page.line(Texts.safe(type + ": " + distinct.size()
                + (distinct.size() == 1 ? " distinct message" : " distinct messages")
                + ", not recorded below agentprofiler.content=full")));
    }
}
