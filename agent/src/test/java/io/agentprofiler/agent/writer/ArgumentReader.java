// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ShortAttributes;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.Map;

/** Writes the first argument as {@code arg}, the result as {@code result}, and as {@code content} when payload is read. */
public final class ArgumentReader implements SpanReader {
    @Override
    public void readStart(PathRoots call, boolean payload, SpanStart into) {
        into.name = into.span.rule.id();
        if (call.arg(0) != null) {
            into.attributes.put(payload ? "content" : "arg", call.arg(0));
        }
    }

    @Override
    public ShortAttributes readShort(Rule rule, Span span, PathRoots call, boolean end) {
        return new ShortAttributes(rule.id(), Map.of("short", end ? call.result() : call.arg(0)), null);
    }

    @Override
    public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {
        if (call.result() != null) {
            into.attributes.put(payload ? "content" : "result", call.result());
        }
    }
}
