// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of different shapes with which nothing is wrong: latencies are log-normal, a call fails now and then, the first call of the
 * process is slow. None of them is told to change anything.
 */
class HealthyProgramsTest {
    private static final String LARGE = "gpt-4o";
    private static final String SMALL = "gpt-4o-mini";

    /** A program that is written down as it runs. */
    private static final class Program {
        private final TestRun run = TestRun.bare();
        private final Random random;
        private int ids;
        private int texts;
        private double now;
        private boolean started;
        private boolean log;

        Program(long seed) {
            random = new Random(seed);
        }

        /** Makes it a log, which knows nothing of threads and requests. */
        void isLog() {
            log = true;
        }

        List<Trace> traces() {
            if (!log) {
                return run.traces();
            }
            return TestRun.bare()
                    .lines(run.lines().stream()
                            .map(line -> line.replace(",\"thread\":\"main\"", ""))
                            .toList())
                    .traces();
        }

        double logNormal(double median, double sigma) {
            return median * Math.exp(sigma * random.nextGaussian());
        }

        int around(int mean) {
            return (int) Math.round(logNormal(mean, 0.25));
        }

        /** Runs a workflow of an agent, and then waits for the next user. */
        void workflow(int number, String agent, String attributes, Consumer<Integer> body) {
            run.trace(number);
            agent(0, agent, attributes, body);
            now += 2000 + logNormal(3000, 1);
        }

        void agent(int parent, String name, String attributes, Consumer<Integer> body) {
            int id = ++ids;
            run.start(id, parent, now, "agent", name, "\"gen_ai.agent.name\":\"" + name + "\"" + attributes);
            now += logNormal(1, 0.3);
            body.accept(id);
            now += logNormal(1, 0.3);
            run.end(id, now);
        }

        void model(int parent, String model, int input, int output, String reason) {
            model(parent, "openai", model, input, 0, output, reason, false);
        }

        void streamed(int parent, String model, int input, int output) {
            model(parent, "openai", model, input, 0, output, "stop", true);
        }

        void model(
                int parent,
                String provider,
                String model,
                int input,
                int cached,
                int output,
                String reason,
                boolean streamed) {
            int id = ++ids;
            run.start(
                    id,
                    parent,
                    now,
                    "llm",
                    "chat " + model,
                    "\"gen_ai.provider.name\":\"" + provider + "\",\"gen_ai.request.model\":\"" + model + "\","
                            + "\"gen_ai.request.temperature\":0.2," + hash("input.messages", input));
            double before = logNormal(2, 0.3) + (started ? 0 : 400);
            started = true;
            int request = ++ids;
            if (!log) {
                run.start(request, id, now + before, "http", "POST", "\"http.response.status_code\":200");
            }
            double first = now + before + logNormal(420, 0.3) + 0.02 * (input - cached);
            double end = first + output * logNormal(13, 0.12);
            if (!log) {
                run.end(request, streamed ? first : end);
            }
            now = end + logNormal(0.5, 0.3);
            String usage = "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output
                    + (cached == 0 ? "" : ",\"gen_ai.usage.cache_read.input_tokens\":" + cached)
                    + ",\"gen_ai.response.finish_reasons\":[\"" + reason + "\"]," + hash("output.messages", output);
            run.end(
                    id,
                    now,
                    "ok",
                    (streamed
                                    ? ",\"chunks\":{\"count\":" + output + ",\"first_t\":" + TestRun.at(first)
                                            + ",\"last_t\":" + TestRun.at(end) + ",\"max_gap_ns\":40000000}"
                                    : "")
                            + ",\"attributes\":{" + usage + "}");
        }

        void failedModel(int parent, String model) {
            int id = ++ids;
            run.start(id, parent, now, "llm", "chat " + model, "\"gen_ai.request.model\":\"" + model + "\"");
            now += logNormal(300, 0.3);
            run.end(id, now, "error", ",\"error\":{\"type\":\"com.acme.ServerBusy\"}");
        }

        void call(int parent, String kind, String name, double median, double sigma) {
            now = call(parent, kind, name, now, logNormal(median, sigma), true);
        }

