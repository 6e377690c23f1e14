// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.Random;

/**
 * Workflows of any shape: nested, parallel, overlapping, outliving their parents, of no length, without an end, with late
 * ends, wrapped. Times lie on a grid of {@link #GRID}.
 */
public final class RandomTraces {
    /** All times are multiples of this, in nanoseconds. */
    public static final long GRID = 500_000;

    private static final String[] KINDS = {"agent", "llm", "tool", "http", "memory"};

    private RandomTraces() {}

    /** Returns a workflow of 1 to 25 spans. */
    public static Trace one(Random random) {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "top");
        int spans = 1 + random.nextInt(25);
        double[] starts = new double[spans + 1];
        double[] ends = new double[spans + 1];
        ends[1] = random.nextInt(200);
        for (int id = 2; id <= spans; id++) {
            int parent = 1 + random.nextInt(id - 1);
            double room = Math.max(0, ends[parent] - starts[parent]);
            starts[id] = starts[parent] + Math.floor(random.nextDouble() * (room + 1));
            ends[id] = starts[id] + Math.floor(random.nextDouble() * random.nextDouble() * (room + 10));
            ends[id] += random.nextInt(5) == 0 ? 0.5 : 0;
            // every tenth names a parent that is not there: a second span at the top
            int named = random.nextInt(10) == 0 ? 999 : parent;
            String kind = KINDS[random.nextInt(KINDS.length)];
            // some calls only wrap others, or nothing
            String wraps = random.nextInt(3) == 0 ? "\"agentprofiler.wrapper\":true" : "";
            run.start(id, named, starts[id], kind, kind + random.nextInt(3), kind.equals("llm") ? wraps : "");
            if (random.nextInt(15) > 0) {
                run.end(id, ends[id], "ok", random.nextInt(3) == 0 ? chunks(random, starts[id], ends[id]) : "");
            }
        }
        return run.end(1, ends[1]).trace();
    }

    private static String chunks(Random random, double start, double end) {
        double first = start + random.nextInt(5);
        return ",\"chunks\":{\"count\":3,\"first_t\":" + TestRun.at(first) + ",\"last_t\":"
                + TestRun.at(Math.max(first, end - random.nextInt(3))) + ",\"max_gap_ns\":1}";
    }
}
