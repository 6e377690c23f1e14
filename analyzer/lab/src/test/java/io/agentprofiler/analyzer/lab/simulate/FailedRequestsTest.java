// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that were refused, timed out, failed on the server or were cancelled, on a server of one slot. */
class FailedRequestsTest {
    private static final int ANSWERED = 40;
    private static final String TOKENS =
            "\"gen_ai.usage.input_tokens\":%d,\"gen_ai.usage.output_tokens\":%d,\"http.response.status_code\":200";

    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();
    private final TestRun run = TestRun.run("failures");
    private int number;
    private double time;

    /** Begins a workflow with a call; its spans are 10 times the number and what follows. */
    private int begin() {
        number++;
        run.trace(number)
                .start(10 * number, 0, time, "agent", "ask")
                .start(10 * number + 1, 10 * number, time, "llm", "chat", "\"gen_ai.request.model\":\"m\"");
        return 10 * number + 1;
    }

    private void end(int call, double at, String status, String more) {
        run.end(call, at, status, more).end(call - 1, at);
        time = at + 5;
    }

    private void request(int span, int call, double from, double to, int status, String error) {
        run.start(span, call, from, "http", "HTTP POST")
                .end(
                        span,
                        to,
                        error == null ? "ok" : "error",
                        (error == null ? "" : ",\"error\":{\"type\":\"" + error + "\"}") + ",\"attributes\":{"
                                + (status < 0 ? "" : "\"http.response.status_code\":" + status) + "}");
    }

    private void answered() {
        int call = begin();
        int input = 100 + 37 * number % 200;
        int output = 5 + 11 * number % 13;
        double end = time + input / 10.0 + 2 * output;
        request(call + 1, call, time, end, 200, null);
        end(call, end, "ok", ",\"attributes\":{" + TOKENS.formatted(input, output) + "}");
    }

    /** An attempt, a pause of 50 ms, and an answer. */
    private void answeredAfter(double nanos, int status, String error) {
        int call = begin();
        request(call + 1, call, time, time + nanos, status, error);
        double again = time + nanos + 50;
        request(call + 2, call, again, again + 30, 200, null);
        end(call, again + 30, "ok", ",\"attributes\":{" + TOKENS.formatted(100, 10) + "}");
    }

    private void failed(double nanos, String status, String error) {
        int call = begin();
        end(call, time + nanos, status, error == null ? "" : ",\"error\":{\"type\":\"" + error + "\"}");
    }

    @Test
    void shouldTellThemApartAndEqualTheRecording() {
        for (int i = 0; i < ANSWERED; i++) {
            answered();
        }
        answeredAfter(4, 429, null);
        answeredAfter(4, 503, null);
        answeredAfter(3, -1, "java.net.ConnectException");
        failed(2, "error", "com.openai.errors.RateLimitException");
        answeredAfter(200, -1, "java.net.http.HttpTimeoutException");
        failed(300, "error", "java.net.SocketTimeoutException");
        answeredAfter(40, 500, null);
        failed(25, "cancelled", null);
        failed(25, "ok", null);

        assertThat(command.run(
                        "simulate", "--format", "json", run.footer().write(dir.resolve("run/segment-000001.jsonl"))))
                .as(command.err())
                .isZero();

        Map<String, String> figures = Figures.of(Json.of(command.out()));
        assertThat(figures.values())
                .contains(
                        "3 requests: their tokens are not recorded, or they failed while they were served: they hold a slot"
                                + " for as long as recorded",
                        "2 requests: they timed out, and do so again after as long, also where they would have been answered"
                                + " by then",
                        "4 requests: they were refused, and are again, also where the server would have room")
                .noneMatch(value -> value.contains("not simulated well"));
        assertThat(figures).containsEntry("fit/calls", String.valueOf(ANSWERED + 5));
        for (String figure : new String[] {"latency_ns/p50", "latency_ns/max", "run_time_ns/p95", "run_time_ns/max"}) {
            double real = Double.parseDouble(figures.get("results/0/" + figure));
            assertThat(Double.parseDouble(figures.get("results/2/" + figure)))
                    .as(figure)
                    .isCloseTo(real, within(1e-6 * real));
        }
    }
}
