// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the series of a metric bounded, whatever names a program invents: the first label sets are as they are, those that come later
 * share one in place of their names.
 *
 * <p><b>Threading:</b> any thread.
 */
final class LabelLimit {
    static final int MOST = 500;
    static final String OTHER = "_other";

    private final Set<List<String>> known = ConcurrentHashMap.newKeySet();

    /**
     * Returns the labels to use.
     *
     * @param last how many labels at the end have few values and stay as they are
     */
    String[] limited(int last, String... labels) {
        List<String> all = List.of(labels);
        if (known.contains(all) || known.size() < MOST && known.add(all)) {
            return labels;
        }
        String[] other = labels.clone();
        Arrays.fill(other, 0, labels.length - last, OTHER);
        return other;
    }
}
