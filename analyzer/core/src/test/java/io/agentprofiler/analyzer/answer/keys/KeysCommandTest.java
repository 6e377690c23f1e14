// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.SpanWord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private static TestRun lines() {
        TestRun lines = TestRun.run("shop-1");
        for (int i = 1; i <= 3; i++) {
            lines.trace(i)
                    .start(
                            10 * i,
                            0,
                            0,
                            "agent",
                            "Support",
                            "\"acme.tenant\":\"" + (i == 3 ? "globex" : "acme") + "\",\"status\":\"gold\"")
                    .start(
                            10 * i + 1,
                            10 * i,
                            1,
                            "tool",
                            "execute_tool find",
                            "\"gen_ai.tool.name\":\"find\",\"acme.note\":\"secret\\nwords\","
                                    + "\"gen_ai.tool.call.arguments\":\"secret words\","
                                    + "\"agentprofiler.content.x\":{\"chars\":3}")
                    .end(10 * i + 1, 2, i == 3 ? "error" : "ok", i == 3 ? ",\"error\":{\"type\":\"a.Gone\"}" : "")
                    .end(10 * i, 3);
        }
        return lines;
    }

    private String printed(Object... arguments) {
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return analyzer.out();
    }

    private Path run() {
        return lines().footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    @Test
    void shouldListWhatCanBeAskedFor() {
        assertThat(printed("keys", run())).isEqualTo("""
                Keys  for --where KEY=VALUE and --by KEY
                key               spans  workflows  values  most frequent
                workflow              3          3       1  Support                     the name of the workflow
                agent                 3          3       1  Support                     the name of the agent
                kind                  6          3       2  agent, tool                 the kind of span
                name                  6          3       2  Support, execute_tool find  the name of the span
                tool                  3          3       1  find                        the name of the tool
                status                6          3       2  ok, error                   how the span ended
                error                 1          1       1  a.Gone                      the class of the failure
                acme.note             3          3       -  (texts)
                acme.tenant           3          3       2  acme, globex
                gen_ai.tool.name      3          3       1  find
                attribute:status      3          3       1  gold
                """);
    }

    @Test
    void shouldTellProgramsTheSame() {
        assertThat(printed("keys", "--format", "json", "--parts", "keys", run()))
                .contains(
                        "{\"key\":\"acme.tenant\",\"spans\":3,\"workflows\":3,\"values\":2,\"examples\":[\"acme\",\"globex\"]}",
                        "{\"key\":\"acme.note\",\"spans\":3,\"workflows\":3,\"examples\":[]}")
                .doesNotContain("secret");
        assertThat(printed("keys", "--format", "csv", "--where", "status=failed", run()))
                .contains("\nacme.tenant,1,1,1,,,globex\n");
    }

    @Test
    void shouldTakeEveryWordThatItLists() {
        Path run = run();
        for (String word : List.of("workflow", "agent", "kind", "name", "tool", "status", "attribute:status")) {
            printed("calls", "--where", word, run);
            assertThat(analyzer.err()).as(word).contains(": 3 of 3");
        }
    }

    @Test
    void shouldCountTheSameInWhateverOrderTracesCome() {
        TestRun many = TestRun.run("r");
        for (int i = 0; i < FoundKeys.MOST_VALUES + 10; i++) {
            many.trace(i + 1)
                    .start(i + 1, 0, 0, "agent", "A", "\"id\":\"" + (5000 - i) + "\"")
                    .end(i + 1, 1);
        }
        List<Trace> traces = many.traces();
        FoundKeys there = FoundKeys.ANALYSIS.empty();
        FoundKeys back = FoundKeys.ANALYSIS.empty();
        for (int i = 0; i < traces.size(); i++) {
            there = FoundKeys.ANALYSIS.merge(there, FoundKeys.ANALYSIS.of(traces.get(i)));
            back = FoundKeys.ANALYSIS.merge(back, FoundKeys.ANALYSIS.of(traces.get(traces.size() - 1 - i)));
        }

        assertThat(there.attributes().get("id").examples(2)).containsExactly("3991", "3992");
        assertThat(back.attributes().get("id").examples(2)).containsExactly("3991", "3992");
        assertThat(back.attributes().get("id").hasMoreValues()).isTrue();
        assertThat(back.attributes().get("id").workflows()).isEqualTo(1010);
        assertThat(back.words().get(SpanWord.AGENT).values()).isEqualTo(1);
    }
}
