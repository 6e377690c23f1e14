// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells, at the exit, why there is no trace: nothing that the agent knows was loaded. Silence would leave the user to find
 * out whether the agent was attached at all. Loaded only then.
 *
 * <p><b>Threading:</b> the thread of the shutdown hook, or premain's.
 */
final class NothingTraced {
    /** Names and titles of the bundled rule files; written by the build from the rule files themselves. */
    static final String TITLES = "io/agentprofiler/agent/titles.index";

    private static final String OWN_METHODS =
            "To trace your own methods: -Dagentprofiler.trace='com.acme.Planner#plan;com.acme.tools.*#*'";

    private NothingTraced() {}

    /** Says what was looked for in vain. */
    static void tell(File jar) {
        try {
            Premain.say(line(
                    FrontFilter.read(jar, TITLES),
                    System.getProperty("agentprofiler.frameworks"),
                    System.getProperty("agentprofiler.trace")));
        } catch (IOException e) {
            Premain.say("nothing was recorded: no class of a supported framework was loaded. " + OWN_METHODS);
        }
    }

    /** Says that the settings leave nothing to look for. */
    static void tellNothingToLookFor() {
        Premain.say("records nothing: agentprofiler.frameworks leaves no framework to look for, and neither"
                + " agentprofiler.trace nor agentprofiler.rules names a method");
    }

    /**
     * Returns the line.
     *
     * @param titles a line for each rule file: its name, a space, what it covers
     * @param enabled value of {@code agentprofiler.frameworks}, or {@code null}
     * @param trace value of {@code agentprofiler.trace}, or {@code null}
     */
    static String line(String titles, String enabled, String trace) {
        List<String> wanted = new ArrayList<>();
        for (String name : (enabled == null ? "all" : enabled).split(",")) {
            wanted.add(name.trim());
        }
        List<String> supported = new ArrayList<>();
        for (String title : titles.split("\n")) {
            int space = title.indexOf(' ');
            if (space > 0 && (wanted.contains("all") || wanted.contains(title.substring(0, space)))) {
                supported.add(title.substring(space + 1).trim());
            }
        }
        StringBuilder line = new StringBuilder("nothing was recorded: ");
        if (!supported.isEmpty()) {
            line.append("no class of a supported framework was loaded (")
                    .append(String.join(", ", supported))
                    .append(')');
        }
        if (trace == null || trace.isBlank()) {
            return line.append(". ").append(OWN_METHODS).toString();
        }
        List<String> entries = Arrays.stream(trace.split(";"))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
        return line.append(supported.isEmpty() ? "no class" : ", and none")
                .append(" named by agentprofiler.trace (")
                .append(String.join(", ", entries))
                .append(")")
                .append(supported.isEmpty() ? " was loaded" : "")
                .toString()
                .replace("\r", "\\r")
                .replace("\n", "\\n");
    }
}
