// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import io.agentprofiler.rules.path.root.Containers;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps and lists that nobody else has: what values are made of where the call does not say otherwise.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class NewContainers implements Containers {
    private static final Containers INSTANCE = new NewContainers();

    private NewContainers() {}

    /** Returns where values of a call take maps and lists from. */
    public static Containers of(PathRoots call) {
        Containers own = call.containers();
        return own == null ? INSTANCE : own;
    }

    @Override
    public Map<String, Object> map(int usual) {
        return usual <= SmallMap.MOST ? new SmallMap(usual) : new LinkedHashMap<>();
    }

    @Override
    public List<Object> list(int usual) {
        return new ArrayList<>(usual);
    }
}
