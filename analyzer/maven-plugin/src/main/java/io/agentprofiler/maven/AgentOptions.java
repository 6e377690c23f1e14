// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.maven;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** The options with which a test JVM starts, as Surefire's {@code argLine} has them. */
final class AgentOptions {
    private AgentOptions() {}

    /**
     * Returns the options.
     *
     * @param agent the agent's jar
     * @param runs where runs go
     * @param service what the runs are called, unless a setting says so
     * @param settings settings of the agent, by their names without {@code agentprofiler.}
     */
    static String of(Path agent, Path runs, String service, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.putIfAbsent("service", service);
        all.put("dir", runs.toString());
        StringBuilder options = new StringBuilder(quoted("-javaagent:" + agent));
        all.forEach((name, value) -> options.append(' ').append(quoted("-Dagentprofiler." + name + '=' + value)));
        return options.toString();
    }

    /** Returns what the elements below {@code <settings>} say; {@code <content>hash</content>} is {@code agentprofiler.content}. */
    static Map<String, String> settings(Xpp3Dom element) {
        Map<String, String> settings = new TreeMap<>();
        for (Xpp3Dom setting : element.getChildren()) {
            String value = setting.getValue();
            settings.put(setting.getName(), value == null ? "" : value.trim());
        }
        return settings;
    }

    private static String quoted(String option) {
        return '"' + option + '"';
    }
}
