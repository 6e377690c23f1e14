// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a streamed answer.
 *
 * @param kind what it is a piece of
 * @param text the piece; of a tool call a part of its arguments
 * @param call which of the tool calls it belongs to, from 0; -1 for text
 * @param first whether it is the first of its kind, or of its tool call
 * @param last likewise
 */
public record Piece(PieceKind kind, String text, int call, boolean first, boolean last) {
    /** What an answer has pieces of. */
    public enum PieceKind {
        REASONING,
        TEXT,
        TOOL_CALL
    }

    /**
     * Cuts an answer into pieces.
     *
     * @param chunks how many there should be; an answer that is too short has fewer
     */
    public static List<Piece> of(ReplayedAnswer answer, long chunks) {
        int reasoning = answer.reasoning() == null ? 0 : answer.reasoning().length();
        int text = answer.text() == null ? 0 : answer.text().length();
        int calls = answer.calls().size();
        long forText = reasoning + text == 0 ? 0 : Math.max(1, chunks - calls);
        long forReasoning =
                reasoning == 0 ? 0 : text == 0 ? forText : Math.max(1, forText * reasoning / (reasoning + text));
        List<Piece> pieces = new ArrayList<>();
        if (reasoning > 0) {
            add(PieceKind.REASONING, answer.reasoning(), -1, forReasoning, pieces);
        }
        if (text > 0) {
            add(PieceKind.TEXT, answer.text(), -1, Math.max(1, forText - forReasoning), pieces);
        }
        for (int i = 0; i < calls; i++) {
            ToolCall call = answer.calls().get(i);
            long share = forText > 0 ? 1 : chunks / calls + (i < chunks % calls ? 1 : 0);
            add(PieceKind.TOOL_CALL, call.arguments(), i, Math.max(1, share), pieces);
        }
        return pieces;
    }

    private static void add(PieceKind kind, String whole, int call, long wanted, List<Piece> into) {
        int count = (int) Math.max(1, Math.min(wanted, whole.length()));
        int from = 0;
        for (int i = 1; i <= count; i++) {
            int to = (int) ((long) whole.length() * i / count);
            if (to < whole.length() && to > from && Character.isHighSurrogate(whole.charAt(to - 1))) {
                to++;
            }
            if (to > from || count == 1) {
                into.add(new Piece(kind, whole.substring(from, to), call, from == 0, to == whole.length()));
                from = to;
            }
        }
    }
}
