// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.tour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.it.demo.Shell;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.analyzer.LiveAnalyzer;
import io.agentprofiler.it.harness.analyzer.ReplayAnalyzer;
import io.agentprofiler.it.tour.TourPage.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tour of the demo: command by command, the analyzer finds the faults planted in release 2.1 of the help desk, and
 * {@code docs/start/tour.md} shows the commands' output. {@code -Dgolden.write=true} updates the page.
 */
@Tag("full")
class TourIT {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SERVED = "http://127.0.0.1:8089";
    private static final int QUIET_TICKETS = 40;
    private static final int TICKETS = 60;
    private static final int QUESTIONS = 36;
    private static final int ORDERS = 12;
    private static final int REFUNDS = 6;
    private static final int CAMPAIGNS = 3;
    private static final int CONTRACTS = 3;

    @TempDir
    private static Path dir;

    private static HelpDeskRuns runs;
    private static ReplayAnalyzer served;

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        runs = new HelpDeskRuns(ROOT, dir.resolve("tour"), Shell.quiet(ROOT, dir.resolve("printed.txt")));
        runs.record();
    }

    private static ProcessResult analyzer(Object... arguments) {
        return Analyzer.run(Jdks.current(), dir.resolve("tour"), arguments);
    }

    private static JsonNode json(Object... arguments) {
        ProcessResult result = analyzer(arguments);
        assertThat(result.exitCode()).as(result.toString()).isLessThan(2);
        return new JsonMapper().readTree(result.out());
    }

    private static List<String> texts(JsonNode array, String field) {
        return array.valueStream().map(each -> each.path(field).asString("")).toList();
    }

    @Test
    void shouldShowOnThePageWhatTheCommandsPrint() throws IOException {
        TourPage page = TourPage.read(ROOT.resolve("docs/start/tour.md"));
        if (Boolean.getBoolean("golden.write")) {
            page.write(block -> block.cut(run(block)));
        }

        SoftAssertions all = new SoftAssertions();
        for (Block block : TourPage.read(ROOT.resolve("docs/start/tour.md")).blocks()) {
            String output = run(block);
            // which of two findings comes third, or which forecast is chosen, may differ from run to run
            all.assertThat(block.missingIn(output))
                    .as(
                            "lines of docs/start/tour.md that '%s' does not print; -Dgolden.write=true writes the page anew. It prints%n%s",
                            block.command(), output)
                    .hasSizeLessThanOrEqualTo((int) block.printed().lines().count() / 3);
            all.assertThat(block.printed()).as(block.command()).isNotBlank();
        }
        all.assertAll();
    }

    /** Runs a command of the page. The page's fixed ports are replaced by free ones, and shown as on the page. */
    private static String run(Block block) {
        if (block.isBackground()) {
            return serve(block.arguments());
        }
        ProcessResult result = analyzer(block.arguments().stream()
                .map(word -> word.replace(SERVED, served == null ? SERVED : address()))
                .toArray());
        assertThat(result.exitCode()).as(block.command() + "\n" + result).isLessThan(2);
        return result.out();
    }

    private static String serve(List<String> arguments) {
        assertThat(arguments).startsWith("replay", "serve", "--port", "8089").endsWith("profile");
        stopServing();
        try {
            served = ReplayAnalyzer.start(
                    arguments.subList(4, arguments.size() - 1), runs.profile(), dir.resolve("page-replay.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().atMost(PATIENCE).until(() -> served.printed().contains("ends."));
        return served.printed().replace(address(), SERVED);
    }

    private static String address() {
        return served.baseUrl().replaceFirst("/v1$", "");
    }

    @AfterAll
    static void stopServing() {
        if (served != null) {
            served.close();
            served = null;
        }
    }

    @Test
    void shouldShowEveryCommandOnThePage() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/start/tour.md"));
        List<String> commands = new ArrayList<>();
        Pattern.compile("^  ([a-z]+) {2,}\\S", Pattern.MULTILINE)
                .matcher(analyzer("--help").out())
                .results()
                .forEach(found -> commands.add(found.group(1)));

        assertThat(commands)
                .hasSizeGreaterThan(20)
                .allSatisfy(command -> assertThat(page)
                        .as("docs/start/tour.md shows every command")
                        .contains("$ analyzer " + command + " "));
        assertThat(page).contains("$ analyzer replay serve ", "$ analyzer replay load ");
    }

    @Test
    void shouldFindWhatWasPlanted() throws IOException {
        ProcessResult report = analyzer("report", "--out", "report", "profile");
        assertThat(report.exitCode()).as(report.toString()).isZero();
        JsonNode findings = new JsonMapper()
                .readTree(Files.readString(dir.resolve("tour/report/findings.json")))
                .path("findings");

        assertThat(findings.valueStream().map(TourIT::named))
                .contains(
                        "failing-calls tool refund",
                        "loop tool order_status",
                        "sequential-tools tools of one turn",
                        "changing-prefix agent Assistant",
                        "retries llm gpt-4o-mini",
                        "cold-start tool search_kb",
                        "large-context llm gpt-3.5-turbo");
        assertThat(named(findings.get(0))).isEqualTo("failing-calls tool refund");
        assertThat(findings.get(0).path("title").asString(""))
                .startsWith("tool refund failed in %d of %d calls".formatted(REFUNDS, REFUNDS));
        assertThat(report.out())
                .contains(
                        "none of %d workflows failed · %d ok, with failures".formatted(TICKETS, REFUNDS),
                        "tool refund %d of %d calls".formatted(REFUNDS, REFUNDS));
    }

    private static String named(JsonNode finding) {
        return finding.path("rule").asString("") + " " + finding.path("subject").asString("");
    }

    @Test
    void shouldTellTheReleasesApart() {
        JsonNode question =
                json("fingerprint", "--format", "json", "--all-runs", "--where", "shop.ticket=question", "profile");

        assertThat(question.path("fingerprints")
                        .valueStream()
                        .map(one -> one.path("tools").toString()))
                .containsExactly("[\"classify\",\"search_kb\",\"synthesize\"]", "[\"search_kb\",\"synthesize\"]");
        assertThat(analyzer("diff", "profile").out()).contains("program changed: new tool classify");
        ProcessResult drift = analyzer("drift", "profile");
        assertThat(drift.exitCode()).isEqualTo(1);
        assertThat(drift.out()).contains("tools            4      5  drifted");
    }

    @Test
    void shouldSaveTheTimeOfToolsThatCouldRunAtOnce() {
        ProcessResult answer = analyzer("whatif", "parallel-tools", "--where", "shop.ticket=question", "profile");

        assertThat(answer.out())
                .contains("%d of them changed".formatted(QUESTIONS))
                .contains("tools that they requested: %d".formatted(3 * QUESTIONS))
                .containsPattern("speed-up 1\\.\\d+x");
    }

    @Test
    void shouldCountWhatTheProgramDid() {
        String said = analyzer("tokens", "--by", "shop.ticket", "profile").out();

        assertThat(said)
                .containsPattern("question +" + 2 * QUESTIONS + " ")
                .containsPattern("order +" + 6 * ORDERS + " ")
                .containsPattern("refund +" + 2 * REFUNDS + " ")
                .containsPattern("campaign +" + 2 * CAMPAIGNS + " ")
                .containsPattern("contract +" + CONTRACTS + " ");
        ProcessResult gate =
                analyzer("gate", "--run", "1", "--max-model-calls", "3", "--no-failures", "--no-loops", "profile");
        assertThat(gate.exitCode()).isEqualTo(1);
        assertThat(gate.out())
                .contains("broken  max-model-calls 3: ticket order", "broken  no-loops: ticket order")
                .contains("broken  no-failures: ticket refund")
                // whose requests were refused at first, and answered when they were sent again
                .doesNotContain("broken  no-failures: ticket campaign");
    }

    @Test
    void shouldHaveEnoughToLearnFrom() {
        JsonNode targets =
                json("forecast", "--format", "json", "--all-runs", "profile").path("targets");

        assertThat(texts(targets, "target"))
                .contains("next_call_input_tokens", "next_call_output_tokens", "workflow_run_time");
    }

    @Test
    void shouldServeBothRunsAndReplayOne() throws IOException, InterruptedException {
        Path profile = runs.profile();
        try (LiveAnalyzer live = LiveAnalyzer.start(profile, dir.resolve("serve.txt"), List.of())) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(texts(
                                    live.json("/api/workflows?limit=1000&state=over")
                                            .path("workflows"),
                                    "name"))
                            .hasSize(TICKETS + QUIET_TICKETS)
                            .contains("ticket campaign"));
            assertThat(live.json("/api/runs").path("runs")).hasSize(2);
        }
        try (ReplayAnalyzer replay = ReplayAnalyzer.start(profile, dir.resolve("replay.txt"))) {
            assertThat(replay.printed()).contains("%d workflows".formatted(TICKETS));
        }
    }
}
