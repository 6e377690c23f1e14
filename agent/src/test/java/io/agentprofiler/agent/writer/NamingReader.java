// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;

/** Names spans by their rule, and reads nothing else. */
public final class NamingReader implements SpanReader {
    @Override
    public void readStart(PathRoots call, boolean payload, SpanStart into) {
        into.name = into.span.rule.id();
    }

    @Override
    public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {}
}
