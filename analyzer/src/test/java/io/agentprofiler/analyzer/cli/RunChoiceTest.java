// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of several runs: which of them a command reads, and that it says so. */
class RunChoiceTest {
    private static final String OLD = "shop-1-20260101T000000.000Z";
    private static final String MIDDLE = "shop-3-20260102T000000.000Z";
    private static final String DESK = "desk-7-20260103T000000.000Z";
    private static final String NEW = "shop-2-20260104T000000.000Z";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    @BeforeEach
    void writeRuns() {
        run(OLD, "shop", 1, 1);
        run(NEW, "shop", 4, 4);
        run(MIDDLE, "shop", 2, 2);
        run(DESK, "desk", 3, 3);
    }

    /** Writes a run of a day with so many workflows. */
    private void run(String id, String service, int day, int workflows) {
        TestRun run = TestRun.bare()
                .line("{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"" + id + "\",\"service\":\""
                        + service
                        + "\",\"pid\":42,\"clock\":{\"epoch_ns\":"
                        + (TestRun.EPOCH + day * 86_400_000_000_000L)
                        + ",\"nano\":0}}");
        for (int i = 1; i <= workflows; i++) {
            run.trace(100 * day + i).span(1, 0, 100 * i, 100 * i + 50, "agent", "work");
        }
        run.footer().write(directory.resolve("runs/" + id + "/segment-000001.jsonl"));
    }

    private Path runs() {
        return directory.resolve("runs");
    }

