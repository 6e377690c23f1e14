// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code show} of workflows whose texts were recorded, and of one of which only hashes are known. */
class ShowCommandTest {
    private static final String SYSTEM =
            "{\"role\":\"system\",\"parts\":[{\"type\":\"text\",\"content\":\"Be brief.\"}]}";
    private static final String USER =
            "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"Weather\\nin Berlin?\"},"
                    + "{\"type\":\"image\",\"mime_type\":\"image/png\",\"content\":\"data:abc\"}]}";
    private static final String CALL =
            "{\"role\":\"assistant\",\"parts\":[{\"type\":\"reasoning\",\"content\":\"I look it up.\"},"
                    + "{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":\"weather\",\"arguments\":\"{\\\"city\\\":\\\"Berlin\\\",\\\"days\\\":[1,2]}\"}]}";
    private static final String RESULT =
            "{\"role\":\"tool\",\"parts\":[{\"type\":\"tool_call_response\",\"id\":\"c1\",\"response\":\"sunny\"}]}";
    private static final String ANSWER =
            "{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"It is sunny.\"}]}";
    private static final String TOOLS =
            "\"gen_ai.tool.definitions\":[{\"type\":\"function\",\"name\":\"weather\"},{\"function\":{\"name\":\"news\"}}]";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private String show(Object... arguments) {
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return analyzer.out();
    }

    /** An agent asks a model, which asks for a tool, and asks it again with the result. */
    private TestRun conversation(TestRun run, int trace) {
        return run.trace(trace)
                .start(
                        1,
                        0,
                        0,
                        "agent",
                        "helper",
                        "\"gen_ai.conversation.id\":\"order-7\",\"agentprofiler.input\":\"Weather?\"")
                .start(2, 1, 10, "llm", "chat", TOOLS + ",\"gen_ai.input.messages\":[" + SYSTEM + "," + USER + "]")
                .end(
                        2,
                        40,
                        "\"gen_ai.output.messages\":[" + CALL
                                + "],\"gen_ai.usage.input_tokens\":30,\"gen_ai.usage.output_tokens\":5")
                .start(
                        3,
                        1,
                        50,
                        "tool",
                        "weather",
                        "\"gen_ai.tool.call.id\":\"c1\",\"gen_ai.tool.call.arguments\":\"{\\\"city\\\":\\\"Berlin\\\"}\"")
                .end(3, 60, "\"gen_ai.tool.call.result\":\"sunny\"")
                .start(
                        4,
                        1,
                        70,
                        "llm",
                        "chat",
                        TOOLS + ",\"gen_ai.input.messages\":[" + SYSTEM + "," + USER + "," + CALL + "," + RESULT + "]")
                .end(4, 90, "\"gen_ai.output.messages\":[" + ANSWER + "]")
                .end(1, 100, "\"agentprofiler.output\":\"It is sunny.\"");
    }

    private Path full() {
        return conversation(TestRun.run("run"), 1).footer().write(directory.resolve("full/segment-000001.jsonl"));
    }

    @Test
    void shouldPrintTheWorkflowsOfATraceOfOpenTelemetry() {
        String other = "7f3f1d" + "0".repeat(25) + "7";
        TestRun run = TestRun.run("run");
        for (int i = 1; i <= 3; i++) {
            run.trace(i)
                    .start(
                            i,
                            0,
                            i * 10,
                            "agent",
                            "w" + i,
                            i == 3 ? "" : "\"agentprofiler.otel.trace_id\":\"" + other + "\"")
                    .end(i, i * 10 + 5);
        }
        Path input = run.footer().write(directory.resolve("around/segment-000001.jsonl"));

        assertThat(show("show", other, input))
                .contains("w1  trace " + TestRun.traceId(1), "w2  trace " + TestRun.traceId(2))
                .doesNotContain(TestRun.traceId(3));
        assertThat(show("show", "7f3f…", input)).contains("w1  trace", "w2  trace");
    }

