// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.LoadedClasses.SeenFramework;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The settings switch the agent off, or the rules for what the program uses. */
public final class SwitchedOff implements Cause {
    private static final Set<String> OFF = Set.of("false", "off", "no", "0");

    /** Answers whether the agent of a JVM is to do nothing at all. */
    public static boolean isOff(Jvm jvm) {
        return isOff(jvm.properties().get("agentprofiler.enabled"));
    }

    /** Answers whether this value of {@code agentprofiler.enabled} means no; {@code null} does not. */
    public static boolean isOff(String enabled) {
        return enabled != null && OFF.contains(enabled.strip().toLowerCase(Locale.ROOT));
    }

    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        if (isOff(jvm)) {
            return List.of(
                    Finding.cause(
                            "the agent is switched off",
                            "agentprofiler.enabled=" + jvm.properties().get("agentprofiler.enabled"),
                            "agentprofiler.enabled=true, which is the default",
                            "take the property away: it may come from the command line, JAVA_TOOL_OPTIONS or JDK_JAVA_OPTIONS"));
        }
        String names = jvm.properties().get("agentprofiler.frameworks");
        if (names == null || jvm.spans() > 0) {
            return List.of();
        }
        List<String> wanted = List.of(names.split("\\s*,\\s*"));
        List<Finding> found = new ArrayList<>();
        for (SeenFramework framework : jvm.classes().frameworks()) {
            String name = framework.file().name();
            if (!wanted.contains("all") && !wanted.contains(name)) {
                found.add(Finding.cause(
                        "the rules for " + name + " are switched off",
                        "agentprofiler.frameworks=" + names + ", and the program uses " + framework.describe(),
                        name + " among agentprofiler.frameworks, or all, which is the default",
                        "take the property away, or add " + name + " to it"));
            }
        }
        return found;
    }
}
