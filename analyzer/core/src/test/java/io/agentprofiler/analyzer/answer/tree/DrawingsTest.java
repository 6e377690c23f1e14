// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tree.WaterfallCommand.WaterfallSection;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Trees and waterfalls on the terminal, whatever the names are. */
class DrawingsTest {
    /** Of the title, the facts and the table; what follows is running text. */
    private static final int TREE_LINES = 7;

    private static String printed(Section section, Screen screen) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Document document = Document.of("sample/1", "sample").add(section).build();
        TerminalView.print(document, screen, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String waterfall(Trace trace, int width) {
        return printed(WaterfallSection.of(trace, 100), new Screen(width, false, true));
    }

    private static String tree(Trace trace, int width) {
        return printed(TreeSection.withFailures(trace, 100), new Screen(width, false, true));
    }

    @Provide
    Arbitrary<List<String>> names() {
        return Arbitraries.of(
                        "a", "chat ", "会話", "😀", "✅", "e\u0301", "\u001b[31m", "\u202e", "🇩🇪", "\ud83d\udc68\u200d")
                .list()
                .ofMinSize(1)
                .ofMaxSize(60)
                .map(parts -> String.join("", parts))
                .list()
                .ofSize(4);
    }

    private static Trace trace(List<String> names) {
        return TestRun.bare()
                .start(1, 0, 0, "agent", escaped(names.get(0)))
                .start(2, 1, 0, "llm", escaped(names.get(1)))
                .end(2, 40, "error", ",\"error\":{\"type\":\"" + escaped(names.get(3)) + "\"}")
                .start(3, 1, 40, "tool", escaped(names.get(2)))
                .span(4, 3, 50, 50, "tool", escaped(names.get(3)))
                .end(1, 100)
                .trace();
    }

    private static String escaped(String name) {
        return name.replace("\u001b", "\\u001b");
    }

    @Property(tries = 60)
    void shouldFitTheScreen(@ForAll("names") List<String> names) {
        Trace trace = trace(names);
        for (int width : new int[] {80, 120}) {
            assertThat(waterfall(trace, width).lines())
                    .allSatisfy(line -> assertThat(Texts.width(line)).isLessThanOrEqualTo(width))
                    .allSatisfy(line -> assertThat(Texts.safe(line)).isEqualTo(line));
            assertThat(tree(trace, width).lines().limit(TREE_LINES))
                    .allSatisfy(line -> assertThat(Texts.width(line)).isLessThanOrEqualTo(width))
                    .allSatisfy(line -> assertThat(Texts.safe(line)).isEqualTo(line));
        }
    }

    @Test
    void shouldSayWithoutColoursWhatWentWrong() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "answer")
                .start(2, 1, 0, "llm", "chat")
                .end(2, 40, "error", "")
                .start(3, 1, 40, "tool", "slow")
                .end(3, 50, "cancelled", "")
                .start(4, 1, 50, "tool", "hangs")
                .trace();

        assertThat(waterfall(trace, 100))
                .contains("  ✗ chat", "  ✗ slow", "  … hangs", "… answer")
                .contains("✗ error", "✗ cancelled", "… unfinished");
    }

    @Test
    void shouldTellFailuresWhoseMessagesWereNotRecordedByTheirHashes() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "answer")
                .start(2, 1, 0, "llm", "chat")
                .end(2, 40, "error", failed("412,\"hash\":\"Ab12Cd34\""))
                .start(3, 1, 50, "llm", "chat")
                .end(3, 60, "error", failed("412,\"hash\":\"Ab12Cd34\""))
                .start(4, 1, 70, "llm", "chat")
                .end(4, 80, "error", failed("9,\"hash\":\"Zz12Cd34\""))
                .end(1, 100)
                .trace();

        assertThat(tree(trace, 100))
                .contains("chat · BadRequest: message not recorded, 412 chars, hash Ab12Cd34")
                .contains("chat · BadRequest: message not recorded, 9 chars, hash Zz12Cd34")
                .contains("BadRequest: 2 distinct messages, not recorded below agentprofiler.content=full");
    }

    private static String failed(String length) {
        return ",\"error\":{\"type\":\"com.acme.BadRequest\"},"
                + "\"attributes\":{\"agentprofiler.content.error.message\":{\"chars\":" + length + "}}";
    }

    @Test
    void shouldNameTheThreadsOfLanesOnlyWhereItNumbersThem() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "answer")
                .span(2, 1, 0, 60, "tool", "weather")
                .span(3, 1, 0, 60, "tool", "a tool with a name that leaves no room for lanes")
                .end(1, 100)
                .trace();

        assertThat(tree(trace, 120)).contains("  lane  ", "lanes by first thread: ");
        assertThat(tree(trace, 60)).doesNotContain("lane");
    }

    @Test
    void shouldShowAWorkflowOfNoLength() {
        Trace trace = TestRun.bare().span(1, 0, 5, 5, "agent", "nothing").trace();

        assertThat(waterfall(trace, 80)).contains("0 ns · ok · 1 span", "nothing  0 ns  0 ns  ░");
        assertThat(tree(trace, 80)).contains("agent nothing  0 ns  0 ns  ▏");
    }
}
