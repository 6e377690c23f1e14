// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters of each run over time: how many model and tool calls ran, and how many tokens had been used so far. A call's tokens
 * are counted when it ends; calls that do not say what they used count as none.
 *
 * <p>Every change is kept up to {@value #MOST} moments in a run; of more, those of a stretch of time count as one, at its start.
 * How long stretches are depends on the moments only, so traces may come in any order.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Levels {
    /** The question. */
    public static final Analysis<Levels> ANALYSIS = Analysis.direct("levels", Levels::new, Levels::add, Levels::add);

    static final int MOST = 50_000;

    private static final int MODEL = 0;
    private static final int TOOL = 1;
    private static final int INPUT = 2;
    private static final int OUTPUT = 3;
    private static final int FIGURES = 4;

    private final Map<String, Changes> byRun = new LinkedHashMap<>();

    private Levels() {}

    /**
     * The counters from a moment on.
     *
     * @param nanos since 1970
     * @param modelCalls model calls running
     * @param toolCalls tool calls running
     * @param inputTokens input tokens of all calls over by then
     * @param outputTokens their output tokens
     */
    public record Level(long nanos, long modelCalls, long toolCalls, long inputTokens, long outputTokens) {}

    /** Changes by moment. */
    private static final class Changes {
        private final Map<Long, long[]> moments = new HashMap<>();
        private int shift;

        void add(long nanos, int figure, long by) {
            moments.computeIfAbsent(nanos >> shift, any -> new long[FIGURES])[figure] += by;
            while (moments.size() > MOST) {
                coarsen(shift + 1);
            }
        }

        void add(Changes more) {
            if (more.shift > shift) {
                coarsen(more.shift);
            }
            more.moments.forEach((moment, changes) -> {
                for (int figure = 0; figure < FIGURES; figure++) {
                    add(moment << more.shift, figure, changes[figure]);
                }
            });
        }

        private void coarsen(int newShift) {
            Map<Long, long[]> finer = new HashMap<>(moments);
            moments.clear();
            finer.forEach((moment, changes) -> {
                long[] sum = moments.computeIfAbsent(moment >> newShift - shift, any -> new long[FIGURES]);
                for (int figure = 0; figure < FIGURES; figure++) {
                    sum[figure] += changes[figure];
                }
            });
            shift = newShift;
        }

        List<Level> levels() {
            List<Level> levels = new ArrayList<>();
            long[] now = new long[FIGURES];
            new TreeMap<>(moments).forEach((moment, changes) -> {
                for (int figure = 0; figure < FIGURES; figure++) {
                    now[figure] += changes[figure];
                }
                levels.add(new Level(moment << shift, now[MODEL], now[TOOL], now[INPUT], now[OUTPUT]));
            });
            return levels;
        }
    }

    private void add(Trace trace) {
        Changes run = byRun.computeIfAbsent(String.valueOf(trace.run()), any -> new Changes());
        for (Span span : trace.spans()) {
            if (Calls.isCall(span) && !Calls.isWrapper(span) && span.isMeasured()) {
                int figure = Calls.isModelCall(span) ? MODEL : TOOL;
                run.add(span.startNanos(), figure, 1);
                run.add(span.endNanos(), figure, -1);
            }
            // what was used at no known moment is on no axis of time
            Tokens tokens = span.hasMoment() ? Calls.usage(span) : Tokens.NONE;
            if (tokens.input() != Unknown.LONG) {
                run.add(span.endNanos(), INPUT, tokens.input());
            }
            if (tokens.output() != Unknown.LONG) {
                run.add(span.endNanos(), OUTPUT, tokens.output());
            }
        }
    }

    private void add(Levels more) {
        more.byRun.forEach((run, changes) ->
                byRun.computeIfAbsent(run, any -> new Changes()).add(changes));
    }

    /** Returns the counters of a run, in order of time. */
    public List<Level> of(String run) {
        Changes changes = byRun.get(run);
        return changes == null ? List.of() : changes.levels();
    }
}
