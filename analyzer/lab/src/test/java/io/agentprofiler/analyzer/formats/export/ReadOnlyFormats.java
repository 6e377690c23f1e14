// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What formats say that are read and not written: of a file of each, which facts of it there are, and which commands answer. */
final class ReadOnlyFormats {
    private static final Path RESOURCES = Path.of("../formats/src/test/resources");
    private static final String YES = "yes";
    private static final String SOME = "some";
    private static final String NO = "-";

    private final CommandRun analyzer = new CommandRun();
    private final Map<String, Path> files = new LinkedHashMap<>();

    /**
     * Something that a format may say.
     *
     * @param of the spans that it could be said of
     * @param told answers whether it is
     */
    private record Fact(String name, Predicate<Json> of, BiPredicate<Json, Json> told) {
        static Fact ofKind(String name, String kind, Predicate<Json> told) {
            return new Fact(name, span -> span.get("kind").text().equals(kind), (flow, span) -> told.test(span));
        }

        static Fact ofRoot(String name, BiPredicate<Json, Json> told) {
            return new Fact(name, span -> span.get("depth").count() == 0, told);
        }

        static Predicate<Json> tokens(String part) {
            return span -> span.has("tokens") && span.get("tokens").has(part);
        }

        static boolean hasLength(Json span) {
            return span.has("duration_ns") && !span.has("length_estimated");
        }
    }

    private static final List<Fact> FACTS = List.of(
            Fact.ofRoot("when a workflow began", (flow, root) -> flow.has("start_epoch_ns")),
            Fact.ofRoot("how long a workflow took", (flow, root) -> Fact.hasLength(root)),
            Fact.ofKind("how long a model call took", "llm", Fact::hasLength),
            Fact.ofKind("how long a tool took", "tool", Fact::hasLength),
            Fact.ofKind("whether a model call failed", "llm", span -> span.has("status")),
            Fact.ofKind("whether a tool failed", "tool", span -> span.has("status")),
            Fact.ofRoot("whether a workflow failed", (flow, root) -> root.has("status")),
            Fact.ofKind("input tokens", "llm", Fact.tokens("input")),
            Fact.ofKind("output tokens", "llm", Fact.tokens("output")),
            Fact.ofKind("tokens read from a cache", "llm", Fact.tokens("cache_read")),
            Fact.ofKind("tokens written to a cache", "llm", Fact.tokens("cache_creation")),
            Fact.ofKind("reasoning tokens", "llm", Fact.tokens("reasoning")),
            Fact.ofKind("the model", "llm", span -> span.get("name").text().matches("chat \\S+|(?!chat).*")));

    ReadOnlyFormats(Path directory) throws IOException {
        files.put("Mooncake", RESOURCES.resolve("requests/mooncake.jsonl"));
        files.put("BurstGPT", write(directory, "burst.csv", """
            Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type
            5,1,3.5,ChatGPT,472,18,490,Conversation log
            45,1,2.25,ChatGPT,1087,230,1317,Conversation log
            118,2,0.5,GPT-4,417,0,417,API log
            """));
        files.put("ThunderAgent", write(directory, "step_profiles.csv", """
            program_id,step_id,prefill_s,decode_s,pause_s,tool_call_s,kv_hit_rate,completed_at
            task-1,1,0.5000,2.2500,0.2500,0.0000,0.0000,1750000003.0000
            task-2,1,0.1250,1.0000,0.0000,0.0000,,1750000004.5000
            task-1,2,0.2500,0.7500,0.0000,4.0000,0.8750,1750000008.0000
            """));
        files.put("Claude Code", RESOURCES.resolve("sessions/claude.json"));
        files.put("Codex", RESOURCES.resolve("sessions/codex.json"));
        files.put("round traces", RESOURCES.resolve("sessions/rounds.jsonl"));
        files.put("Gemini CLI", write(directory, "gemini.json", """
            {"sessionId": "s", "projectHash": "f53b", "startTime": "2026-01-01T00:00:00Z", "messages": [
              {"id": "1", "timestamp": "2026-01-01T00:00:00Z", "type": "user", "content": "count the files"},
              {"id": "2", "timestamp": "2026-01-01T00:00:02Z", "type": "gemini", "content": "", "model": "gemini-2.5-pro",
               "tokens": {"input": 5915, "output": 24, "cached": 0, "thoughts": 7, "tool": 0, "total": 5946},
               "toolCalls": [{"id": "t", "name": "ls", "args": {}, "result": "3", "status": "success"}]},
              {"id": "3", "timestamp": "2026-01-01T00:00:04Z", "type": "gemini", "content": "3", "model": "gemini-2.5-pro",
               "tokens": {"input": 5950, "output": 4, "cached": 5900, "thoughts": 0, "tool": 0, "total": 5954}}]}
            """));
        files.put("mini-swe-agent", RESOURCES.resolve("sessions/mini-swe-agent.json"));
        files.put("ATOF", write(directory, "calls.atof.jsonl", ATOF));
    }

