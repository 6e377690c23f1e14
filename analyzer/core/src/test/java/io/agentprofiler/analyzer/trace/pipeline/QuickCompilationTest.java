// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.trace.pipeline.Pipeline.QuickCompilation;
import io.agentprofiler.shared.CompilerDirectives;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("every-jdk")
class QuickCompilationTest {
    private static final String OPENED = CompilerDirectives.MODULE + "/" + CompilerDirectives.PACKAGE + "=ALL-UNNAMED";

    /** In a JVM of its own: what is told to compilers is told to the whole JVM. */
    public static final class Program {
        public static void main(String[] args) throws Exception {
            try (QuickCompilation quick = QuickCompilation.begin(Long.parseLong(args[0]))) {
                System.out.println("while it is read: " + lines("Exclude:true"));
                System.out.println("maps are optimized: " + (lines("HashMap") > 0));
            }
            System.out.println("then: " + lines("Exclude:true"));
        }

        private static long lines(String text) throws ReflectiveOperationException {
            return CompilerDirectives.open()
                    .print()
                    .lines()
                    .filter(line -> line.contains(text))
                    .count();
        }
    }

    private static String run(List<String> options) throws Exception {
        return run(options, QuickCompilation.LARGE_INPUT_BYTES - 1);
    }

    private static String run(List<String> options, long bytes) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString());
        builder.command().addAll(options);
        builder.command()
                .addAll(List.of(
                        "-cp", System.getProperty("java.class.path"), Program.class.getName(), String.valueOf(bytes)));
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Test
    void shouldLastWhileInputsAreRead(@TempDir Path dir) throws Exception {
        Path spaced = Files.createDirectory(dir.resolve("with a space"));

        assertThat(run(List.of("--add-opens", OPENED)).lines())
                .containsExactly("while it is read: 1", "maps are optimized: false", "then: 0");
        assertThat(run(List.of("--add-opens", OPENED, "-Djava.io.tmpdir=" + spaced))
                        .lines())
                .containsExactly("while it is read: 1", "maps are optimized: false", "then: 0");
        assertThat(spaced).isEmptyDirectory();
    }

    @Test
    void shouldOptimizeCollectionsWhereThereIsMuchToRead() throws Exception {
        assertThat(run(List.of("--add-opens", OPENED), QuickCompilation.LARGE_INPUT_BYTES)
                        .lines())
                .containsExactly("while it is read: 1", "maps are optimized: true", "then: 0");
    }

    @Test
    void shouldLeaveTheUsersDirectivesWhereItCannotAddItsOwn(@TempDir Path dir) throws Exception {
        Path own = Files.writeString(dir.resolve("own.json"), "[{match: [\"com/acme/*.*\"], c2: {Exclude: true}}]");

        assertThat(run(List.of(
                                "--add-opens",
                                OPENED,
                                "-Djava.io.tmpdir=" + dir.resolve("nowhere"),
                                "-XX:+UnlockDiagnosticVMOptions",
                                "-XX:CompilerDirectivesFile=" + own))
                        .lines())
                .contains("while it is read: 1", "then: 1");
    }

    @Test
    void shouldNameMethodsThatThereAre() throws Exception {
        for (String named : QuickCompilation.SMALL_METHODS) {
            int dot = named.lastIndexOf('.');
            String method = named.substring(dot + 1);
            Class<?> type = Class.forName(named.substring(0, dot).replace('/', '.'));

            assertThat(type.getDeclaredMethods())
                    .as(named)
                    .anyMatch(each -> method.equals("*") || each.getName().equals(method));
        }
    }

    @Test
    void shouldDoWithoutWhereThePackageIsClosed() {
        try (QuickCompilation quick = QuickCompilation.begin(QuickCompilation.LARGE_INPUT_BYTES)) {
            assertThat(quick).isNotNull();
        }
    }
}
