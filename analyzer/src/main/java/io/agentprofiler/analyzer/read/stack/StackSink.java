// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.stack;

import io.agentprofiler.schema.SpanKind;
import java.util.List;

/**
 * Takes the stacks of a file, in file order.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public interface StackSink {
    /**
     * A step of a call path.
     *
     * @param kind what sort of work it is, {@code null} where the file does not say
     * @param name its name
     */
    record Frame(SpanKind kind, String name) {}

    /**
     * Takes a stack.
     *
     * @param path its frames, outermost first, at least one
     * @param value what the stack has itself, without what is below it; at least 0
     */
    void stack(List<Frame> path, long value);
}
