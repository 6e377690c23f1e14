// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.replay.OnMiss;
import io.agentprofiler.analyzer.lab.replay.Pace;
import io.agentprofiler.analyzer.lab.replay.ReplayServer;
import io.agentprofiler.analyzer.lab.replay.WeatherRun;
import io.agentprofiler.analyzer.lab.replay.match.Replay;
import io.agentprofiler.analyzer.lab.replay.match.Replay.WorkflowProgress;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command against servers on this machine. */
class ReplayLoadCommandTest {
    private static final int WORKFLOWS = 12;
    private static final int CALLS = 3;

    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();

    private Path conversations() {
        return ConversationRun.run(WORKFLOWS, CALLS, 1, 3).write(dir.resolve("run/segment-000001.jsonl"));
    }

    private List<WorkflowProgress> replayed(TestRun run, String... options) throws IOException {
        List<RecordedWorkflow> workflows = WeatherRun.workflows(run);
        Replay replay = new Replay(workflows, any -> {});
        Path file = run.write(dir.resolve("replayed/segment-000001.jsonl"));
        try (ReplayServer server = new ReplayServer(
                replay,
                OnMiss.of("fail"),
                new Pace(ReplaySpeed.INSTANT),
                null,
                List.of("m"),
                0,
                new PrintStream(new ByteArrayOutputStream()))) {
            server.start(() -> new byte[0]);
            List<Object> arguments = new ArrayList<>(List.of("replay", "load", "--to", server.address() + "/v1"));
            arguments.addAll(List.of(options));
            arguments.add(file);
            assertThat(command.run(arguments.toArray())).as(command.err()).isZero();
        }
        return replay.progress();
    }

    @Test
    void shouldSendWhatTheRecordingExpects() throws IOException {
        List<WorkflowProgress> progress =
                replayed(ConversationRun.run(WORKFLOWS, CALLS, 1, 3), "--concurrency", "3", "--format", "json");

        assertThat(progress).extracting(WorkflowProgress::outcome).containsOnly("same");
        assertThat(progress.stream().mapToLong(each -> each.counts().requests()).sum())
                .isEqualTo(WORKFLOWS * CALLS);
        assertThat(command.out()).contains("\"requests\":36", "\"answered\":36", "\"failed\":0");
    }

    @Test
    void shouldSendRecordedTextsAsTheyAre() throws IOException {
        List<WorkflowProgress> progress = replayed(WeatherRun.run(true), "--concurrency", "1", "--think", "none");

        // the second is refused with 429, which was a first attempt; the third made no request; the fourth lost its
        // connection
        assertThat(progress)
                .extracting(WorkflowProgress::outcome)
                .containsExactly("same", "same", "no requests", "same");
        assertThat(progress).extracting(each -> each.counts().requests()).containsExactly(2L, 1L, 0L, 1L);
        assertThat(command.out()).contains("429", "failed");
    }