        double call(int parent, String kind, String name, double from, double millis, boolean succeeds) {
            int id = ++ids;
            String named = kind.equals("tool")
                    ? "\"gen_ai.tool.name\":\"" + name + "\"," + hash("tool.call.arguments", 40)
                    : kind.equals("embedding")
                            ? "\"gen_ai.request.model\":\"" + name + "\"," + hash("agentprofiler.embeddings.input", 40)
                            : kind.equals("retrieval") ? hash("retrieval.query.text", 40) : "\"x\":1";
            run.start(id, parent, from, kind, name, named);
            if (succeeds) {
                run.end(id, from + millis, hash("tool.call.result", 200));
            } else {
                run.end(id, from + millis, "error", ",\"error\":{\"type\":\"java.io.IOException\"}");
            }
            return from + millis + 0.2;
        }

        /** Returns the hash of a text that nobody had before. */
        private String hash(String name, int chars) {
            return String.format(
                    Locale.ROOT,
                    "\"agentprofiler.content.%s\":{\"chars\":%d,\"hash\":\"h%07d\"}",
                    name,
                    chars,
                    ++texts);
        }
    }

    private static String conversation(int id) {
        return ",\"gen_ai.conversation.id\":\"c" + id + "\"";
    }

    private static void chat(Program program) {
        for (int i = 1; i <= 60; i++) {
            int turn = i % 6;
            int number = i;
            program.workflow(i, "Assistant", conversation(i / 6), agent -> {
                program.call(agent, "memory", "memory retrieve", 3, 0.4);
                if (number == 41) {
                    program.failedModel(agent, LARGE);
                }
                // the memory keeps four turns
                program.streamed(agent, LARGE, program.around(450 + 220 * Math.min(turn, 4)), program.around(160));
                program.call(agent, "memory", "memory store", 4, 0.4);
            });
        }
    }

    private static void rag(Program program) {
        for (int i = 1; i <= 50; i++) {
            program.workflow(i, "Librarian", "", agent -> {
                program.call(agent, "embedding", "text-embedding-3-small", 60, 0.35);
                program.call(agent, "retrieval", "vector index", 45, 0.5);
                program.call(agent, "rerank", "cross-encoder", 90, 0.3);
                program.streamed(agent, LARGE, program.around(2400), program.around(210));
            });
        }
    }

    private static void toolsInParallel(Program program) {
        for (int i = 1; i <= 40; i++) {
            int number = i;
            program.workflow(i, "Planner", "", agent -> {
                program.model(agent, LARGE, program.around(700), program.around(45), "tool_calls");
                double from = program.now;
                double end = from;
                for (String tool : List.of("weather", "hotels", "trains")) {
                    boolean fails = number == 17 && tool.equals("hotels");
                    end = Math.max(end, program.call(agent, "tool", tool, from, program.logNormal(160, 0.4), !fails));
                }
                program.now = end;
                program.model(agent, LARGE, program.around(1300), program.around(180), "stop");
            });
        }
    }

    private static void streaming(Program program) {
        for (int i = 1; i <= 40; i++) {
            program.workflow(
                    i, "Writer", "", agent -> program.streamed(agent, LARGE, program.around(800), program.around(450)));
        }
    }

    private static void batch(Program program) {
        for (int i = 1; i <= 150; i++) {
            int number = i;
            program.workflow(i, "Extractor", "", agent -> {
                program.call(agent, "tool", "readDocument", 12, 0.5);
                if (number == 77) {
                    program.failedModel(agent, SMALL);
                }
                program.model(agent, SMALL, program.around(1800), program.around(140), "stop");
                program.call(agent, "tool", "store", 8, 0.4);
            });
        }
    }

    private static void longAgent(Program program) {
        List<String> tools = List.of("readFile", "editFile", "runTests");
        program.workflow(1, "Engineer", "", agent -> {
            for (int step = 0; step < 60; step++) {
                program.model(agent, LARGE, 900 + 45 * step, program.around(70), "tool_calls");
                String tool = tools.get(step % 3);
                double millis = program.logNormal(tool.equals("runTests") ? 900 : 15, 0.8);
                program.now = program.call(agent, "tool", tool, program.now, millis, step != 44);
            }
            program.model(agent, LARGE, 3700, 160, "stop");
        });
    }

