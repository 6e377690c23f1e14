// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.view;

import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.html.HtmlText;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A workflow as HTML: a line per span, its bar on a time scale that the other side shares. */
final class DiffWaterfall {
    private static final int MAX_SPANS = 300;
    private static final int MAX_INDENT = 12;
    private static final double PERCENT = 100;

    private DiffWaterfall() {}

    /**
     * Returns the figure of a workflow; a line that says so where there is none.
     *
     * @param title whose workflow it is
     * @param scaleNanos length of the time scale
     */
    static String of(String title, Trace trace, long scaleNanos) {
        StringBuilder html = new StringBuilder("<figure class=\"side\"><figcaption><b>" + title + "</b> ");
        if (trace == null) {
            return html.append("no workflow</figcaption></figure>\n").toString();
        }
        html.append(HtmlText.escaped(trace.root().name()))
                .append(" · ")
                .append(Units.duration(trace.durationNanos()))
                .append(" · ")
                .append(Units.count(trace.spans().size(), "span"))
                .append("<br><small>")
                .append(trace.id())
                .append("</small></figcaption>\n<div class=\"axis\"><span>0</span><span>")
                .append(Units.duration(scaleNanos))
                .append("</span></div>\n<ol>\n");
        Set<Span> shown = longest(trace.spans());
        for (Span span : trace.spans()) {
            if (shown.contains(span)) {
                html.append(line(trace, span, scaleNanos));
            }
        }
        html.append("</ol>\n");
        int left = trace.spans().size() - shown.size();
        if (left > 0) {
            html.append("<p class=\"dim\">and ")
                    .append(Units.count(left, "shorter span"))
                    .append("</p>\n");
        }
        return html.append("</figure>\n").toString();
    }

    private static Set<Span> longest(List<Span> spans) {
        return new HashSet<>(spans.stream()
                .sorted(Comparator.comparingLong(Span::durationNanos).reversed().thenComparingInt(Span::index))
                .limit(MAX_SPANS)
                .toList());
    }

    private static String line(Trace trace, Span span, long scaleNanos) {
        String label = span.kind().word() + " " + span.name();
        String length = Units.duration(span.durationNanos());
        boolean failed = span.status() == SpanStatus.ERROR;
        String hint = label + ", " + length + ", from "
                + Units.duration(Math.max(0, span.startNanos() - trace.startNanos())) + ", self "
                + Units.duration(span.selfNanos())
                + (span.status() == SpanStatus.OK ? "" : ", " + span.status().word());
        double from = share(span.startNanos() - trace.startNanos(), scaleNanos);
        double width = Math.min(PERCENT - from, share(span.durationNanos(), scaleNanos));
        StringBuilder line = new StringBuilder("<li class=\"span\" title=\"" + HtmlText.escaped(hint) + "\">");
        line.append("<span class=\"name\" style=\"padding-left:")
                .append(Math.min(MAX_INDENT, span.depth()))
                .append("ch\">")
                .append(failed ? "<b class=\"worse\">✗</b> " : "")
                .append(HtmlText.escaped(label))
                .append("</span><span class=\"track\"><i class=\"")
                .append(span.kind().word())
                .append("\" style=\"left:")
                .append(percent(from))
                .append(";width:")
                .append(percent(width))
                .append("\"></i>");
        if (span.chunks() != null && span.chunks().firstNanos() >= span.startNanos()) {
            line.append("<i class=\"first\" title=\"first chunk\" style=\"left:")
                    .append(percent(share(span.chunks().firstNanos() - trace.startNanos(), scaleNanos)))
                    .append("\"></i>");
        }
        return line.append("</span><span class=\"length\">")
                .append(length)
                .append("</span></li>\n")
                .toString();
    }

    private static double share(long nanos, long scaleNanos) {
        return scaleNanos <= 0 ? 0 : Math.min(PERCENT, Math.max(0, PERCENT * nanos / scaleNanos));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.3f%%", share);
    }
}
