// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.finding;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.troubled.TroubledAgent;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real program over real HTTP, with the agent and a flight recording, explained by the shipped analyzer. */
class TroubledAgentIT {
    private static final String CALLS = "sequential-calls";
    private static final String SMALL = "llm gpt-4o-mini";
    private static final String LARGE = "llm gpt-4";

    @TempDir
    private Path dir;

    private Segments segments;
    private List<JsonNode> findings;
    private JsonNode report;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldFindEveryTroubleOfTheProgram(Jdk jdk) throws IOException {
        explain(record(jdk, "hash"));

        assertLoops();
        assertFailuresAndRetries();
        assertWhatTheJvmTook();
        assertWhatMayRunAtOnce();
        assertWindowsAndCosts();
    }

    private void assertLoops() {
        int[] input = TroubledScript.STOCK_INPUT;
        JsonNode loop = finding("loop", "tool stock", "modelled", 1);
        assertThat(title(loop)).isEqualTo("tool stock was called 4 times in a row with the same arguments");
        // three further calls of the tool, and the three model calls that requested them
        assertThat(loop.path("saves_tokens").asLong())
                .isEqualTo(input[1] + input[2] + input[3] + 3 * TroubledScript.OUTPUT);
        assertThat(evidence(loop)).containsExactlyInAnyOrderElementsOf(tail(ids("execute_tool stock")));

        JsonNode similar = finding("similar-loop", "tool search", "cannot tell", 1);
        assertThat(title(similar)).isEqualTo("tool search was called 4 times in a row with similar arguments");
        assertThat(similar.has("saves_ns")).as("it may be the next page").isFalse();
        assertThat(evidence(similar)).containsExactlyInAnyOrderElementsOf(tail(ids("execute_tool search")));

        assertThat(loop.path("threshold").asString("")).isEqualTo("loop-calls");
        assertThat(loop.path("value").asDouble()).isEqualTo(4);
        assertThat(loop.path("limit").asDouble()).isEqualTo(3);

        JsonNode repeated = finding("repeated-calls", "tool stock", "modelled", 3);
        assertThat(evidence(repeated)).containsExactlyInAnyOrderElementsOf(tail(ids("execute_tool stock")));
    }

    private void assertFailuresAndRetries() {
        JsonNode failures = finding("failing-calls", "tool pay", "modelled", 3);
        assertThat(title(failures))
                .startsWith("tool pay failed in 3 of 3 calls (100.0 %), in 1 of 14 workflows, up to 3 times in a row");
        assertThat(ids("execute_tool pay")).containsAll(evidence(failures));

        JsonNode retries = finding("retries", SMALL, "measured", 1);
        String retried = evidence(retries).get(0);
        assertThat(segments.records("SPAN_START"))
                .filteredOn(start -> start.path("parent").asString("").equals(retried)
                        && start.path("kind").asString("").equals("http"))
                .as("requests of the call that is named")
                .hasSize(2);
        assertThat(retries.path("saves_ns").asLong()).isPositive().isLessThan(nanos(retried));
    }

    private void assertWhatTheJvmTook() {
        String till = ids("execute_tool openTill").get(0);
        JsonNode locks = finding("lock-waits", "lock com.example.troubled.TroubledTools$Till", "modelled", 1);
        assertThat(evidence(locks)).containsExactly(till);
        assertThat(locks.path("saves_ns").asLong()).isPositive().isLessThanOrEqualTo(nanos(till));

        List<JsonNode> pauses = all("gc-pauses", "garbage collection");
        assertThat(pauses).hasSize(1);
        assertThat(evidence(pauses.get(0))).contains(ids("execute_tool sales").get(0));
        assertThat(pauses.get(0).path("saves_ns").asLong()).isPositive();
    }

    private void assertWhatMayRunAtOnce() {
        String weather = ids("execute_tool weather").get(0);
        String time = ids("execute_tool time").get(0);
        JsonNode tools = finding("sequential-tools", "tools of one turn", "modelled", 1);
        assertThat(title(tools)).isEqualTo("tools requested together ran one after another (up to 2, after 1 answer)");
        assertThat(evidence(tools)).containsExactlyInAnyOrder(weather, time);
        // at best the workflow continues when the first of them ends
        assertThat(tools.path("saves_ns").asLong())
                .isPositive()
                .isLessThanOrEqualTo(time("SPAN_END", time) - time("SPAN_END", weather));

        assertThat(all(CALLS, SMALL))
                .as("different hashes say nothing of the texts")
                .isEmpty();
    }

    private void assertWindowsAndCosts() {
        assertThat(title(finding("large-context", LARGE, "measured", 3)))
                .isEqualTo("prompts of llm gpt-4 fill up to 84.2 % of its context window (3 calls)");
        assertThat(title(finding("growing-context", "agent Assistant", "supposed", 1)))
                .isEqualTo(
                        "prompts of agent Assistant grow by 1,000 tokens a call (messages), from 1,500 to 6,500, 84.2 % of the context"
                                + " window of gpt-4 in 6 calls; call 8 would not fit (1 conversation)");
        assertThat(report.path("context_growth").path(0).path("latest").findValuesAsString("tokens"))
                .containsExactly(Arrays.stream(TroubledScript.ADVICE_INPUT)
                        .mapToObj(String::valueOf)
                        .toArray(String[]::new));

        // 24 000 tokens at $30 and 60 at $60 a million, in six workflows
        assertThat(title(finding("prompt-cost", LARGE, "measured", 6)))
                .isEqualTo(
                        "99.5 % of the cost of llm gpt-4 is input ($0.72 of $0.724), 4,000 uncached tokens a prompt; 100.0 % of the text of its prompts is messages");
    }