    private static void codingSession(Program program) {
        program.isLog();
        int prompt = 14_000;
        for (int turn = 1; turn <= 8; turn++) {
            int start = prompt;
            program.workflow(turn, "claude", conversation(1), agent -> {
                int cached = start;
                for (int step = 0; step < 11; step++) {
                    int input = start + 500 * step;
                    program.model(
                            agent,
                            "anthropic",
                            "claude-sonnet-4-5",
                            input,
                            cached - 100,
                            program.around(150),
                            "tool_use",
                            true);
                    cached = input;
                    String tool = List.of("Bash", "Read", "Edit", "Grep").get(step % 4);
                    double median = tool.equals("Bash") ? 1500 : 15;
                    boolean fails = step == 4 && start > 40_000;
                    program.now = program.call(
                            agent,
                            "tool",
                            tool,
                            program.now,
                            program.logNormal(median, tool.equals("Bash") ? 1.3 : 0.6),
                            !fails);
                }
                program.model(
                        agent,
                        "anthropic",
                        "claude-sonnet-4-5",
                        start + 5600,
                        cached - 100,
                        program.around(260),
                        "end_turn",
                        true);
            });
            prompt += 6000;
        }
    }

    private static void multiAgent(Program program) {
        for (int i = 1; i <= 30; i++) {
            program.workflow(i, "Supervisor", "", supervisor -> {
                program.agent(supervisor, "Researcher", "", agent -> {
                    program.model(agent, SMALL, program.around(900), program.around(50), "tool_calls");
                    program.call(agent, "tool", "webSearch", 180, 0.4);
                    program.model(agent, SMALL, program.around(1700), program.around(170), "stop");
                });
                program.agent(
                        supervisor,
                        "Writer",
                        "",
                        agent -> program.model(agent, LARGE, program.around(1200), program.around(320), "stop"));
                program.agent(
                        supervisor,
                        "Critic",
                        "",
                        agent -> program.model(agent, LARGE, program.around(1500), program.around(90), "stop"));
            });
        }
    }

    private static void router(Program program) {
        for (int i = 1; i <= 60; i++) {
            int number = i;
            program.workflow(i, "Desk", "", desk -> {
                program.agent(desk, "Router", "", agent -> program.model(agent, SMALL, program.around(350), 3, "stop"));
                program.agent(
                        desk,
                        number % 3 == 0 ? "Billing" : "Support",
                        "",
                        agent -> program.model(agent, LARGE, program.around(900), program.around(190), "stop"));
            });
        }
    }

    private static void evaluation(Program program) {
        for (int i = 1; i <= 100; i++) {
            program.workflow(i, "Evaluation", "", evaluation -> {
                program.agent(
                        evaluation,
                        "Candidate",
                        "",
                        agent -> program.model(agent, SMALL, program.around(600), program.around(220), "stop"));
                program.agent(
                        evaluation,
                        "Judge",
                        "",
                        agent -> program.model(agent, LARGE, program.around(1100), program.around(75), "stop"));
            });
        }
    }

    static Stream<Arguments> programs() {
        return Stream.of(
                program("chat", HealthyProgramsTest::chat),
                program("rag", HealthyProgramsTest::rag),
                program("tools in parallel", HealthyProgramsTest::toolsInParallel),
                program("streaming", HealthyProgramsTest::streaming),
                program("batch", HealthyProgramsTest::batch),
                program("agent of 60 steps", HealthyProgramsTest::longAgent),
                program("coding session", HealthyProgramsTest::codingSession),
                program("multi-agent", HealthyProgramsTest::multiAgent),
                program("router", HealthyProgramsTest::router),
                program("evaluation", HealthyProgramsTest::evaluation));
    }

    private static Arguments program(String name, Consumer<Program> runs) {
        return Arguments.of(name, runs);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void shouldTellAHealthyProgramToChangeNothing(String name, Consumer<Program> runs) {
        for (long seed = 1; seed <= 3; seed++) {
            Program program = new Program(seed);
            runs.accept(program);
            assertThat(found(FindingRules.ALL, Thresholds.STANDARD, JvmEvents.NONE, program.traces()))
                    .as("%s, seed %d", name, seed)
                    .filteredOn(finding -> finding.impact() != Impact.LOW)
                    .extracting(finding -> finding.text().title())
                    .isEmpty();
        }
    }
}
