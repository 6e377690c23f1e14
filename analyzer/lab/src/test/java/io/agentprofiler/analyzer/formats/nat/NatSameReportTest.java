// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.fingerprint.Agents;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run of ours that is written as NAT's and read back gives the same report: every figure of {@code report --format json}, but for
 * those that {@code docs/formats/nat-parity.md} lists as what NAT's files cannot say.
 */
class NatSameReportTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "formats", "nat-parity.md");
    private static final Pattern LISTED = Pattern.compile("(?m)^\\| `report` ((?:`[^`]+` ?)+)\\|");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    static Stream<TestRun> runs() {
        Agents agents = new Agents().workflows(5);
        agents.model = "gpt-4o";
        agents.tools = List.of("search", "find");
        return Stream.of(
                SampleRun.get(),
                agents.workflows(7).run(),
                ExportRun.random(new Random(1), 30),
                ExportRun.random(new Random(2), 60),
                ExportRun.random(new Random(3), 5));
    }

    private Map<String, Object> report(Path input) {
        assertThat(analyzer.run("report", "--format", "json", input))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        Map<String, Object> figures = new TreeMap<>();
        flatten("", NatRun.json(analyzer.out()), figures);
        return figures;
    }

    /** Names each figure by its path; members of lists count as one. */
    private static void flatten(String path, Object value, Map<String, Object> into) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> flatten(path.isEmpty() ? name.toString() : path + "." + name, member, into));
        } else if (value instanceof List<?> list) {
            into.put(path + "[]", list.size());
            for (int i = 0; i < list.size(); i++) {
                flatten(path + "[" + i + "]", list.get(i), into);
            }
        } else {
            into.put(path, value);
        }
    }

    private static List<String> listed() throws Exception {
        Matcher row = LISTED.matcher(Files.readString(PAGE));
        TreeSet<String> fields = new TreeSet<>();
        while (row.find()) {
            for (String field : row.group(1).trim().split(" ")) {
                fields.add(field.replace("`", ""));
            }
        }
        return List.copyOf(fields);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldGiveTheSameReport(TestRun run) throws Exception {
        Path input = run.write(directory.resolve("run/segment-000001.jsonl"));
        Path out = directory.resolve("out");
        assertThat(analyzer.run("report", "--format", "nat", "--out", out, input))
                .isEqualTo(ExitCode.OK);
        Path traces = out.resolve("all_requests_profiler_traces.json");

        Map<String, Object> own = report(input);
        Map<String, Object> back = report(traces);

        List<String> listed = listed();
        assertThat(listed).isNotEmpty();
        TreeMap<String, String> different = new TreeMap<>();
        TreeSet<String> fields = new TreeSet<>(own.keySet());
        fields.addAll(back.keySet());
        for (String field : fields) {
            boolean same = own.containsKey(field)
                    && back.containsKey(field)
                    && String.valueOf(own.get(field)).equals(String.valueOf(back.get(field)));
            String general = field.replaceAll("\\[\\d*]", "[]");
            if (!same
                    && listed.stream()
                            .noneMatch(one -> general.equals(one)
                                    || general.startsWith(one + ".")
                                    || general.startsWith(one + "["))) {
                different.put(field, own.get(field) + " and " + back.get(field));
            }
        }
        assertThat(different).isEmpty();
        assertThat(fields).hasSizeGreaterThan(100);
        // and the analyses that look at workflows find none that is not there
        assertThat(analyzer.run("drift", input, traces, "--tolerance", "all=0"))
                .as(analyzer.out())
                .isZero();
        assertThat(analyzer.out()).contains("both sides are of the same workflows");
    }
}
