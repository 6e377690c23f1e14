// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.id;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every id that is printed is taken by every command that takes one, whole or shortened. */
class WorkflowIdTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String OTHER_TRACE = "0af7652000000000000000000000000f";
    private static final String SPAN = "00f067aa0ba902b7";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;

    /** Two workflows whose ids begin alike; in the first a tool fails, and both are of a conversation. */
    @BeforeEach
    void writeRun() {
        TestRun lines = TestRun.run("shop-1");
        for (String trace : List.of(TRACE, OTHER_TRACE)) {
            String status = trace.equals(TRACE) ? "error" : "ok";
            lines.line(start(
                            trace,
                            trace.equals(TRACE) ? "1111111111111111" : "2222222222222222",
                            "",
                            "agent",
                            "helper",
                            "\"gen_ai.conversation.id\":\"customer-4711-in-berlin\""))
                    .line(start(
                            trace,
                            trace.equals(TRACE) ? SPAN : "3333333333333333",
                            trace.equals(TRACE) ? "1111111111111111" : "2222222222222222",
                            "tool",
                            "refund",
                            "\"gen_ai.tool.name\":\"refund\""))
                    .line(end(trace, trace.equals(TRACE) ? SPAN : "3333333333333333", 50, status))
                    .line(end(trace, trace.equals(TRACE) ? "1111111111111111" : "2222222222222222", 100, "ok"));
        }
        run = lines.footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    private static String start(String trace, String span, String parent, String kind, String name, String attributes) {
        return "{\"event\":\"SPAN_START\",\"trace\":\"" + trace + "\",\"span\":\"" + span + "\""
                + (parent.isEmpty() ? "" : ",\"parent\":\"" + parent + "\"") + ",\"t\":" + TestRun.at(0)
                + ",\"kind\":\"" + kind + "\",\"name\":\"" + name + "\",\"rule\":\"test/" + kind
                + "\",\"thread\":\"main\",\"attributes\":{" + attributes + "}}";
    }

    private static String end(String trace, String span, int t, String status) {
        return "{\"event\":\"SPAN_END\",\"span\":\"" + span + "\",\"trace\":\"" + trace + "\",\"t\":" + TestRun.at(t)
                + ",\"status\":\"" + status + "\",\"thread\":\"main\""
                + (status.equals("ok") ? "" : ",\"error\":{\"type\":\"com.acme.NoRoute\"}") + "}";
    }

    private String printed(Object... arguments) {
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return analyzer.out();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                TRACE,
                "0af7651916cd",
                "0af7651916cd…",
                "0AF7651916CD...",
                " 0af7651916cd~",
                SPAN,
                "00f067",
                "00f067…",
                "failing-calls:tool-refund",
                "failing-calls:tool…"
            })
    void shouldTakeIdsAsTheyArePrinted(String id) {
        assertThat(printed("tree", "--trace", id, run))
                .contains("trace " + TRACE)
                .doesNotContain(OTHER_TRACE);
        assertThat(printed("waterfall", "--trace", id, run)).contains("trace " + TRACE);
        assertThat(printed("flame", "--trace", id, run)).contains("trace " + TRACE);
        assertThat(printed("show", id, run)).contains("trace " + TRACE).doesNotContain(OTHER_TRACE);
        assertThat(analyzer.run("diff", "--before-trace", id.startsWith("failing") ? TRACE : id, run, run))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"customer-4711-in-berlin", "customer-4711", "customer-4711-in…"})
    void shouldTakeConversations(String id) {
        assertThat(printed("tree", "--trace", id, run)).contains("trace " + TRACE, "trace " + OTHER_TRACE);
        assertThat(printed("show", id, run)).contains("turn 1: helper", "turn 2: helper");
        assertThat(printed("flame", "--trace", id, run)).contains("2 workflows");
        printed("tokens", "--where", "conversation=customer-4711-in…", run);
        assertThat(analyzer.err()).contains(": 2 of 2");
    }

    @Test
    void shouldAnswerAmbiguousIdsWithTheCandidates() {
        String candidates = "0af765… is the beginning of several ids: trace " + TRACE + ", trace " + OTHER_TRACE
                + "; give more of it";

        analyzer.assertRefused("--trace " + candidates, "tree", "--trace", "0af765…", run);
        analyzer.assertRefused("--trace " + candidates, "flame", "--trace", "0af765…", run);
        analyzer.assertRefused(candidates, "show", "0af765…", run);
        analyzer.assertRefused("--before-trace " + candidates, "diff", "--before-trace", "0af765…", run, run);
    }

    @Test
    void shouldSayThatThereIsNoneLikeIt() {
        analyzer.assertRefused(
                "--trace ff: no trace, span or conversation has this id, or one that begins so, among the 2 workflows",
                "tree",
                "--trace",
                "ff",
                run);
        analyzer.assertRefused(
                "loop:tool-x: no finding has this id; there is failing-calls:tool-refund", "show", "loop:tool-x", run);
        analyzer.assertRefused(
                "--before-trace customer-4711: a conversation of 2 workflows; name one",
                "diff",
                "--before-trace",
                "customer-4711",
                run,
                run);
    }

    @Test
    void shouldTakeRunsAsTheyArePrinted() {
        assertThat(printed("list", "--run", "shop…", run.getParent())).contains("shop-1");
    }
}
