// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import static io.agentprofiler.analyzer.testing.TestRun.at;

import io.agentprofiler.analyzer.testing.TestRun;
import java.util.Random;

/**
 * Runs of several workflows that run at once, of any shape: nested, parallel, outliving their parents, of no length, without an end,
 * with streams, failures, tokens and prices, recorded with full content.
 */
public final class ExportRun {
    /** Stands in every text that is content. */
    public static final String SECRET = "s3cret";

    private static final String[] KINDS = {"agent", "llm", "tool", "http", "memory", "function", "embedding"};

    private ExportRun() {}

    /** Returns a run of so many workflows. */
    public static TestRun random(Random random, int workflows) {
        TestRun run = TestRun.run("shop-42-random");
        for (int sample = 0; sample < 4; sample++) {
            run.line("{\"event\":\"PROCESS\",\"t\":" + at(sample * 2000) + ",\"rss_bytes\":" + (9_000_000 + sample)
                    + ",\"heap_bytes\":" + (5_000_000 + random.nextInt(1000)) + ",\"gc_ms\":" + sample * sample * 10
                    + ",\"cpu\":0.5}");
        }
        int id = 1;
        for (int workflow = 1; workflow <= workflows; workflow++) {
            id = workflow(run.trace(workflow), random, id, random.nextInt(400));
        }
        return run.footer();
    }

    /** Adds a workflow; returns the next free id. */
    private static int workflow(TestRun run, Random random, int first, double offset) {
        int spans = 1 + random.nextInt(20);
        double[] starts = new double[spans];
        double[] ends = new double[spans];
        starts[0] = offset;
        ends[0] = offset + random.nextInt(200);
        run.start(first, 0, starts[0], "agent", "top; of \\\"all\\\"", "\"gen_ai.agent.name\":\"A\"");
        for (int i = 1; i < spans; i++) {
            int parent = random.nextInt(i);
            double room = Math.max(0, ends[parent] - starts[parent]);
            starts[i] = starts[parent] + Math.floor(random.nextDouble() * (room + 1));
            ends[i] = starts[i] + Math.floor(random.nextDouble() * random.nextDouble() * (room + 10));
            String kind = KINDS[random.nextInt(KINDS.length)];
            int named = random.nextInt(12) == 0 ? 999_999 : first + parent;
            run.start(first + i, named, starts[i], kind, kind + " " + random.nextInt(3), begin(kind, random));
            if (random.nextInt(15) > 0) {
                end(run, random, first + i, ends[i], kind);
            }
        }
        run.end(first, ends[0]);
        return first + spans;
    }

    private static String begin(String kind, Random random) {
        return switch (kind) {
            case "llm", "embedding" ->
                "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\""
                        + (random.nextBoolean() ? "gpt-4o" : "gpt-4o-mini")
                        + "\",\"gen_ai.input.messages\":[{\"role\":\"user\",\"content\":\"" + SECRET + "\"}]";
            case "tool" ->
                "\"gen_ai.tool.name\":\"find\",\"gen_ai.tool.call.arguments\":\"" + SECRET + "\",\"acme.note\":\""
                        + SECRET + "\"";
            default -> "\"agentprofiler.input\":\"" + SECRET + "\"";
        };
    }

    private static void end(TestRun run, Random random, int id, double t, String kind) {
        if (random.nextInt(8) == 0) {
            run.end(
                    id,
                    t,
                    "error",
                    ",\"error\":{\"type\":\"java.io.IOException\",\"message\":\"" + SECRET + "\"},\"alloc_bytes\":"
                            + random.nextInt(5000) + ",\"cpu_ns\":1000");
        } else if (kind.equals("llm") && random.nextInt(5) > 0) {
            int input = random.nextInt(3000);
            run.end(
                    id,
                    t,
                    "ok",
                    ",\"alloc_bytes\":" + random.nextInt(5000) + ",\"attributes\":{\"gen_ai.usage.input_tokens\":"
                            + input + ",\"gen_ai.usage.output_tokens\":" + random.nextInt(300)
                            + ",\"gen_ai.usage.cache_read.input_tokens\":" + random.nextInt(input + 1)
                            + ",\"gen_ai.output.messages\":\"" + SECRET + "\"}");
        } else {
            run.end(id, t);
        }
    }
}
