// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import java.util.Map;

/**
 * One value of a metrics page.
 *
 * @param name the metric
 * @param labels its labels, empty for none
 * @param value the value; may be not-a-number or infinite
 */
record Series(String name, Map<String, String> labels, double value) {
    /** Returns a label's value, {@code ""} when there is no such label: the format takes both for the same. */
    String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
