// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.PathRoots;

/**
 * Turns captured references into names and attributes, by the span's rule. The engine provides it, the ring's consumer
 * calls it, so that no path, text or hash is ever computed on an application's thread.
 *
 * <p><b>Threading:</b> consumer thread only.
 *
 * <p><b>Errors:</b> never throws; a failing accessor costs its attribute and is counted against the rule.
 */
public interface SpanReader {
    /** Fills name and attributes of a start; {@code into.span} is set. */
    void readStart(PathRoots call, boolean payload, SpanStart into);

    /**
     * Fills attributes, status and error of an end; {@code into.span} and {@code into.status} are set, the latter as seen
     * by the call (a rule's {@code failed} may turn ok into error).
     *
     * @param payload whether payload may be read; {@code false} when the byte budget is spent
     */
    void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into);
}
