// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.goal.step.Candidates;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import java.util.List;
import java.util.Set;

/** Recorded workflows for searches, with times that can be worked out by hand. */
final class TargetRuns {
    static final double MILLI = 1e6;

    private TargetRuns() {}

    private static String model(String name) {
        return "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + name + "\"";
    }

    private static String usage(int input, int output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    private static String arguments(String hash) {
        return "\"agentprofiler.content.tool.call.arguments\":{\"chars\":5,\"hash\":\"" + hash + "\"}";
    }

    /**
     * Workflows of 1000 ms: gpt-4o for 300 (1000 and 100 tokens), tools a (the same call in every workflow), b and c for 100 each, one
     * after the other, gpt-4o for 400 (2000 and 200 tokens). Then as many of gpt-4o-mini alone, 100 ms for 1000 and 100 tokens, and
     * 200 ms for 2000 and 200.
     */
    static TestRun run(int workflows) {
        TestRun run = TestRun.run("shop-1");
        for (int i = 1; i <= workflows; i++) {
            double t = i * 10_000.0;
            int span = i * 10;
            run.trace(i)
                    .start(span, 0, t, "agent", "A")
                    .start(span + 1, span, t, "llm", "plan", model("gpt-4o"))
                    .end(span + 1, t + 300, usage(1000, 100));
            tool(run, span + 2, span, t + 300, "a", "same");
            tool(run, span + 3, span, t + 400, "b", "b" + i);
            tool(run, span + 4, span, t + 500, "c", "c" + i);
            run.start(span + 5, span, t + 600, "llm", "answer", model("gpt-4o"))
                    .end(span + 5, t + 1000, usage(2000, 200))
                    .end(span, t + 1000);
        }
        return run;
    }

    /** The same, and workflows in which gpt-4o-mini is called. */
    static TestRun withMini(int workflows) {
        TestRun run = run(workflows);
        for (int i = 1; i <= 20; i++) {
            int trace = workflows + i;
            double t = trace * 10_000.0;
            int twice = 1 + i % 2;
            run.trace(trace)
                    .start(trace * 10, 0, t, "agent", "Mini")
                    .start(trace * 10 + 1, trace * 10, t, "llm", "l", model("gpt-4o-mini"))
                    .end(trace * 10 + 1, t + 100 * twice, usage(1000 * twice, 100 * twice))
                    .end(trace * 10, t + 100 * twice);
        }
        return run;
    }

    private static void tool(TestRun run, int span, int parent, double t, String name, String hash) {
        run.start(span, parent, t, "tool", name, arguments(hash)).end(span, t + 100);
    }

    /** Returns all steps that the recording offers. */
    static Simulator simulator(List<Trace> traces) {
        PriceList prices = PriceList.bundled();
        Candidates candidates =
                new Candidates(new Candidates.Wishes(5, Set.of(), 0, List.of()), prices, CacheRules.bundled());
        List<Analysis<?>> analyses = candidates.analyses();
        RunSummary summary = new RunSummary(analyses);
        traces.forEach(summary::add);
        List<PlanStep> steps = Simulator.thatChange(candidates.of(summary), traces, prices);
        return new Simulator(traces, steps.subList(0, Math.min(12, steps.size())), prices);
    }

    /** Returns the set of the steps whose titles contain one of these words. */
    static int set(Simulator simulator, String... words) {
        int set = 0;
        for (int i = 0; i < simulator.steps().size(); i++) {
            for (String word : words) {
                set |= simulator.steps().get(i).title().contains(word) ? 1 << i : 0;
            }
        }
        return set;
    }
}
