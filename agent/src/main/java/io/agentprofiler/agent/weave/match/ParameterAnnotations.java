// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import java.util.List;

/**
 * Annotation types of a method's parameters as one string, the form a call site can carry as a constant: types separated
 * by commas, parameters by semicolons.
 *
 * <p><b>Threading:</b> any.
 */
public final class ParameterAnnotations {
    private static final String[][] NONE = {};

    private ParameterAnnotations() {}

    /** Writes the names; the empty string when no parameter has an annotation. */
    public static String encode(List<List<String>> parameters) {
        StringBuilder text = new StringBuilder();
        boolean any = false;
        for (int i = 0; i < parameters.size(); i++) {
            if (i > 0) {
                text.append(';');
            }
            text.append(String.join(",", parameters.get(i)));
            any |= !parameters.get(i).isEmpty();
        }
        return any ? text.toString() : "";
    }

    /** Reads what {@link #encode} wrote; an empty array when no parameter has an annotation. */
    public static String[][] decode(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        String[] parameters = text.split(";", -1);
        String[][] types = new String[parameters.length][];
        for (int i = 0; i < parameters.length; i++) {
            types[i] = parameters[i].isEmpty() ? new String[0] : parameters[i].split(",", -1);
        }
        return types;
    }
}
