// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.FullRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.testing.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One recorded run, written in every format that is read back, and asked every command: each figure is the same, or {@code
 * docs/formats/README.md} says that the format cannot say it; {@link ReadOnlyFormats} adds those that are only read.
 * {@code -Dgolden.write=true} writes that page.
 */
class FormatMatrixTest {
    /**
     * A format.
     *
     * @param name as people call it
     * @param file what to read back, in the directory that the command is given
     * @param command writes it; the directory and the recorded run come behind it
     * @param why why a figure is another one, by a pattern of command and path; the first that fits
     * @param kept pattern of what the format may not lose, whatever {@code why} says
     */
    private record Format(String name, String file, List<String> command, Map<String, String> why, String kept) {
        String reason(String figure) {
            if (figure.matches(kept)) {
                return null;
            }
            return why.entrySet().stream()
                    .filter(reason -> figure.matches(reason.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }
    }

    private static final int FEW = 20;

    private static final String RUN =
            "data of the run, not of its workflows: service, process, whether it ended properly, the"
                    + " agent's counters and costs, records of single chunks";

    private static final String OF_RUN = "\\S+ (runs|data_runs|profiler_cost|after/runs|runs_after)(\\[])?(/.*)?";

    /** What no format of whole workflows may lose. */
    private static final String WHOLE =
            "report workflows/(runs|errors|model_calls|tool_calls|tokens/input|tokens/output)";

    /** To add a format, add its line here. */
    private static final List<Format> FORMATS = List.of(
            new Format(
                    "ATIF 1.8",
                    "trajectories.jsonl",
                    List.of("export", "atif", "--content", "--out"),
                    reasons(OF_RUN, RUN),
                    WHOLE),
            new Format(
                    "ATIF 1.1",
                    "trajectories.jsonl",
                    List.of("export", "atif", "--content", "--atif-version", "1.1", "--out"),
                    reasons(OF_RUN, RUN),
                    WHOLE),
            new Format(
                    "OTLP",
                    "traces.otlp.jsonl",
                    List.of("export", "otlp", "--content", "--out"),
                    reasons(OF_RUN, RUN),
                    WHOLE),
            new Format(
                    "NAT",
                    "all_requests_profiler_traces.json",
                    List.of("report", "--format", "nat", "--out"),
                    reasons(OF_RUN, RUN),
                    WHOLE));

    private static final List<List<String>> COMMANDS = List.of(
            List.of("report"),
            List.of("tokens"),
            List.of("tree", "-n", "1000"),
            List.of("waterfall", "-n", "1000"),
            List.of("flame"),
            List.of("flame", "--by", "tokens"),
            List.of("flame", "--by", "cost"),
            List.of("prefix"),
            List.of("steps"),
            List.of("score"),
            List.of("forecast"),
            List.of("size"),
            List.of("fingerprint"),
            List.of("whatif", "cache"),
            List.of("whatif", "prompt-cache"),
            List.of("whatif", "parallel-tools"),
            List.of("whatif", "early-tools"),
            List.of("diff"),
            List.of("drift"),
            List.of("list"));

    /** Commands that hold two runs against each other: here the recorded one and what was read back of it. */
    static final Set<String> OF_TWO = Set.of("diff", "drift");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private static Map<String, String> reasons(String... patternsAndReasons) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (int i = 0; i < patternsAndReasons.length; i += 2) {
            reasons.put(patternsAndReasons[i], patternsAndReasons[i + 1]);
        }
        return reasons;
    }

    /** Returns the figures of a command, {@code null} where it refuses the input. */
    private Map<String, String> figures(List<String> command, Path run, Path input) {
        Stream<Path> inputs = OF_TWO.contains(command.get(0)) ? Stream.of(run, input) : Stream.of(input);
        Object[] line = Stream.concat(Stream.concat(command.stream(), Stream.of("--format", "json")), inputs)
                .toArray();
        int code = analyzer.run(line);
        // drift has an exit code for sides that do not agree
        assertThat(code).as(command + analyzer.err()).isIn(ExitCode.OK, ExitCode.BAD_INPUT, ExitCode.GATE_FAILED);
        if (code == ExitCode.BAD_INPUT) {
            return null;
        }
        Map<String, String> figures = Figures.of(Json.of(analyzer.out()));
        // of a run beside itself it is said that it is the same
        figures.keySet().removeIf(figure -> OF_TWO.contains(command.get(0)) && figure.startsWith("notes/"));
        return figures;
    }