    @Test
    @Tag("once")
    void shouldTellByTheTextsWhichCallsNeedNoAnswerOfAnother() throws IOException {
        explain(record(Jdks.current(), "full"), "--read-only-tools", "weather,time");

        JsonNode calls = finding(CALLS, SMALL, "modelled", 1);
        assertThat(title(calls))
                .isEqualTo("sibling calls ran one after another (up to 3), starting with llm gpt-4o-mini, although no"
                        + " call was given another's answer");
        assertThat(evidence(calls)).containsExactlyInAnyOrderElementsOf(described());
        assertThat(calls.path("saves_ns").asLong()).isPositive();
        assertThat(all(CALLS, SMALL)).hasSize(1);
        finding("sequential-tools", "tools of one turn", "measured", 1);
        // words of texts and their sketches give the same result
        finding("similar-loop", "tool search", "cannot tell", 1);
        finding("loop", "tool stock", "modelled", 1);
    }

    private ProcessResult record(Jdk jdk, String content) {
        try (OpenAiServer server = OpenAiServer.start()) {
            TroubledScript.addTo(server.script());
            ProcessResult result = AgentProcess.of(TroubledAgent.class, dir)
                    .jdk(jdk)
                    .jvm("-Xmx96m")
                    .server(server)
                    .setting("content", content)
                    .setting("trace", "com.example.troubled.TroubledAgent#describe")
                    .recorded()
                    .run();
            assertThat(result.exitCode()).as(result.toString()).isZero();
            segments = result.segments().assertNothingDropped();
            return result;
        }
    }

    private void explain(ProcessResult recorded, String... options) throws IOException {
        Path out = dir.resolve("report");
        List<String> arguments = new ArrayList<>(List.of("report", "--out", out.toString()));
        arguments.addAll(List.of("--jfr", recorded.recording().toString()));
        // pauses of a fixed length: their share falls with the speed of the machine
        arguments.addAll(List.of("--threshold", "gc-share=0", "--threshold", "lock-share=0"));
        arguments.addAll(List.of(options));
        arguments.add(recorded.profileDir().toString());
        ProcessResult result = Analyzer.run(Jdks.current(), dir, arguments.toArray());
        assertThat(result.exitCode()).as(result.toString()).isZero();
        report = new JsonMapper().readTree(Files.readString(out.resolve("findings.json")));
        findings = new ArrayList<>();
        report.path("findings").forEach(findings::add);
        // what promises most is what the report begins with
        assertThat(result.out().replaceAll("\\s+", " ")).contains(title(findings.get(0)));
    }

    private List<JsonNode> all(String rule, String subject) {
        return findings.stream()
                .filter(finding -> finding.path("rule").asString("").equals(rule)
                        && finding.path("subject").asString("").equals(subject))
                .toList();
    }

    /** Returns the only finding of a rule about a subject, which was seen so often. */
    private JsonNode finding(String rule, String subject, String confidence, int occurrences) {
        List<JsonNode> found = all(rule, subject);
        assertThat(found).as(rule + " of " + subject + " in " + findings).hasSize(1);
        assertThat(found.get(0).path("confidence").asString("")).as(rule).isEqualTo(confidence);
        assertThat(found.get(0).path("occurrences").asInt()).as(rule).isEqualTo(occurrences);
        return found.get(0);
    }

    private static String title(JsonNode finding) {
        return finding.path("title").asString("");
    }

    private static List<String> evidence(JsonNode finding) {
        return finding.path("evidence").findValuesAsString("span");
    }

    /** Returns the spans of a name in the order they began. */
    private List<String> ids(String name) {
        return segments.records("SPAN_START").stream()
                .filter(start -> start.path("name").asString("").equals(name))
                .sorted(Comparator.comparingLong(start -> start.path("t").asLong()))
                .map(start -> start.path("span").asString(""))
                .toList();
    }

    /** Returns the model calls of the method that describes articles. */
    private List<String> described() {
        String describe = ids("TroubledAgent.describe").get(0);
        List<String> calls = segments.records("SPAN_START").stream()
                .filter(start -> start.path("parent").asString("").equals(describe))
                .map(start -> start.path("span").asString(""))
                .toList();
        assertThat(calls).hasSize(3);
        return calls;
    }

    private long nanos(String span) {
        return time("SPAN_END", span) - time("SPAN_START", span);
    }

    private long time(String event, String span) {
        return segments.records(event).stream()
                .filter(record -> record.path("span").asString("").equals(span))
                .findFirst()
                .orElseThrow()
                .path("t")
                .asLong();
    }

    private static List<String> tail(List<String> all) {
        return all.subList(1, all.size());
    }
}
