// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.example.agents.model.LocalAnswer;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application's class-data archive still serves the framework's classes, except woven ones. */
class SharedArchiveIT {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldLeaveClassDataSharingOn(Jdk jdk) throws Exception {
        String classPath = programsJar() + File.pathSeparator + Framework.NEWEST.classPath();
        Path archive = dir.resolve("app.jsa");
        assumeThat(jdk.home().resolve("lib/server/classes.jsa"))
                .as("the JDK's own archive")
                .exists();
        AgentProcess.of(LocalAnswer.class, dir)
                .jdk(jdk)
                .classPath(classPath)
                .withoutAgent()
                .jvm("-XX:ArchiveClassesAtExit=" + archive)
                .run();

        Classes plain = run(jdk, classPath, archive, false);
        Classes traced = run(jdk, classPath, archive, true);

        assertThat(plain.shared).isGreaterThan(200);
        assertThat(plain.loaded).isEqualTo(plain.shared);
        // what is woven has other bytes than the archive; that is a small share of what is loaded
        assertThat(traced.shared).isGreaterThan(plain.shared * 8 / 10);
    }

    private Classes run(Jdk jdk, String classPath, Path archive, boolean agent) throws IOException {
        Path log = dir.resolve(agent ? "traced.txt" : "plain.txt");
        AgentProcess process = AgentProcess.of(LocalAnswer.class, dir)
                .jdk(jdk)
                .classPath(classPath)
                .jvm("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load:file=" + log);
        ProcessResult result = agent ? process.run() : process.withoutAgent().run();
        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.errWithoutAgentLines()).isEmpty();
        List<String> framework = Files.readAllLines(log).stream()
                .filter(line -> line.contains("] dev.langchain4j."))
                .filter(line -> !line.contains("Lambda"))
                .toList();
        long shared = framework.stream()
                .filter(line -> line.contains("shared objects file"))
                .count();
        return new Classes(framework.size(), shared);
    }

    /** Archives hold classes from jars only. */
    private Path programsJar() throws IOException {
        Path jar = dir.resolve("programs.jar");
        Path classes = Artifacts.programs();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private record Classes(long loaded, long shared) {}
}