    @Test
    void shouldPrintAWorkflowAsATranscript() {
        String trace = TestRun.traceId(1);

        assertThat(show("show", trace.substring(0, 12), full()).replace(trace, "TRACE"))
                .isEqualToNormalizingNewlines("""
                        helper  trace TRACE · ok

                        [1] agent helper · span 0000000000000001 · 100 ms
                        input Weather?

                        [2] llm chat · span 0000000000000002 · 30.0 ms
                        tool definitions weather, news (--whole prints them)
                        system Be brief.
                        user\s
                            Weather
                            in Berlin?
                        user [image, image/png, 8 characters]
                        assistant (reasoning) I look it up.
                        assistant calls weather, id c1, run by [3]
                            {
                              "city": "Berlin",
                              "days": [
                                1,
                                2
                              ]
                            }

                        [3] tool weather · span 0000000000000003 · 10.0 ms · requested by [2]
                        arguments\s
                            {
                              "city": "Berlin"
                            }
                        result sunny

                        [4] llm chat · span 0000000000000004 · 20.0 ms
                        continues the prompt of [2]
                        tool definitions the same as of [2]
                        messages 1 to 3 were said before, 70 characters
                        tool (result, id c1) sunny
                        assistant It is sunny.

                        [1] agent helper returns · span 0000000000000001
                        output It is sunny.
                        """.replace("0000000000000001", TestRun.spanId(1))
                        .replace("0000000000000002", TestRun.spanId(2))
                        .replace("0000000000000003", TestRun.spanId(3))
                        .replace("0000000000000004", TestRun.spanId(4)));
    }

    @Test
    void shouldPrintTheWholePromptOfASpan() {
        assertThat(show("show", TestRun.spanId(4), full()))
                .contains("system Be brief.", "Weather", "tool (result, id c1) sunny", "\"name\": \"news\"")
                .doesNotContain("[1] agent");
    }

    @Test
    void shouldGiveProgramsEveryMessage() {
        String json = show("show", "--json", TestRun.traceId(1), full()).replaceAll("\\s+", "");

        assertThat(json)
                .startsWith("{\"format\":\"agent-profiler-transcript/1\"")
                .contains(
                        "{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":\"weather\",\"arguments\":{\"city\":\"Berlin\","
                                + "\"days\":[1,2]},\"tool_span_id\":\"" + TestRun.spanId(3) + "\"}",
                        "{\"of\":\"prompt\",\"number\":3,\"role\":\"assistant\",\"chars\":",
                        "\"same_as\":{\"span_id\":\"" + TestRun.spanId(2) + "\",\"of\":\"answer\",\"number\":1}",
                        "\"continues\":\"" + TestRun.spanId(2) + "\",\"common_messages\":2,\"changed\":false",
                        "\"asked_for_by\":\"" + TestRun.spanId(2) + "\"");
    }

    /** Lengths, repeats and what changed are known without a text. */
    @Test
    void shouldTellRepeatsAndChangesByHashesAlone() {
        Path run = TestRun.run("run")
                .trace(1)
                .start(1, 0, 0, "agent", "helper")
                .start(2, 1, 10, "llm", "chat", blocks("10,30", "system,user", "aaaabbbb"))
                .end(2, 20, "\"agentprofiler.content.output.messages\":{\"chars\":17,\"hash\":\"cccc\"}")
                .start(3, 1, 30, "llm", "chat", blocks("10,30,47,60", "system,user,assistant,user", "aaaabbbbccccdddd"))
                .end(3, 40)
                .start(4, 1, 50, "llm", "chat", blocks("10,35", "system,user", "aaaaeeee"))
                .end(4, 60)
                .end(1, 100)
                .footer()
                .write(directory.resolve("hash/segment-000001.jsonl"));

        String shown = show("show", TestRun.traceId(1), run);

        assertThat(shown)
                .contains(
                        "system 10 bytes, text not recorded\nuser 20 bytes, text not recorded\n"
                                + "assistant 17 characters, text not recorded\n",
                        "continues the prompt of [2]\nmessages 1 to 3 were said before, 47 bytes\n"
                                + "user 13 bytes, text not recorded\n",
                        "repeats the prompt of [3] up to message 1; the rest was changed\n"
                                + "message 1 was said before, 10 bytes\nuser 25 bytes, text not recorded\n",
                        "-Dagentprofiler.content=full")
                .doesNotContain("Weather");
        assertThat(show("show", "--whole", TestRun.traceId(1), run))
                .contains("assistant 17 bytes, the same as the answer of [2]\n");
    }

