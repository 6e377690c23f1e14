// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
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

    /** Beginnings of class names of known libraries that no rule covers; written by the build from their table. */
    static final String LIBRARIES = "io/agentprofiler/agent/libraries.index";

    /** Names of all settings, a line each; written by the build from their table. */
    static final String SETTINGS = "io/agentprofiler/agent/settings.index";

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final String OWN_METHODS =
            "To trace your own methods: -Dagentprofiler.trace='com.acme.Planner#plan;com.acme.tools.*#*'";

    private NothingTraced() {}

    /** Says what was looked for in vain. */
    static void tell(File jar, Instrumentation instrumentation) {
        try {
            if (hasUnknownSetting(FrontFilter.read(jar, SETTINGS))) {
                CoreStart.tellSettings(jar);
            }
            Premain.say(line(
                    FrontFilter.read(jar, TITLES),
                    System.getProperty("agentprofiler.frameworks"),
                    System.getProperty("agentprofiler.trace"),
                    libraries(jar, instrumentation.getAllLoadedClasses())));
        } catch (IOException | ReflectiveOperationException e) {
            Premain.say("nothing was recorded: no class of a supported framework was loaded. " + OWN_METHODS);
        }
    }

    /** Answers whether there is a property of ours that is no setting: which one was meant, the core can tell. */
    private static boolean hasUnknownSetting(String names) {
        String known = "\n" + names;
        for (Object property : System.getProperties().keySet()) {
            if (property instanceof String
                    && ((String) property).startsWith("agentprofiler.")
                    && !known.contains("\n" + property + "\n")) {
                return true;
            }
        }
        return false;
    }

    /** Returns what is to be said of known libraries that were loaded, each with a full stop and a space; mostly nothing. */
    private static String libraries(File jar, Class<?>[] loaded) throws IOException, ReflectiveOperationException {
        String[] names = FrontFilter.read(jar, LIBRARIES).split("\n");
        for (Class<?> type : loaded) {
            ClassLoader loader = type.getClassLoader();
            if (loader != null && loader != PLATFORM && startsWithAny(type.getName(), names)) {
                return CoreStart.untracedLibraries(jar, loaded);
            }
        }
        return "";
    }

    /**
     * Answers whether a class's name begins with one of some names.
     *
     * @param names sorted; none begins with another
     */
    static boolean startsWithAny(String className, String[] names) {
        int at = Arrays.binarySearch(names, className);
        int nearest = at >= 0 ? at : -at - 2;
        return nearest >= 0 && className.startsWith(names[nearest]);
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
     * @param libraries sentences on libraries that are not traced
     */
    static String line(String titles, String enabled, String trace, String libraries) {
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
        StringBuilder line = new StringBuilder("nothing was recorded: ").append(libraries);
        if (!supported.isEmpty()) {
            line.append(libraries.isEmpty() ? "no" : "No")
                    .append(" class of a supported framework was loaded (")
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
        return line.append(supported.isEmpty() ? (libraries.isEmpty() ? "no class" : "No class") : ", and none")
                .append(" named by agentprofiler.trace (")
                .append(String.join(", ", entries))
                .append(")")
                .append(supported.isEmpty() ? " was loaded" : "")
                .toString()
                .replace("\r", "\\r")
                .replace("\n", "\\n");
    }
}
