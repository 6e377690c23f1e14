// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions whose records are in several files: of agents, of sessions that go on from others, and copies. */
class SessionFilesTest {
    private static final Path SAMPLES = Path.of("src/test/resources/sessions");
    private static final Path AGENTS = SAMPLES.resolve("claude-agents");

    @TempDir
    private Path directory;

    /** Returns all that a report is made of, in the order of time. */
    private static String told(List<Path> files) throws Exception {
        ReadTraces read = ReadTraces.of(files, false);
        assertThat(read.problems()).isEmpty();
        StringBuilder text = new StringBuilder();
        for (Trace trace : inTime(read)) {
            text.append(trace.id()).append(' ').append(trace.root().conversation());
            for (Span span : trace.spans()) {
                text.append('\n')
                        .append("  ".repeat(span.depth()))
                        .append(span.id())
                        .append(' ')
                        .append(span.name())
                        .append(' ')
                        .append(span.startNanos())
                        .append(' ')
                        .append(span.status())
                        .append(' ')
                        .append(span.attributes());
            }
            text.append('\n').append(ReadTraces.tree(trace)).append('\n');
        }
        return text.toString();
    }

    private static List<Trace> inTime(ReadTraces read) {
        return read.traces().stream()
                .sorted(Comparator.comparingLong(Trace::startNanos).thenComparing(Trace::id))
                .toList();
    }

    private static List<String> trees(Path... inputs) throws Exception {
        ReadTraces read = ReadTraces.of(List.of(inputs), false);
        assertThat(read.problems()).isEmpty();
        return inTime(read).stream().map(ReadTraces::tree).toList();
    }

