// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.answer.show.Transcript;
import io.agentprofiler.analyzer.answer.show.Turn;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each span of a workflow says, as strings: the first is an object of JSON, in which texts are numbers, the places of the strings
 * behind it, from 0. Its fields, each absent where there is nothing:
 *
 * <ul>
 *   <li>{@code by}: the row of the model call that asked for it
 *   <li>{@code like}: {@code [row, messages, changed, length]}: the prompt begins with so many messages of that row's prompt,
 *       together so long (-1 when unknown); 1 if that prompt goes on in another way, else 0
 *   <li>{@code prompt}: the messages behind those; {@code answer}: those of the answer. A message that was said before is
 *       {@code [row, answer, number, count]}: so many messages from that number on of that row's answer (1) or prompt (0)
 *   <li>{@code in}, {@code out}: what else came in and went out
 * </ul>
 *
 * <p>A message has {@code no} (its number), {@code r} (role), {@code n} (length, in characters with {@code p} or in an answer, else in
 * bytes), {@code p} (its parts: {@code k} kind, {@code t} text, {@code x} length of a text that is cut, {@code id}, {@code name},
 * {@code tool} row of the tool run). Other content has {@code name}, {@code t}, {@code x}, {@code n}, {@code as} (row of a span that has the
 * same).
 */
public final class SaidRows {
    private SaidRows() {}

    /**
     * Returns what spans say, by span; nothing where nothing of it was recorded.
     *
     * @param places the row of each span by its place in the trace, -1 for those that have none
     */
    public static Map<Span, List<String>> of(Trace trace, int[] places) {
        Transcript transcript = Transcript.of(trace);
        Map<Span, SaidRow> rows = new IdentityHashMap<>();
        boolean any = false;
        for (Turn turn : transcript.turns()) {
            if (places[turn.span().index()] >= 0) {
                SaidRow row = rows.computeIfAbsent(turn.span(), span -> new SaidRow(transcript, places));
                row.add(turn);
                any |= row.saysSomething();
            }
        }
        Map<Span, List<String>> said = new IdentityHashMap<>();
        if (any) {
            rows.forEach((span, row) -> said.put(span, row.strings()));
        }
        return said;
    }
}