    private static String blocks(String ends, String roles, String hashes) {
        String words = "[\"" + roles.replace(",", "\",\"") + "\"]";
        String ones = "[" + roles.replaceAll("[a-z]+", "1") + "]";
        return "\"agentprofiler.prompt.blocks\":{\"block_bytes\":256,\"hash_chars\":4,\"bytes\":"
                + ends.replaceAll(".*,", "") + ",\"hashes\":\"\",\"messages\":{\"left_out\":0,\"ends\":[" + ends
                + "],\"roles\":" + words + ",\"parts\":" + ones + ",\"hashes\":\"" + hashes + "\"}}";
    }

    @Test
    void shouldListConversationsAndTheirTurns() {
        Path run = conversation(conversation(TestRun.run("run"), 1), 2)
                .trace(3)
                .span(1, 0, 0, 10, "llm", "chat")
                .footer()
                .write(directory.resolve("several/segment-000001.jsonl"));

        assertThat(show("show", "--by", "conversation", run))
                .containsPattern("order-7 +2 +4 +2 +60 +10 ")
                .contains("1 workflow name no conversation");
        assertThat(show("show", "order-7", run)).contains("turn 1: helper", "turn 2: helper");
    }

    @Test
    void shouldSayOnceWhatTurnAfterTurnRepeats() {
        Path run = conversation(conversation(TestRun.run("run"), 1), 2)
                .footer()
                .write(directory.resolve("turns/segment-000001.jsonl"));

        String second = show("show", "order-7", run).replaceFirst("(?s).*\\n(?=turn 2: )", "");

        assertThat(second)
                .contains(
                        "input the same as of [1] of turn 1\n",
                        "repeats the prompt of [4] of turn 1 up to message 2; the rest was changed\n",
                        "continues the prompt of [4] of turn 1\n",
                        "tool definitions the same as of [2] of turn 1\n",
                        "messages 1 to 2 were said before, 27 characters\n",
                        "assistant 43 characters, the same as the answer of [2] of turn 1\n")
                .doesNotContain("Be brief.", "Weather");
        assertThat(show("show", "--whole", "order-7", run).replaceFirst("(?s).*\\n(?=turn 2: )", ""))
                .contains("Be brief.", "Weather");
    }

    @Test
    void shouldShowWhatWasEmbeddedAndRetrieved() {
        Path run = TestRun.run("run")
                .trace(1)
                .start(1, 0, 0, "retrieval", "retrieve", "\"gen_ai.retrieval.query.text\":\"shipping to Peru\"")
                .start(2, 1, 1, "embedding", "embed", "\"agentprofiler.embeddings.input\":[\"shipping to Peru\"]")
                .end(2, 5)
                .end(1, 9, "\"gen_ai.retrieval.documents\":[\"We ship everywhere.\"]")
                .start(
                        3,
                        0,
                        10,
                        "embedding",
                        "embed",
                        "\"agentprofiler.content.agentprofiler.embeddings.input\":{\"chars\":7}")
                .end(3, 12)
                .footer()
                .write(directory.resolve("embeddings/segment-000001.jsonl"));

        assertThat(show("show", TestRun.traceId(1), run))
                .contains(
                        "[1] retrieval retrieve",
                        "query shipping to Peru",
                        "[2] embedding embed",
                        "embedded ",
                        "\"shipping to Peru\"",
                        "\"We ship everywhere.\"",
                        "embedded 7 characters, text not recorded");
    }

    @Test
    void shouldSayWhatAnIdMeansThatIsNotThere() {
        Path run = full();

        assertThat(analyzer.run("show", "ffff", run)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err()).contains("ffff: no trace, span or conversation has this id");
        Path two = conversation(conversation(TestRun.run("run"), 1), 2)
                .footer()
                .write(directory.resolve("two/segment-000001.jsonl"));
        assertThat(analyzer.run("show", "000", two)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err()).contains("is the beginning of several ids: ", "give more of it");
        assertThat(analyzer.run("show", TestRun.traceId(1))).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err()).contains("show ID INPUT");
        assertThat(analyzer.run("show", "--by", "tenant", run)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err()).contains("found 'tenant', expected conversation");
    }
}
