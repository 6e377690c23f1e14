// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.List;
import java.util.Random;

/** Runs of an agent that asks a model, uses a tool once or twice, and may stream; what it takes is chosen by the test. */
public final class Runs {
    /** A cent a call, and what a local model costs nobody knows. */
    public static final CallCost CENT_A_CALL =
            call -> call.name().contains("local") ? Unknown.LONG : Math.round(0.01 * CallCost.PARTS);

    static final Analysis<Side> SIDE = Side.analysis(CENT_A_CALL);

    private final TestRun run = TestRun.bare();
    private int traces;
    private int spans;
    private double now;

    public static Side side(List<Trace> traces) {
        Side side = SIDE.empty();
        for (Trace trace : traces) {
            side = SIDE.merge(side, SIDE.of(trace));
        }
        return side;
    }

    public Side side() {
        return side(run.traces());
    }

    public List<Trace> traces() {
        return run.traces();
    }

    /** Makes the ids differ from those of another run. */
    public Runs from(int firstTrace) {
        traces = firstTrace;
        spans = firstTrace * 10;
        return this;
    }

    /** Adds a workflow: a model call, then tools of given lengths, in milliseconds. */
    public Runs workflow(double model, int tokens, double... tools) {
        return workflow("chat gpt", model, tokens, tools);
    }

    public Runs workflow(String modelName, double model, int tokens, double... tools) {
        run.trace(++traces);
        int root = ++spans;
        double start = now;
        run.start(root, 0, now, "agent", "answer");
        int llm = ++spans;
        run.start(llm, root, now, "llm", modelName, "\"gen_ai.request.model\":\"gpt\"");
        now += model;
        run.end(
                llm,
                now,
                tokens < 0
                        ? "\"gen_ai.response.model\":\"gpt\""
                        : "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":10");
        for (double tool : tools) {
            int id = ++spans;
            run.span(id, root, now, now + Math.abs(tool), "tool", tool < 0 ? "verify" : "search");
            now += Math.abs(tool);
        }
        run.end(root, now);
        now += 1;
        return this;
    }

    /** Adds workflows whose lengths, tokens and tools vary by chance. */
    public Runs random(Random random, int workflows, double toolMillis) {
        for (int i = 0; i < workflows; i++) {
            double[] tools = random.doubles(1 + random.nextInt(2), 0.5, 1.5)
                    .map(f -> f * toolMillis)
                    .toArray();
            workflow(100 + random.nextInt(50), 1000 + random.nextInt(100), tools);
        }
        return this;
    }
}