    /** The same figure of all elements of a list. */
    private static String general(String figure) {
        return figure.replaceAll("/\\d+(?=/|$)", "[]");
    }

    /** Returns a figure as deep as it is listed. */
    private static String shown(String general, int deep) {
        return general.replaceFirst("^([^/]+(?:/[^/]+){" + (deep - 1) + "})/.*", "$1/…");
    }

    /** How many figures there are is of the commands, and would change the page with each of them. */
    private static String kept(int others) {
        return others == 0 ? "all" : others <= FEW ? "all but " + others : "a part";
    }

    @Test
    void shouldBeWhatThePageSays() throws IOException {
        Path run = FullRun.of(true).write(directory.resolve("run/segment-000001.jsonl"));
        StringBuilder page = new StringBuilder();
        List<String> unexplained = new ArrayList<>();
        StringBuilder lost = new StringBuilder();
        page.append("| command |");
        FORMATS.forEach(format -> page.append(' ').append(format.name()).append(" |"));
        page.append("\n|---|").append("---|".repeat(FORMATS.size())).append('\n');
        Map<Format, SortedMap<String, SortedSet<String>>> why = new LinkedHashMap<>();
        Map<Format, Path> files = new LinkedHashMap<>();
        for (Format format : FORMATS) {
            Path out = directory.resolve(format.name().replace(' ', '-'));
            assertThat(out.toFile().mkdirs()).isTrue();
            Object[] line = Stream.concat(format.command().stream(), Stream.of(out, run))
                    .toArray();
            assertThat(analyzer.run(line)).as(analyzer.err()).isEqualTo(ExitCode.OK);
            files.put(format, out.resolve(format.file()));
            why.put(format, new TreeMap<>());
        }
        for (List<String> command : COMMANDS) {
            Map<String, String> before = figures(command, run, run);
            page.append("| `").append(String.join(" ", command)).append("` |");
            for (Format format : FORMATS) {
                Map<String, String> after = figures(command, run, files.get(format));
                if (after == null && before != null) {
                    page.append(" - |");
                    continue;
                }
                if (before == null || after == null) {
                    assertThat(after).as(command + " " + format.name()).isEqualTo(before);
                    page.append(" nothing to say |");
                    continue;
                }
                int equal = 0;
                SortedSet<String> all = new TreeSet<>(before.keySet());
                all.addAll(after.keySet());
                for (String figure : all) {
                    if (Objects.equals(after.get(figure), before.get(figure))) {
                        equal++;
                        continue;
                    }
                    String general = command.get(0) + ' ' + general(figure);
                    String reason = format.reason(general);
                    if (reason == null) {
                        unexplained.add(
                                format.name() + " " + general + ": " + before.get(figure) + " > " + after.get(figure));
                    } else {
                        why.get(format)
                                .computeIfAbsent(reason, any -> new TreeSet<>())
                                .add(shown(general, reason.equals(RUN) ? 2 : 1));
                    }
                }
                page.append(' ').append(kept(all.size() - equal)).append(" |");
            }
            page.append('\n');
        }
        assertThat(unexplained)
                .as("figures that are neither equal nor explained")
                .isEmpty();
        why.forEach((format, reasons) -> {
            lost.append("\n### ").append(format.name()).append("\n\n");
            reasons.forEach((reason, figures) -> {
                lost.append("- ").append(reason).append(": ");
                lost.append(String.join(
                                ", ",
                                figures.stream().map(one -> "`" + one + "`").toList()))
                        .append('\n');
            });
        });
        Golden.of("../../../../../docs/formats/README.md")
                .assertIs(HEAD + page + TAIL + lost + new ReadOnlyFormats(directory).tables(COMMANDS));
    }

    private static final String HEAD = """
        # What formats can say

        One recorded run, with streams, failed attempts, retries, agents within tools, failures and spans without an end, is written in every
        format that the analyzer reads back, and every command reads it. The table shows how many figures of the command's `--format json` are
        equal. `FormatMatrixTest` generates this page and fails if it is not up to date.

        """;

    private static final String TAIL = """

        `-`: the file has no data for the command, which says so and ends with exit code 2. `diff` and `drift` compare the file with the recorded
        run. Formats that are only written ([Perfetto, Chrome, Parquet](export.md)) are not read back; others are
        [only read](#formats-that-are-only-read).

        ## What a format cannot hold

        Figures that differ, are missing or are new when the file is read, by command. `[]` stands for every element of a list, `…` for
        everything below.
        """;
}