    private List<String> taken(Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        System.arraycopy(new Object[] {"tokens", "--format", "json"}, 0, all, 0, 3);
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        assertThat(analyzer.run(all)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        String list = analyzer.out().replaceFirst("(?s).*\"data_runs\":\\[([^\\]]*)].*", "$1");
        return Stream.of(list.split(","))
                .map(run -> run.replace("\"", ""))
                .filter(run -> !run.isEmpty())
                .toList();
    }

    @Test
    void shouldTakeTheNewestRunOfADirectoryAndSayWhich() {
        assertThat(taken(runs())).containsExactly(NEW);
        assertThat(analyzer.err())
                .isEqualTo("analyzer: run 1 of 4, newest: " + NEW + "; --run ID or --all-runs for others\n");

        assertThat(analyzer.run("report", "--all", runs())).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("Workflows  4");
        assertThat(analyzer.err()).contains("run 1 of 4, newest");
    }

    @Test
    void shouldTakeWhatIsGivenAsItIs() {
        assertThat(taken(runs().resolve(OLD))).containsExactly(OLD);
        assertThat(analyzer.err()).isEmpty();
        assertThat(taken(runs().resolve(OLD + "/segment-000001.jsonl"))).containsExactly(OLD);
        assertThat(analyzer.err()).isEmpty();
        assertThat(taken(runs().resolve(NEW), runs().resolve(OLD))).containsExactly(NEW, OLD);
        assertThat(analyzer.err()).isEmpty();
        assertThat(taken("--all-runs", runs())).containsExactly(DESK, OLD, NEW, MIDDLE);
        assertThat(analyzer.err()).isEmpty();
    }

    @Test
    void shouldTakeTheRunsThatAreNamed() {
        assertThat(taken("--run", OLD, runs())).containsExactly(OLD);
        assertThat(taken("--run", "desk", runs())).containsExactly(DESK);
        assertThat(taken("--run", "#3", runs())).containsExactly(MIDDLE);
        assertThat(taken("--run=4", runs())).containsExactly(OLD);
        assertThat(taken("--run", "shop-1", "--run", "2", runs())).containsExactly(DESK, OLD);
        assertThat(analyzer.err()).isEmpty();
        assertThat(taken("--service", "desk", runs())).containsExactly(DESK);
        assertThat(taken("--service", "shop", runs())).containsExactly(NEW);
        assertThat(analyzer.err()).startsWith("analyzer: run 1 of 4, newest of shop: ");
        assertThat(taken("--service", "shop", "--all-runs", runs())).containsExactly(OLD, NEW, MIDDLE);
    }

    @Test
    void shouldRefuseARunThatIsNotThereOrNotClear() {
        analyzer.assertRefused(
                "--run shop: 3 runs begin so: #1 " + NEW + ", #3 " + MIDDLE + ", #4 " + OLD,
                "tree",
                "--run",
                "shop",
                runs());
        analyzer.assertRefused("--run 9: no such run; there are #1 " + NEW, "tree", "--run", "9", runs());
        analyzer.assertRefused("--run 2: no such run; there are #1", "tree", "--run", 2, "--service", "shop", runs());
        analyzer.assertRefused(
                "--service bank: no run of it here; there are runs of shop, desk", "tree", "--service", "bank", runs());
        analyzer.assertRefused("--run and --all-runs exclude each other", "tree", "--run", "1", "--all-runs", runs());
    }

    @Test
    void shouldReadSegmentsWithoutHeaderWithTheRunBesideThem() {
        TestRun.bare()
                .trace(77)
                .span(1, 0, 1000, 1050, "agent", "work")
                .write(runs().resolve(NEW + "/segment-000002.jsonl"));

        assertThat(analyzer.run("report", "--all", runs())).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("Workflows  5");
        assertThat(analyzer.err()).contains("run 1 of 4, newest");
    }

    @Test
    void shouldReadAllFilesOfADirectoryThatDoNotSayTheirRun() {
        TestRun.bare().trace(1).span(1, 0, 0, 50, "agent", "work").write(directory.resolve("bare/one.jsonl"));
        TestRun.bare().trace(2).span(1, 0, 0, 50, "agent", "work").write(directory.resolve("bare/two.jsonl"));

        assertThat(taken(directory.resolve("bare"))).hasSize(2);
        assertThat(analyzer.err()).isEmpty();
        assertThat(taken("--run", "two", directory.resolve("bare")))
                .containsExactly(directory.resolve("bare/two.jsonl").toString());
    }

    @Test
    void shouldMeasureEveryRunForItselfWhereThatIsTheQuestion() {
        assertThat(analyzer.run("size", "--concurrency", "1,2,3,4", runs()))
                .as(analyzer.err())
                .isZero();
        assertThat(analyzer.run("size", "--concurrency", "1,2", "--run", "1", "--run", "3", runs()))
                .as(analyzer.err())
                .isZero();
    }

    @Test
    void shouldCompareTheLastTwoRunsOfAService() {
        assertThat(analyzer.run("diff", runs())).as(analyzer.err()).isZero();
        assertThat(analyzer.err())
                .isEqualTo("analyzer: before: run 3 of 4 " + MIDDLE + "; after: run 1 of 4 " + NEW + "\n");
        assertThat(analyzer.out()).contains(MIDDLE + " · 2 workflows", NEW + " · 4 workflows");

        assertThat(analyzer.run("diff", "--run", "3", runs())).isZero();
        assertThat(analyzer.out()).contains(OLD + " · 1 workflow", MIDDLE + " · 2 workflows");
        assertThat(analyzer.run("diff", runs(), "--run", "4", "--run", "desk")).isZero();
        assertThat(analyzer.out()).contains(OLD + " · 1 workflow", DESK + " · 3 workflows");

        analyzer.assertRefused(
                runs() + " holds no run of service desk before " + DESK + " to compare it with; name two sides: diff"
                        + " BEFORE AFTER",
                "diff",
                runs(),
                "--service",
                "desk");
        analyzer.assertRefused("diff compares two runs", "diff", runs(), "--run", 1, "--run", 2, "--run", 3);
        analyzer.assertRefused("--all-runs needs two sides", "diff", runs(), "--all-runs");
        analyzer.assertRefused("diff needs two sides: diff BEFORE AFTER, diff DIR", "diff");
    }

    @Test
    void shouldTakeTheNewestRunOfEachSide() throws IOException {
        Path other = directory.resolve("other");
        Files.createDirectories(other);
        Files.move(runs().resolve(OLD), other.resolve(OLD));
        Files.move(runs().resolve(MIDDLE), other.resolve(MIDDLE));

        assertThat(analyzer.run("diff", other, runs())).isZero();
        assertThat(analyzer.out()).contains(MIDDLE + " · 2 workflows", NEW + " · 4 workflows");
        assertThat(analyzer.err())
                .contains(
                        "analyzer: before: run 1 of 2, newest: " + MIDDLE,
                        "analyzer: after: run 1 of 2, newest: " + NEW);
        assertThat(analyzer.run("diff", "--all-runs", other, runs())).isZero();
        assertThat(analyzer.out()).contains(" · 3 workflows", " · 7 workflows");
        assertThat(analyzer.run("diff", other, runs(), "--run", OLD, "--run", "desk"))
                .isZero();
        assertThat(analyzer.out()).contains(OLD + " · 1 workflow", DESK + " · 3 workflows");
        analyzer.assertRefused("with two sides --run is given twice", "diff", other, runs(), "--run", "1");
    }
}
