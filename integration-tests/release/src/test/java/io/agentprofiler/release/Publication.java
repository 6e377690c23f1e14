// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.nio.file.Path;
import java.util.List;

/**
 * A library as Maven Central gets it, and where its build left the files.
 *
 * @param artifactId its name on Maven Central
 * @param module the folder that builds it
 * @param jar the name of its jar in the module's {@code target}, without the extension
 * @param packaging {@code jar} for one that holds all it needs; {@code maven-plugin} for the one that needs the others
 */
public record Publication(String artifactId, String module, String jar, String packaging) {
    /** The group of all. */
    public static final String GROUP = "io.agentprofiler";

    /** All that is published. */
    public static final List<Publication> ALL = List.of(
            new Publication("agent-profiler", "agent", "agent-profiler", "jar"),
            new Publication("agent-profiler-analyzer", "analyzer", "analyzer", "jar"),
            new Publication(
                    "agent-profiler-maven-plugin",
                    "analyzer/maven-plugin",
                    "agent-profiler-maven-plugin",
                    "maven-plugin"));

    /** Those that need nothing else. */
    public static List<Publication> alone() {
        return ALL.stream().filter(Publication::isAlone).toList();
    }

    /** Answers whether its jar holds all it needs. */
    public boolean isAlone() {
        return packaging.equals("jar");
    }

    /** Returns its folder in a Maven repository. */
    public Path folder(String version) {
        return Path.of(GROUP.replace('.', '/'), artifactId, version);
    }
}
