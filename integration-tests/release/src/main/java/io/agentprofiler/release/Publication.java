// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A library as Maven Central gets it, and where its build left the files.
 *
 * @param artifactId its name on Maven Central
 * @param module the folder that builds it
 * @param jar the name of its jar in the module's {@code target}, without the extension
 */
public record Publication(String artifactId, String module, String jar) {
    /** The group of all. */
    public static final String GROUP = "io.agentprofiler";

    /** All that is published. */
    public static final List<Publication> ALL = List.of(
            new Publication("agent-profiler", "agent", "agent-profiler"),
            new Publication("agent-profiler-analyzer", "analyzer", "analyzer"));

    /** Returns the files of it, by what is behind the version in their name. */
    public Map<String, Path> files(Path root) {
        Path target = root.resolve(module).resolve("target");
        Map<String, Path> files = new LinkedHashMap<>();
        files.put(".pom", target.resolve("published/pom.xml"));
        files.put(".jar", target.resolve(jar + ".jar"));
        files.put("-sources.jar", target.resolve(jar + "-sources.jar"));
        files.put("-javadoc.jar", target.resolve(jar + "-javadoc.jar"));
        files.put("-cyclonedx.json", target.resolve("bom.json"));
        files.put("-cyclonedx.xml", target.resolve("bom.xml"));
        return files;
    }

    /** Returns its folder in a Maven repository. */
    public Path folder(String version) {
        return Path.of(GROUP.replace('.', '/'), artifactId, version);
    }
}
