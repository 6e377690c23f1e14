// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.util.ArrayList;
import java.util.List;

/**
 * The classes of {@code agentprofiler.trace}, {@code com.acme.Planner#plan;com.acme.tools.*#*}, as the front filter needs
 * them. The core parses it as well, but a class that cannot exist would never start the core: so what is wrong with the
 * classes is found here, in the core's words. Loaded only where something is to be traced.
 *
 * <p><b>Threading:</b> one use, one thread.
 */
final class TracedClasses {
    private static final String CLASS_NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*+";
    private static final String EXAMPLE = ", for example com.acme.Planner#plan;com.acme.tools.*#*";

    private final List<String> prefixes = new ArrayList<>();
    private final List<String> problems;

    private TracedClasses(List<String> problems) {
        this.problems = problems;
    }

    /**
     * Reads the property; an empty one names nothing.
     *
     * @param problems is told what is wrong, a line each
     * @return prefixes of internal class names; none when anything is wrong, since the core refuses the property as a whole
     */
    static List<String> of(String trace, List<String> problems) {
        TracedClasses classes = new TracedClasses(problems);
        int start = 0;
        for (String entry : trace.split(";", -1)) {
            if (!entry.isBlank()) {
                String text = entry.strip();
                classes.add(text, start + entry.indexOf(text) + 1);
            }
            start += entry.length() + 1;
        }
        if (!trace.isBlank() && classes.prefixes.isEmpty() && problems.isEmpty()) {
            problems.add("-Dagentprofiler.trace: found nothing, expected Class#method" + EXAMPLE);
        }
        return problems.isEmpty() ? classes.prefixes : List.of();
    }

    private void add(String entry, int column) {
        int hash = entry.indexOf('#');
        if (hash < 0) {
            problem(column, "found '" + entry + "', expected Class#method");
            return;
        }
        String type = entry.substring(0, hash);
        boolean wildcard = type.endsWith("*");
        String prefix = wildcard ? type.substring(0, type.length() - 1) : type;
        String name = wildcard && prefix.endsWith(".") ? prefix.substring(0, prefix.length() - 1) : prefix;
        if (name.matches(CLASS_NAME)) {
            prefixes.add(prefix.replace('.', '/'));
        } else {
            problem(
                    column,
                    "found class '" + type
                            + "', expected a fully qualified class name, or the beginning of one and a *");
        }
    }

    private void problem(int column, String text) {
        problems.add("-Dagentprofiler.trace, column " + column + ": " + text + EXAMPLE);
    }
}