    private static final String ATOF = """
        {"kind":"scope","scope_category":"start","atof_version":"0.1","category":"agent","uuid":"a","parent_uuid":null,"data":{"input":"3+4?"},"timestamp":"2026-01-02T00:00:00Z","name":"calculator"}
        {"kind":"scope","scope_category":"start","atof_version":"0.1","category":"llm","category_profile":{"model_name":"gpt-4.1"},"uuid":"l","parent_uuid":"a","data":{"messages":[{"role":"user","content":"3+4?"}]},"timestamp":"2026-01-02T00:00:01Z","name":"gpt-4.1"}
        {"kind":"scope","scope_category":"end","atof_version":"0.1","category":"llm","category_profile":{"model_name":"gpt-4.1"},"uuid":"l","parent_uuid":"a","data":{"content":"","usage":{"prompt_tokens":20,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":2}}},"timestamp":"2026-01-02T00:00:02Z","name":"gpt-4.1"}
        {"kind":"scope","scope_category":"start","atof_version":"0.1","category":"tool","category_profile":{"tool_call_id":"c"},"uuid":"t","parent_uuid":"a","data":{"a":3,"b":4},"timestamp":"2026-01-02T00:00:03Z","name":"add"}
        {"kind":"scope","scope_category":"end","atof_version":"0.1","category":"tool","category_profile":{"tool_call_id":"c"},"uuid":"t","parent_uuid":"a","data":{"result":7},"timestamp":"2026-01-02T00:00:04Z","name":"add"}
        {"kind":"scope","scope_category":"end","atof_version":"0.1","category":"agent","uuid":"a","parent_uuid":null,"data":{"output":"7"},"timestamp":"2026-01-02T00:00:05Z","name":"calculator"}
        """;

    private static Path write(Path directory, String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private Json answer(List<String> command, Path... inputs) {
        Object[] line = Stream.of(command.stream(), Stream.of("--format", "json"), Stream.of(inputs))
                .flatMap(part -> part)
                .toArray();
        int code = analyzer.run(line);
        assertThat(code).as(command + analyzer.err()).isIn(ExitCode.OK, ExitCode.BAD_INPUT, ExitCode.GATE_FAILED);
        assertThat(analyzer.err()).as(command.toString()).doesNotContain("internal error");
        return code == ExitCode.BAD_INPUT ? null : Json.of(analyzer.out());
    }

    /** Returns the tables. */
    String tables(List<List<String>> commands) {
        StringBuilder page = new StringBuilder(HEAD);
        head(page, "the file says");
        for (Fact fact : FACTS) {
            page.append("| ").append(fact.name()).append(" |");
            files.values()
                    .forEach(file -> page.append(' ').append(told(fact, file)).append(" |"));
            page.append('\n');
        }
        page.append(COMMANDS_HEAD);
        head(page, "command");
        for (List<String> command : commands) {
            page.append("| `").append(String.join(" ", command)).append("` |");
            boolean ofTwo = FormatMatrixTest.OF_TWO.contains(command.get(0));
            files.values().forEach(file -> {
                Json answer = ofTwo ? answer(command, file, file) : answer(command, file);
                page.append(' ').append(answer == null ? NO : YES).append(" |");
            });
            page.append('\n');
        }
        return page.toString();
    }

    private void head(StringBuilder page, String first) {
        page.append("| ").append(first).append(" |");
        files.keySet().forEach(name -> page.append(' ').append(name).append(" |"));
        page.append("\n|---|").append("---|".repeat(files.size())).append('\n');
    }

    private String told(Fact fact, Path file) {
        Json trees = answer(List.of("tree", "-n", "1000"), file);
        if (trees == null) {
            return NO;
        }
        List<Boolean> each = new ArrayList<>();
        for (Json flow : trees.get("workflows").items()) {
            for (Json span : flow.get("spans").items()) {
                if (fact.of().test(span)) {
                    each.add(fact.told().test(flow, span));
                }
            }
        }
        return !each.contains(true) ? NO : each.contains(false) ? SOME : YES;
    }

    private static final String HEAD = """

        ## Formats that are only read

        Content of a file in [each format](other-logs.md): `some` if it depends on the call. `-`: never, or these logs have no such calls.

        """;

    private static final String COMMANDS_HEAD = """

        Commands with an answer; `-` as above. Data that these files lack is absent from the answers. `diff` and `drift` compare the file with
        itself.

        """;
}
