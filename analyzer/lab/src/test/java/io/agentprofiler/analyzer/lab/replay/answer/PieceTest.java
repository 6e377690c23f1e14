// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer.Finish;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PieceTest {
    private static List<Piece> pieces(String text, String reasoning, int chunks, ToolCall... calls) {
        return Piece.of(
                new ReplayedAnswer(text, reasoning, List.of(calls), Finish.STOP, Tokens.NONE, "id", "m", List.of()),
                chunks);
    }

    private static String words(List<Piece> pieces) {
        return pieces.stream()
                .map(piece -> piece.kind() + (piece.first() ? "<" : " ") + piece.text() + (piece.last() ? ">" : ""))
                .collect(Collectors.joining("|"));
    }

    @Test
    void shouldCutATextIntoAsManyPiecesAsWereRecorded() {
        assertThat(words(pieces("abcdefg", null, 3))).isEqualTo("TEXT<ab|TEXT cd|TEXT efg>");
        assertThat(words(pieces("ab", null, 9))).isEqualTo("TEXT<a|TEXT b>");
        assertThat(words(pieces("ab", null, 0))).isEqualTo("TEXT<ab>");
        assertThat(pieces(null, null, 5)).isEmpty();
    }

    @Test
    void shouldShareThemBetweenThoughtsTextAndCalls() {
        ToolCall call = new ToolCall("c", "t", "{\"a\":1}", 7);

        assertThat(words(pieces("abcd", "xy", 4, call)))
                .isEqualTo("REASONING<xy>|TEXT<ab|TEXT cd>|TOOL_CALL<{\"a\":1}>");
        assertThat(words(pieces(null, null, 3, call, call)))
                .isEqualTo("TOOL_CALL<{\"a|TOOL_CALL \":1}>|TOOL_CALL<{\"a\":1}>");
    }

    @Test
    void shouldNotCutACharacterInTwo() {
        assertThat(words(pieces("a\ud83d\ude00b", null, 2))).isEqualTo("TEXT<a\ud83d\ude00|TEXT b>");
    }
}
