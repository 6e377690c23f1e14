// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.root;

import java.util.List;
import java.util.Map;

/**
 * Where values that are objects or lists take these from. Who reads values only to look at them, and then lets go of them, can
 * give the same ones again.
 *
 * <p><b>Threading:</b> one thread.
 */
public interface Containers {
    /** Returns an empty map that keeps its entries in the order they are added; {@code usual} entries are expected. */
    Map<String, Object> map(int usual);

    /** Returns an empty list; {@code usual} elements are expected. */
    List<Object> list(int usual);
}