    private static Tokens tokens(ReadTraces read) {
        return read.traces().stream()
                .flatMap(trace -> trace.spans().stream())
                .map(Span::tokens)
                .reduce(Tokens.NONE, Tokens::plus);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private Path write(String name, String... lines) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, String.join("\n", lines) + "\n");
    }

    @Test
    void shouldPutAgentsFilesBelowTheToolsThatStartedThem() throws Exception {
        assertThat(trees(AGENTS)).containsExactly("""
                agent claude 16000 ms
                  llm chat claude-opus-4-6 100>30 2000 ms
                  tool Task 12000 ms
                    agent Plan 8000 ms
                      llm chat claude-haiku-4-5 1000>50 8000 ms
                  tool Task 10000 ms
                    agent Explore 8000 ms
                      llm chat claude-haiku-4-5 1000>50 8000 ms
                  llm chat claude-opus-4-6 150>10 2000 ms""");
        assertThat(trees(SAMPLES.resolve("cases/claude-equal-prompts.jsonl"))).isEqualTo(trees(AGENTS));
    }

    @Test
    void shouldFindTheAgentsBelowTheDirectoryOfAllProjects() throws Exception {
        Path project = Files.createDirectories(directory.resolve("projects/p/S/subagents/workflows/wf_1"));
        Files.copy(AGENTS.resolve("S.jsonl"), directory.resolve("projects/p/S.jsonl"));
        Files.copy(AGENTS.resolve("S/subagents/agent-b1.jsonl"), project.resolve("agent-b1.jsonl"));
        Files.copy(AGENTS.resolve("S/subagents/agent-b2.jsonl"), project.resolve("../../agent-b2.jsonl"));

        assertThat(trees(directory.resolve("projects"))).isEqualTo(trees(AGENTS));
    }

    @Test
    void shouldKeepEveryCallThroughOpenTelemetry() throws Exception {
        Path file = directory.resolve("out.json");
        CommandRun analyzer = new CommandRun();
        assertThat(analyzer.run("export", "otlp", "--out", file, AGENTS)).isZero();

        ReadTraces back = ReadTraces.of(file, false);
        assertThat(tokens(back)).isEqualTo(tokens(ReadTraces.of(AGENTS, false)));
        assertThat(ReadTraces.tree(back.only())).isEqualTo(trees(AGENTS).get(0));
        assertThat(back.only().spans().stream().map(Span::id)).doesNotHaveDuplicates();
    }

    @Test
    void shouldTellAgentsApartThatAreGivenWithoutTheirSession() throws Exception {
        ReadTraces read = ReadTraces.of(AGENTS.resolve("S"), false);

        assertThat(inTime(read)).extracting(ReadTraces::tree).containsExactly("""
                agent agent 8000 ms
                  llm chat claude-haiku-4-5 1000>50 8000 ms""", """
                agent agent 8000 ms
                  llm chat claude-haiku-4-5 1000>50 8000 ms""");
        assertThat(read.traces())
                .extracting(trace -> trace.root().conversation())
                .containsOnly("S");
        assertThat(read.traces()).extracting(Trace::id).doesNotHaveDuplicates();
    }

    private static String claude(String time, String fields, String message) {
        return "{\"sessionId\":\"n\",\"timestamp\":\"2026-01-01T00:00:" + time + "Z\"," + fields + ",\"message\":"
                + message + "}";
    }

    private static String asks(String tool, String name, String input, String id) {
        return "{\"id\":\"" + id + "\",\"model\":\"m\",\"content\":[{\"type\":\"tool_use\",\"id\":\"" + tool
                + "\",\"name\":\"" + name + "\",\"input\":" + input
                + "}],\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}";
    }

    private static String says(String text, String id) {
        return "{\"id\":\"" + id + "\",\"model\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"" + text
                + "\"}],\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}";
    }

    private static String result(String tool) {
        return "{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"" + tool + "\",\"content\":\"r\"}]}";
    }

    /** A session with an agent of an agent, an agent beside them, and a turn after a compaction. */
    private List<Path> nested() throws IOException {
        String side = "\"isSidechain\":true,\"agentId\":";
        Path main = write(
                "n.jsonl",
                claude("00", "\"type\":\"user\",\"uuid\":\"u1\",\"parentUuid\":null", "{\"content\":\"go\"}"),
                claude("01", "\"type\":\"assistant\",\"uuid\":\"a1\"", asks("t1", "Delegate", "{}", "m1")),
                claude(
                        "09",
                        "\"type\":\"user\",\"uuid\":\"u2\",\"toolUseResult\":{\"agentId\":\"x1\",\"agentType\":\"worker\","
                                + "\"totalTokens\":4}",
                        result("t1")),
                claude("10", "\"type\":\"assistant\",\"uuid\":\"a2\"", says("done", "m2")),
                "{\"type\":\"system\",\"subtype\":\"turn_duration\",\"uuid\":\"s1\",\"sessionId\":\"n\",\"durationMs\":10000,"
                        + "\"timestamp\":\"2026-01-01T00:00:10Z\"}",
                claude("50", "\"type\":\"user\",\"uuid\":\"u9\",\"isMeta\":true", "{\"content\":\"note\"}"),
                claude("52", "\"type\":\"assistant\",\"uuid\":\"a9\"", says("noted", "m9")));
        Path outer = write(
                "n/subagents/agent-x1.jsonl",
                claude("02", "\"type\":\"user\",\"uuid\":\"x1a\"," + side + "\"x1\"", "{\"content\":\"p\"}"),
                claude(
                        "03",
                        "\"type\":\"assistant\",\"uuid\":\"x1b\"," + side + "\"x1\"",
                        asks("t2", "Agent", "{}", "mx1")),
                claude("07", "\"type\":\"user\",\"uuid\":\"x1c\"," + side + "\"x1\"", result("t2")),
                claude("08", "\"type\":\"assistant\",\"uuid\":\"x1d\"," + side + "\"x1\"", says("a", "mx2")));
        Path inner = write(
                "n/subagents/agent-x2.jsonl",
                claude("04", "\"type\":\"user\",\"uuid\":\"x2a\"," + side + "\"x2\"", "{\"content\":\"q\"}"),
                claude("06", "\"type\":\"assistant\",\"uuid\":\"x2b\"," + side + "\"x2\"", says("b", "mx3")));
        write("n/subagents/agent-x2.meta.json", "{\"agentType\":\"scout\",\"toolUseId\":\"t2\",\"spawnDepth\":2}");
        Path compaction = write(
                "n/subagents/agent-acompact-7.jsonl",
                claude(
                        "04",
                        "\"type\":\"user\",\"uuid\":\"c1\"," + side + "\"acompact-7\"",
                        "{\"content\":\"sum up\"}"),
                claude("05", "\"type\":\"assistant\",\"uuid\":\"c2\"," + side + "\"acompact-7\"", says("s", "mc")));
        return List.of(main, outer, inner, compaction);
    }

    @Test
    void shouldPutAgentsOfAgentsBelowTheirTools() throws Exception {
        assertThat(trees(nested().toArray(Path[]::new))).containsExactly("""
                agent claude 10000 ms
                  llm chat m 3>1 1000 ms
                  tool Delegate 8000 ms
                    agent worker 6000 ms
                      llm chat m 3>1 1000 ms
                      tool Agent 4000 ms
                        agent scout 2000 ms
                          llm chat m 3>1 2000 ms
                      llm chat m 3>1 1000 ms
                  agent compact 1000 ms
                    llm chat m 3>1 1000 ms
                  llm chat m 3>1 1000 ms""", """
                agent claude 2000 ms
                  llm chat m 3>1 2000 ms""");
    }

    @Test
    void shouldTellTheSameHoweverASessionIsCutIntoFiles() throws Exception {
        List<Path> sample = new ArrayList<>(nested());
        sample.addAll(files(AGENTS));
        String whole = told(sample);
        List<String> lines = new ArrayList<>();
        for (Path file : sample) {
            lines.addAll(Files.readAllLines(file));
        }
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Collections.shuffle(lines, random);
            List<Path> parts = new ArrayList<>();
            Path part = Files.createDirectories(directory.resolve("cut-" + seed));
            Files.copy(directory.resolve("n/subagents/agent-x2.meta.json"), part.resolve("agent-x2.meta.json"));
            int to;
            for (int from = 0; from < lines.size(); from = to) {
                to = Math.min(lines.size(), from + 1 + random.nextInt(8));
                String text = String.join("\n", lines.subList(from, to)) + '\n';
                Path file = part.resolve("part-" + parts.size() + ".jsonl");
                if (random.nextBoolean()) {
                    file = part.resolve("part-" + parts.size() + ".jsonl.gz");
                    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
                        packed.write(text.getBytes(StandardCharsets.UTF_8));
                    }
                } else {
                    Files.writeString(file, text);
                }
                parts.add(file);
                if (random.nextInt(4) == 0) {
                    parts.add(Files.copy(file, part.resolve("copy-" + parts.size() + ".jsonl")));
                }
            }
            // what stands beside an agent's file goes with it; given by name it is read, too
            parts.add(part.resolve("agent-x2.meta.json"));
            Collections.shuffle(parts, random);

            assertThat(told(parts)).as("seed %d", seed).isEqualTo(whole);
        }
    }

    @Test
    void shouldCountACopiedHistoryOnce() throws Exception {
        Path resumed = SAMPLES.resolve("claude-resumed");
        ReadTraces read = ReadTraces.of(resumed, false);

        assertThat(inTime(read)).extracting(ReadTraces::tree).containsExactly("""
                agent claude 2000 ms
                  llm chat claude-opus-4-6 350>20 2000 ms""", """
                agent claude 3000 ms
                  llm chat claude-opus-4-6 355>2 3000 ms""");
        assertThat(inTime(read))
                .extracting(trace -> trace.root().conversation())
                .containsExactly("S1", "S2");
        assertThat(tokens(read)).isEqualTo(new Tokens(705, 22, 650, 44, Unknown.LONG));

        String b = Files.readString(resumed.resolve("b.jsonl"));
        Path third = write(
                "c.jsonl",
                b.replace("\"S2\"", "\"S3\"").stripTrailing(),
                b.lines()
                        .toList()
                        .get(3)
                        .replace("\"S2\"", "\"S3\"")
                        .replace("m2", "m3")
                        .replace("r2", "r3")
                        .replace("a2", "a3")
                        .replace("10:01:03", "11:00:00"));
        List<Path> all = new ArrayList<>(List.of(third, resumed.resolve("b.jsonl"), resumed.resolve("a.jsonl")));
        String three = told(all);
        assertThat(ReadTraces.of(all, false).traces())
                .extracting(trace -> trace.root().conversation())
                .containsOnlyOnce("S1");
        Collections.reverse(all);
        all.add(Files.copy(resumed.resolve("b.jsonl"), directory.resolve("again.jsonl")));
        assertThat(told(all)).isEqualTo(three);
        // copies that were given other ids and times are the same answers
        Path stamped = write(
                "stamped.jsonl",
                b.replace("\"u1\"", "\"w1\"")
                        .replace("\"a1\"", "\"w2\"")
                        .replace("09:00:0", "10:00:0")
                        .stripTrailing());
        assertThat(tokens(ReadTraces.of(List.of(stamped, resumed.resolve("a.jsonl")), false))
                        .input())
                .isEqualTo(705);
    }

    @Test
    void shouldCountAForksHistoryOnce() throws Exception {
        Path fork = SAMPLES.resolve("codex-fork/fork.jsonl");
        Path parent = SAMPLES.resolve("codex-fork/parent.jsonl");
        ReadTraces read = ReadTraces.of(List.of(fork, parent), false);

        assertThat(inTime(read)).extracting(ReadTraces::tree).containsExactly("""
                agent codex 1800 ms
                  llm chat gpt-5.4 100>10 1700 ms""", """
                agent codex 2000 ms
                  llm chat gpt-5.4 30>5 1900 ms""");
        assertThat(inTime(read))
                .extracting(trace -> trace.root().conversation())
                .containsExactly("P", "C");
        assertThat(tokens(read)).isEqualTo(new Tokens(130, 15, 70, Unknown.LONG, 3));

        // a fork of the fork, with everything copied before it
        String head = "{\"timestamp\":\"2026-03-03T11:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"D\","
                + "\"forked_from_id\":\"C\"}}";
        String copied =
                Files.readString(fork).replaceAll("2026-03-03T10:0\\d:\\d\\d.\\d\\d\\dZ", "2026-03-03T11:00:00.040Z");
        Path second = write(
                "second.jsonl",
                head,
                copied.stripTrailing(),
                "{\"timestamp\":\"2026-03-03T11:02:00Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"user_message\","
                        + "\"message\":\"s\"}}",
                "{\"timestamp\":\"2026-03-03T11:02:01Z\",\"type\":\"response_item\",\"payload\":{\"type\":\"message\","
                        + "\"role\":\"assistant\",\"content\":[]}}",
                "{\"timestamp\":\"2026-03-03T11:02:01Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":"
                        + "{\"last_token_usage\":{\"input_tokens\":7,\"output_tokens\":1},\"total_token_usage\":{\"input_tokens\":137,"
                        + "\"output_tokens\":16,\"total_tokens\":153}}}}");
        List<Path> all = new ArrayList<>(List.of(second, fork, parent));
        String three = told(all);
        assertThat(tokens(ReadTraces.of(all, false)).input()).isEqualTo(137);
        assertThat(inTime(ReadTraces.of(all, false)))
                .extracting(trace -> trace.root().conversation())
                .containsExactly("P", "C", "D");
        Collections.reverse(all);
        all.add(Files.copy(fork, directory.resolve("copy.jsonl")));
        assertThat(told(all)).isEqualTo(three);
        // without the originals each copied call still counts once
        assertThat(tokens(ReadTraces.of(second, false)).input()).isEqualTo(137);
        assertThat(tokens(ReadTraces.of(List.of(fork, second), false)).input()).isEqualTo(137);
    }

    @Test
    void shouldCountTheRoundsOfATurnOnceBesideItsLog() throws Exception {
        String round = "{\"session_id\":\"codex:P\",\"provider\":\"codex\",\"round_index\":%d,\"round_id\":\"%s\","
                + "\"model\":\"gpt-5.4\",\"input_tokens_total\":%d,\"output_tokens\":1,\"timing_events\":[{\"event_type\":"
                + "\"text\",\"timestamp\":\"2026-03-03T09:00:02Z\"}]}";
        Path rounds = write("rounds.jsonl", round.formatted(0, "t1:0", 100), round.formatted(1, "t9:0", 7));
        Path log = SAMPLES.resolve("codex-fork/parent.jsonl");

        assertThat(tokens(ReadTraces.of(rounds, false)).input()).isEqualTo(107);
        assertThat(tokens(ReadTraces.of(log, false)).input()).isEqualTo(100);
        assertThat(tokens(ReadTraces.of(List.of(log, rounds), false)).input()).isEqualTo(107);
        assertThat(tokens(ReadTraces.of(List.of(rounds, log), false)).input()).isEqualTo(107);
    }

    @Test
    void shouldNotTakeACompactionForWhatItReads() throws Exception {
        List<Path> all = new ArrayList<>(nested());
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(all.get(0)).subList(0, 2)) {
            lines.add(line.replace("\"sessionId\"", "\"isSidechain\":true,\"agentId\":\"acompact-7\",\"sessionId\"")
                    .replace("\"u1\"", "\"k1\"")
                    .replace("\"a1\"", "\"k2\""));
        }
        lines.addAll(Files.readAllLines(all.get(3)));
        String expected = trees(all.toArray(Path[]::new)).get(0);
        Files.write(all.get(3), lines);

        assertThat(trees(all.toArray(Path[]::new)).get(0)).isEqualTo(expected);
    }

    @Test
    void shouldTellAForksOwnTurnByItsId() throws Exception {
        // the time in these ids is 09:59 and 10:00:01
        String text = Files.readString(SAMPLES.resolve("codex-fork/fork.jsonl"))
                .replace("\"t1\"", "\"%s\"".formatted(id("2026-03-03T09:59:00Z")))
                .replace("\"t2\"", "\"%s\"".formatted(id("2026-03-03T10:00:00.400Z")))
                .replaceAll("2026-03-03T10:01:0\\d.\\d00Z", "2026-03-03T10:00:00.500Z");
        Path quick = Files.writeString(directory.resolve("quick.jsonl"), text);

        ReadTraces read = ReadTraces.of(quick, false);
        assertThat(read.traces())
                .extracting(trace ->
                        trace.root().conversation() + " " + trace.root().isMeasured())
                .containsExactlyInAnyOrder("P false", "C true");
    }

    private static String id(String time) {
        String millis = String.format("%012x", Instant.parse(time).toEpochMilli());
        return millis.substring(0, 8) + '-' + millis.substring(8) + "-7000-8000-000000000000";
    }

    @Test
    void shouldPutASpawnedAgentBelowItsTool() throws Exception {
        String expected = """
                agent codex 8800 ms
                  llm chat gpt-5.4 1700 ms
                  tool spawn_agent 300 ms
                    agent codex 4300 ms
                      llm chat gpt-5.4 40>4 4200 ms
                  llm chat gpt-5.4 700 ms
                  tool wait 5000 ms
                  llm chat gpt-5.4 100>10 1000 ms""";
        Path child = SAMPLES.resolve("codex-agent/c.jsonl");
        Path parent = SAMPLES.resolve("codex-agent/p.jsonl");
        assertThat(trees(child, parent)).containsExactly(expected);
        assertThat(trees(parent, child)).containsExactly(expected);
        // the result of the tool names the agent where no event does
        Path silent = write(
                "p.jsonl",
                Files.readAllLines(parent).stream()
                        .filter(line -> !line.contains("collab_agent_spawn_end"))
                        .toArray(String[]::new));
        assertThat(trees(silent, child)).containsExactly(expected);
        assertThat(trees(child)).containsExactly("""
                agent codex 4300 ms
                  llm chat gpt-5.4 40>4 4200 ms""");
    }

    @Test
    void shouldReadWhatStandsBeforeALineThatIsCutOff() throws Exception {
        String text = Files.readString(AGENTS.resolve("S.jsonl")).stripTrailing();
        Path torn = Files.writeString(directory.resolve("S.jsonl"), text.substring(0, text.length() - 40));

        ReadTraces read = ReadTraces.of(List.of(AGENTS.resolve("S"), torn), false);
        assertThat(read.only().spans().stream().filter(span -> span.kind() == SpanKind.LLM))
                .hasSize(3);
        assertThat(read.outcome().problems()).hasSize(1).allMatch(problems -> problems.tornLines() == 1);

        // a whole copy beside it makes up for that
        ReadTraces both = ReadTraces.of(List.of(torn, AGENTS), false);
        assertThat(ReadTraces.tree(both.only())).isEqualTo(trees(AGENTS).get(0));
    }
}
