// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

/**
 * One thing that is wrong with a rule file.
 *
 * @param file the file as its user knows it, or the property of the short form
 * @param line line of the problem from 1, 0 when it is not about a line
 * @param column column from 1, 0 when unknown
 * @param rule id of the rule, {@code null} outside of rules or when it has none
 * @param key the keys down to the problem, {@code start > gen_ai.request.model}; {@code null} when it is not below one
 * @param text what was found and what was expected
 */
public record Problem(String file, int line, int column, String rule, String key, String text) {
    /** Returns the problem as one line. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(file);
        if (line > 0) {
            out.append(':').append(line).append(':').append(column);
        } else if (column > 0) {
            out.append(", column ").append(column);
        }
        out.append(": ");
        if (rule != null) {
            out.append("rule '").append(rule).append(key != null ? "', " : "': ");
        }
        if (key != null) {
            out.append("key '").append(key).append("': ");
        }
        return out.append(text).toString();
    }
}
