// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Set;

/**
 * The functions of the program itself: methods that the user named, functions and graph nodes that a framework was given, functions in
 * traces of other programs. What frameworks do for themselves (an advisor, a loop, a pause before a retry) is none.
 */
public final class OwnFunctions {
    /** Attributes by which a framework says what code of the program it runs. */
    private static final String[] NAMES = {
        "agentprofiler.function.name", "agentprofiler.graph.node", Attributes.AGENT_NAME
    };

    private static final class BundledFiles {
        private static final Set<String> FILES = Set.copyOf(RuleFiles.bundled());
    }

    private OwnFunctions() {}

    /** Answers whether a span is one. */
    public static boolean is(Span span) {
        if (span.kind() != SpanKind.FUNCTION) {
            return false;
        }
        for (String name : NAMES) {
            if (span.attributes().get(name) != null) {
                return true;
            }
        }
        String rule = span.rule();
        int slash = rule == null ? -1 : rule.indexOf('/');
        return slash < 0 || !BundledFiles.FILES.contains(rule.substring(0, slash));
    }

    /** Returns for each span of a trace, by its index, the closest function around it, itself if it is one; {@code null} for none. */
    public static Span[] around(Trace trace) {
        Span[] around = new Span[trace.spans().size()];
        for (Span span : trace.spans()) {
            Span parent = span.parent();
            around[span.index()] = is(span) ? span : parent == null ? null : around[parent.index()];
        }
        return around;
    }
}
