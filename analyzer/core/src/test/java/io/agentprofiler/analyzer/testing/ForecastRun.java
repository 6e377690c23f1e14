// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import java.util.Random;

/** A run whose next calls and run times can be learned, always the same. */
public final class ForecastRun {
    private ForecastRun() {}

    /**
     * Returns a run of workflows one after the other, with four model calls each: every call's prompt is the last one's
     * and its answer, the gap between calls grows with the answer, and the run time with the first prompt.
     */
    public static TestRun learnable(int workflows) {
        TestRun run = TestRun.run("learnable");
        Random random = new Random(7);
        double t = 0;
        for (int i = 0; i < workflows; i++) {
            long input = 500 + random.nextInt(4000);
            run.trace(i + 1).start(1, 0, t, "workflow", i % 2 == 0 ? "answer" : "summarise");
            for (int call = 0; call < 4; call++) {
                long output = 100 + random.nextInt(200);
                run.start(2 + call, 1, t, "llm", "chat", "\"gen_ai.request.model\":\"m\"");
                t += input / 10.0;
                run.end(
                        2 + call,
                        t,
                        "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output);
                t += output / 2.0;
                input += output;
            }
            run.end(1, t);
            t += 50;
        }
        return run.footer();
    }

    /** Returns a run of workflows with a model call every second, each 100 ms long: how to forecast the next is no question. */
    public static TestRun steady(int workflows) {
        TestRun run = TestRun.run("steady");
        Random random = new Random(11);
        for (int i = 0; i < workflows; i++) {
            double t = 10_000.0 * i;
            long input = 1 + (long) (random.nextDouble() * 1e15);
            run.trace(i + 1).start(1, 0, t, "workflow", "answer");
            for (int call = 0; call < 3; call++) {
                run.start(2 + call, 1, t + 1000 * call, "llm", "chat", "\"gen_ai.request.model\":\"m\"");
                run.end(
                        2 + call,
                        t + 1000 * call + 100,
                        "\"gen_ai.usage.input_tokens\":" + (input + call * 100_000_000_000_000L)
                                + ",\"gen_ai.usage.output_tokens\":7");
            }
            run.end(1, t + 5000);
        }
        return run.footer();
    }

    /** Returns a run of workflows in which nothing can be learned: all numbers are thrown with dice. */
    public static TestRun dice(int workflows) {
        TestRun run = TestRun.run("dice");
        Random random = new Random(11);
        double t = 0;
        for (int i = 0; i < workflows; i++) {
            run.trace(i + 1).start(1, 0, t, "workflow", "answer");
            for (int call = 0; call < 3; call++) {
                run.start(2 + call, 1, t, "llm", "chat", "\"gen_ai.request.model\":\"m\"");
                t += 100;
                run.end(
                        2 + call,
                        t,
                        "\"gen_ai.usage.input_tokens\":" + random.nextInt(5000) + ",\"gen_ai.usage.output_tokens\":"
                                + random.nextInt(500));
                t += random.nextInt(100);
            }
            run.end(1, t);
            t += 50;
        }
        return run.footer();
    }
}
