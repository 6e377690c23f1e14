// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.ForecastRun;
import io.agentprofiler.analyzer.testing.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whatever a command writes is its user's only: it may hold prompts. */
class PrivateOutputTest {
    /** Options that name something to write. */
    private static final List<String> WRITING = List.of("--out", "--save");

    /** A command line for each command that writes; OUT is the directory it writes to. */
    private static final Map<String, String> COMMANDS = Map.ofEntries(
            Map.entry("report", "--out OUT"),
            Map.entry("tokens", "--out OUT"),
            Map.entry("prefix", "--out OUT"),
            Map.entry("diff", "--out OUT"),
            Map.entry("verify", "--expect time<=+1000% --strict --out OUT"),
            Map.entry("forecast", "--out OUT --save OUT/model.json"),
            Map.entry("size", "--out OUT"),
            Map.entry("steps", "--out OUT/step_profiles.csv"),
            // nothing listens there: what failed is written, too
            Map.entry("replay load", "--to http://127.0.0.1:1/v1 --rate 1000 --think none --out OUT"),
            Map.entry("gate", "--min-workflows 1 --if-incomplete ignore --junit OUT/gate.xml"),
            Map.entry("export collapsed", "--out OUT/time.collapsed"),
            Map.entry("export speedscope", "--out OUT/run.speedscope.json"),
            Map.entry("export chrome", "--out OUT/trace.json"),
            Map.entry("export perfetto", "--out OUT/run.pftrace"),
            Map.entry("export atif", "--out OUT/run.json"),
            Map.entry("export parquet", "--out OUT"),
            Map.entry("export otlp", "--out OUT/traces.otlp.jsonl"),
            Map.entry("whatif cache", "--out OUT"),
            Map.entry("whatif prompt-cache", "--out OUT"),
            Map.entry("whatif swap", "--from m --to gpt-4o --out OUT"),
            Map.entry("whatif parallel-tools", "--out OUT"),
            Map.entry("whatif early-tools", "--out OUT"),
            Map.entry("whatif parallel", "* --out OUT"),
            Map.entry("whatif stream", "* --out OUT"),
            Map.entry("whatif async", "* --out OUT"),
            Map.entry("whatif batch", "* --out OUT"),
            Map.entry("whatif target", "--target p95<2s --out OUT"));

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Map<String, String> modesBelow(Path out) throws IOException {
        Map<String, String> modes = new TreeMap<>();
        try (Stream<Path> all = Files.walk(out)) {
            for (Path path : all.toList()) {
                modes.put(out.relativize(path).toString(), mode(path));
            }
        }
        return modes;
    }

    private void run(String command, Path out) {
        List<Object> arguments = new ArrayList<>(List.of(command.split(" ")));
        for (String option : COMMANDS.get(command).split(" ")) {
            arguments.add(option.replace("OUT", out.toString()));
        }
        Path learnable = ForecastRun.learnable(60).write(directory.resolve("learnable/segment-000001.jsonl"));
        Path sample = SampleRun.get().write(directory.resolve("sample/segment-000001.jsonl"));
        arguments.add(learnable.getParent());
        if (command.equals("diff") || command.equals("verify")) {
            arguments.add(sample.getParent());
        }
        int code = analyzer.run(arguments.toArray());
        assertThat(code).as(command + ": " + analyzer.err()).isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldBePrivateWhateverTheCommand() throws IOException {
        assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
        for (String command : COMMANDS.keySet()) {
            Path out = directory.resolve(command.replace(' ', '-')).resolve("below");
            run(command, out);
            Map<String, String> modes = modesBelow(out.getParent());
            assertThat(modes).as(command).hasSizeGreaterThan(2);
            assertThat(modes).as(command).containsEntry("", "rwx------").containsEntry("below", "rwx------");
            modes.remove("");
            modes.remove("below");
            modes.entrySet()
                    .removeIf(entry -> Files.isDirectory(out.getParent().resolve(entry.getKey()))
                            && entry.getValue().equals("rwx------"));
            assertThat(modes.values()).as(command + modes).containsOnly("rw-------");

            // a directory and files as an older version left them
            Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxr-xr-x"));
            for (String file : modes.keySet()) {
                Files.setPosixFilePermissions(
                        out.getParent().resolve(file), PosixFilePermissions.fromString("rw-rw-rw-"));
            }
            run(command, out);
            assertThat(mode(out)).as("a directory that is there keeps its mode").isEqualTo("rwxr-xr-x");
            Map<String, String> again = modesBelow(out.getParent());
            again.remove("");
            again.remove("below");
            again.keySet().removeIf(path -> Files.isDirectory(out.getParent().resolve(path)));
            assertThat(again.keySet()).as(command).isEqualTo(modes.keySet());
            assertThat(again.values()).as(command + again).containsOnly("rw-------");
        }
    }

    /** A new command that writes, or a new option to write with, is to be looked at here. */
    @Test
    void shouldKnowEveryCommandThatWrites() {
        Set<String> writing = HelpTest.commands()
                .filter(command -> command.getCommandSpec().options().stream()
                        .anyMatch(option -> WRITING.contains(option.longestName())
                                || option.typeInfo().getType() == Path.class
                                        && String.join(" ", option.description())
                                                .contains("rite")))
                .map(CommandLine::getCommandSpec)
                .map(spec -> spec.qualifiedName().replaceFirst("analyzer ", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(writing).isEqualTo(new TreeSet<>(COMMANDS.keySet()));
    }
}
