// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.operation.CodePlace;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where in the application's code calls were made, as findings and commands say it. */
class CodePlacesTest {
    private static final String REFUND = "\"gen_ai.tool.name\":\"refund\"";

    @TempDir
    private Path directory;

    private static String at(int line) {
        return ",\"code.function.name\":\"com.acme.Assistant.answer\",\"code.file.path\":\"com/acme/Assistant.java\""
                + ",\"code.line.number\":" + line;
    }

    /** Five refunds, which fail: three at line 48, one at line 50, one of which nothing is known. */
    private static TestRun refunds() {
        TestRun run = TestRun.run("shop-1");
        String[] places = {at(48), at(48), at(50), "", at(48)};
        for (int i = 0; i < places.length; i++) {
            int start = 1000 * i;
            run.trace(i + 1)
                    .start(16 * i + 1, 0, start, "agent", "Support")
                    .start(16 * i + 2, 16 * i + 1, start, "tool", "execute_tool refund", REFUND + places[i])
                    .end(16 * i + 2, start + 400, "error", ",\"error\":{\"type\":\"com.acme.NoRoute\"}")
                    .end(16 * i + 1, start + 500);
        }
        return run.footer();
    }

    @Test
    void shouldCountCallsByThePlaceWhereTheyWereMade() {
        SortedMap<String, CodePlaces> all = new TreeMap<>();
        refunds().traces().forEach(trace -> {
            SortedMap<String, CodePlaces> one = new TreeMap<>();
            CodePlaces.BY_OPERATION.add().accept(one, RuleRun.scan(trace));
            CodePlaces.BY_OPERATION.merge().accept(all, one);
        });

        assertThat(all).containsOnlyKeys("agent Support", "tool refund");
        assertThat(all.get("agent Support").areKnown()).isFalse();
        assertThat(all.get("tool refund").ranked())
                .containsExactly(
                        Map.entry(new CodePlace("com.acme.Assistant.answer", "com/acme/Assistant.java", 48), 3L),
                        Map.entry(new CodePlace("com.acme.Assistant.answer", "com/acme/Assistant.java", 50), 1L));
        assertThat(all.get("tool refund").words()).isEqualTo("at Assistant.java:48 (Assistant.answer) in 3 of 5 calls");
    }

    @Test
    void shouldSayWhatIsKnown() {
        assertThat(new CodePlace("com.acme.Assistant.answer", "com/acme/Assistant.java", 48).words())
                .isEqualTo("Assistant.java:48 (Assistant.answer)");
        assertThat(new CodePlace("com.acme.Outer$Inner.go", "com/acme/Outer.java", -1).words())
                .isEqualTo("Outer.java (Outer$Inner.go)");
        assertThat(new CodePlace("Main.main", null, -1).words()).isEqualTo("Main.main");
    }

    @Test
    void shouldNameThePlaceInAnswers() {
        Path run = refunds().write(directory.resolve("run/segment-000001.jsonl"));

        assertThat(printed("report", run))
                .contains("failing-calls:tool-refund · at Assistant.java:48 (Assistant.answer) in 3 of 5 calls");
        assertThat(printed("report", "--format", "json", run))
                .contains("\"places\":")
                .containsPattern("\"function\": ?\"com.acme.Assistant.answer\"");
        assertThat(printed("show", TestRun.traceId(1), run)).contains(" · at Assistant.java:48 (Assistant.answer)");
        assertThat(printed("calls", "--where", "tool=refund", "--format", "csv", run)
                        .lines())
                .anyMatch(line -> line.endsWith(",com.acme.Assistant.answer,com/acme/Assistant.java,50"))
                .anyMatch(line -> line.endsWith(",,,"));
    }

    private String printed(Object... arguments) {
        CommandRun analyzer = new CommandRun();
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return analyzer.out();
    }
}