    @Test
    void shouldBeginPromptsAlikeWhereTheRecordedOnesDid() throws IOException {
        List<String> bodies;
        try (NullServer server = new NullServer(NullServer::usual, true)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--concurrency",
                            "1",
                            "--stream",
                            "none",
                            conversations()))
                    .isZero();
            bodies = server.kept().stream()
                    .map(request -> request.substring(request.indexOf("\"messages\"")))
                    .toList();
        }

        assertThat(bodies).hasSize(WORKFLOWS * CALLS);
        String first = text(bodies.get(0), 0);
        assertThat(first).hasSize(1024);
        // instructions are the same in all, and all of a conversation's messages in its next prompt
        assertThat(bodies).allSatisfy(body -> assertThat(text(body, 0)).isEqualTo(first));
        assertThat(text(bodies.get(1), 1)).isEqualTo(text(bodies.get(0), 1)).isNotEqualTo(text(bodies.get(3), 1));
        assertThat(bodies).doesNotHaveDuplicates();
    }

    private static String text(String body, int message) {
        String[] contents = body.split("\"content\":\"");
        return contents[message + 1].substring(0, contents[message + 1].indexOf('"'));
    }

    @Test
    void shouldGoThroughTheRecordingOnceAtEachLevelAndWriteWhatSizeReads() throws IOException {
        Path out = dir.resolve("out");
        try (NullServer server = new NullServer(NullServer::usual, false)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--concurrency",
                            "1,2,4",
                            "--rate",
                            "1000",
                            "--arrivals",
                            "even",
                            "--out",
                            out,
                            "--format",
                            "json",
                            conversations()))
                    .as(command.err())
                    .isZero();
            assertThat(server.requests()).isEqualTo(4L * WORKFLOWS * CALLS);
        }
        assertThat(command.out())
                .contains("\"format\":\"agent-profiler-load/1\"", "\"arrivals\":\"even\"", "\"input\":396");
        assertThat(Files.readAllLines(out.resolve("levels.csv")))
                .hasSize(5)
                .anyMatch(line -> line.startsWith("concurrency-4,4,,"))
                .anyMatch(line -> line.startsWith("rate-1000-even,,1000,"));

        assertThat(command.run("size", out, "--format", "json"))
                .as(command.err())
                .isZero();
        assertThat(command.out())
                .contains("\"concurrency\":1", "\"concurrency\":2", "\"concurrency\":4", "\"workflows\":12");

        assertThat(command.run("tokens", "--all-runs", out.resolve("concurrency-2")))
                .as(command.err())
                .isZero();
        assertThat(command.run("report", out.resolve("concurrency-2"))).isZero();
        assertThat(command.out()).contains("data complete", "36 model calls");
    }

    @Test
    void shouldAskEachModelAndWriteWhatCompareReads() throws IOException {
        Path out = dir.resolve("models");
        List<String> bodies;
        try (NullServer server = new NullServer(NullServer::usual, true)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--models",
                            "gpt-4o,org/gpt-4o-mini",
                            "--concurrency",
                            "2",
                            "--out",
                            out,
                            conversations()))
                    .as(command.err())
                    .isZero();
            bodies = List.copyOf(server.kept());
        }
        assertThat(command.out()).contains("gpt-4o, 2 at once", "org/gpt-4o-mini, 2 at once");
        assertThat(bodies.stream().filter(body -> body.contains("\"model\":\"gpt-4o\"")))
                .hasSize(WORKFLOWS * CALLS);
        assertThat(bodies.stream().filter(body -> body.contains("\"model\":\"org/gpt-4o-mini\"")))
                .hasSize(WORKFLOWS * CALLS);
        assertThat(out.resolve("org_gpt-4o-mini-concurrency-2")).isDirectory();
        assertThat(Files.readAllLines(out.resolve("levels.csv")))
                .hasSize(3)
                .anyMatch(line -> line.endsWith(",org/gpt-4o-mini"));

        assertThat(command.run("compare", "--format", "json", out))
                .as(command.err())
                .isZero();
        assertThat(command.out()).contains("\"name\":\"gpt-4o\"", "\"name\":\"org/gpt-4o-mini\"");
        command.assertRefused(
                "--models a,a: expected different names of models",
                "replay",
                "load",
                "--to",
                "http://127.0.0.1:1",
                "--models",
                "a,a",
                "--concurrency",
                "1",
                conversations());
    }

    @Test
    void shouldCountRefusalsAndFailuresAndEndTheirWorkflows() throws IOException {
        try (NullServer server =
                new NullServer(request -> "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}", false)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--concurrency",
                            "2",
                            "--format",
                            "json",
                            conversations()))
                    .isZero();
            // the first call of each is refused: an agent would end there
            assertThat(server.requests()).isEqualTo(WORKFLOWS);
        }
        assertThat(command.out())
                .contains("\"rate_limited\":12", "\"answered\":0", "\"workflows_answered\":0")
                .doesNotContain("\"p50\":0");
    }

    @Test
    void shouldFollowNoRedirect() throws IOException {
        try (NullServer other = new NullServer(NullServer::usual, false);
                NullServer server = new NullServer(
                        request -> "HTTP/1.1 307 Temporary Redirect\r\nLocation: " + other.address()
                                + "/chat/completions\r\nContent-Length: 0\r\n\r\n",
                        false)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--concurrency",
                            "1",
                            "--format",
                            "json",
                            conversations()))
                    .isZero();
            assertThat(other.requests()).isZero();
        }
        assertThat(command.out()).contains("\"failed\":12");
    }

    @Test
    void shouldCountLostConnectionsAndAnswersThatAreNone() throws IOException {
        try (NullServer server = new NullServer(
                request -> request.contains("tool_call_id")
                        ? null
                        : NullServer.answer("text/event-stream", "data: {\"error\":{\"message\":\"full\"}}\n\n"),
                false)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--concurrency",
                            "1",
                            "--format",
                            "json",
                            conversations()))
                    .isZero();
        }
        assertThat(command.out())
                .contains("\"failed\":12", "\"answered\":0", "\"no_answer\":12")
                .contains("1 at once: failed: 12 x an answer that is none of this API, or says that something failed");
    }

    @Test
    void shouldSayThatNobodyListens() throws IOException {
        String gone;
        try (NullServer server = new NullServer(NullServer::usual, false)) {
            gone = server.address();
        }

        assertThat(command.run("replay", "load", "--to", gone, "--concurrency", "1", conversations()))
                .isZero();
        assertThat(command.out())
                .contains("1 at once: failed: 12 x no connection: does a server listen there?")
                // there is no percentile that could have the mark
                .doesNotContain("~ too few calls");
    }

    @Test
    void shouldGiveUpWhatTakesTooLong() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        try (NullServer server = new NullServer(
                request -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return null;
                },
                false)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--concurrency",
                            "12",
                            "--timeout",
                            "0.2",
                            "--format",
                            "json",
                            conversations()))
                    .isZero();
        } finally {
            never.countDown();
        }
        assertThat(command.out()).contains("\"timeouts\":12", "\"failed\":0");
    }

    /** An open loop does not wait for answers: all requests are there before the first is answered. */
    @Test
    void shouldNotWaitForAnswersInAnOpenLoop() throws IOException {
        CountDownLatch all = new CountDownLatch(WORKFLOWS);
        try (NullServer server = new NullServer(
                request -> {
                    if (!request.contains("tool_call_id")) {
                        all.countDown();
                        try {
                            all.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                    return NullServer.usual(request);
                },
                false)) {
            assertThat(command.run(
                            "replay",
                            "load",
                            "--to",
                            server.address(),
                            "--rate",
                            "200",
                            "--format",
                            "json",
                            conversations()))
                    .isZero();
        }
        assertThat(command.out()).contains("\"answered\":36", "\"timeouts\":0");
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstand() {
        Path run = conversations();
        String to = "http://127.0.0.1:1/v1";

        command.assertRefused(
                "give --concurrency COUNT, --rate PER_SECOND or --arrivals recorded: how much load",
                "replay",
                "load",
                "--to",
                to,
                run);
        command.assertRefused(
                "--to: example.com is not this machine: add --i-own-this-host if its owner wants this load",
                "replay",
                "load",
                "--to",
                "http://example.com/v1",
                "--concurrency",
                1,
                run);
        command.assertRefused(
                "--concurrency 0: expected numbers from 1 to 10000",
                "replay",
                "load",
                "--to",
                to,
                "--concurrency",
                0,
                run);
        command.assertRefused(
                "--rate -1.0: expected numbers of workflows in a second, more than 0",
                "replay",
                "load",
                "--to",
                to,
                "--rate",
                -1,
                run);
        command.assertRefused(
                "--arrivals even needs --rate PER_SECOND", "replay", "load", "--to", to, "--arrivals", "even", run);
        command.assertRefused(
                "--arrivals odd: expected poisson, even or recorded",
                "replay",
                "load",
                "--to",
                to,
                "--rate",
                1,
                "--arrivals",
                "odd",
                run);
        command.assertRefused(
                "--think: expected recorded, none or a factor such as 2x (twice as long) or 0.5x, not fast",
                "replay",
                "load",
                "--to",
                to,
                "--concurrency",
                1,
                "--think",
                "fast",
                run);
        command.assertRefused(
                "--stream some: expected recorded, all or none",
                "replay",
                "load",
                "--to",
                to,
                "--concurrency",
                1,
                "--stream",
                "some",
                run);
        command.assertRefused(
                "--duration -1: expected seconds, or a time such as 1500ms, 2m or 1h, from 0.001 s to 1000000 s",
                "replay",
                "load",
                "--to",
                to,
                "--concurrency",
                1,
                "--duration",
                -1,
                run);
        command.assertRefused(
                "--key-env NO_SUCH_VARIABLE_HERE: there is no environment variable of that name with a key",
                "replay",
                "load",
                "--to",
                to,
                "--concurrency",
                1,
                "--key-env",
                "NO_SUCH_VARIABLE_HERE",
                run);
        command.assertRefused(
                "a level of --concurrency or --rate is given twice",
                "replay",
                "load",
                "--to",
                to,
                "--concurrency",
                "2,2",
                run);
    }
}
