// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;

/**
 * A recording of workflows that each call a model several times, with a tool between: all prompts begin with the same instructions, and
 * each begins with the one before it. Only hashes and lengths are recorded.
 */
public final class ConversationRun {
    private static final int BLOCK = 64;
    private static final int INSTRUCTIONS = 1024;
    private static final int MESSAGE = 512;
    /** What stands around the text of a message as the trace format counts it. */
    private static final int BYTES_PER_TOKEN = 4;

    private ConversationRun() {}

    /** Writes a recording, for use beside the tests, too: its directory, workflows and calls of each. */
    public static void main(String[] args) {
        run(Integer.parseInt(args[1]), Integer.parseInt(args[2]), 20, 4)
                .write(Path.of(args[0]).resolve("segment-000001.jsonl"));
    }

    /**
     * Returns a recording.
     *
     * @param workflows how many
     * @param calls model calls of each
     * @param toolMillis time between two calls
     * @param outputTokens of each answer, plus up to so many more
     */
    public static TestRun run(int workflows, int calls, double toolMillis, int outputTokens) {
        TestRun run = TestRun.run("conversations");
        int span = 1;
        for (int workflow = 1; workflow <= workflows; workflow++) {
            double time = workflow * 50;
            int root = span++;
            run.trace(workflow).start(root, 0, time, "agent", "ask");
            for (int call = 0; call < calls; call++) {
                int own = span++;
                long output = outputTokens + Math.floorMod(SplitMix64.mix(workflow, call), outputTokens);
                run.start(own, root, time, "llm", "chat m", asked(workflow, call))
                        .chunk(own, time + 5, 0)
                        .end(
                                own,
                                time + 10,
                                "ok",
                                ",\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(time + 5) + ",\"last_t\":"
                                        + TestRun.at(time + 9) + "},\"attributes\":{\"gen_ai.usage.input_tokens\":"
                                        + bytes(call) / BYTES_PER_TOKEN + ",\"gen_ai.usage.output_tokens\":" + output
                                        + "}");
                time += 10 + (call + 1 < calls ? toolMillis : 0);
            }
            run.end(root, time + 1);
        }
        return run.footer();
    }

    private static long bytes(int call) {
        return INSTRUCTIONS + (long) MESSAGE * (1 + 2L * call);
    }

    /** Returns how many tokens a call's prompt has. */
    public static long tokens(int call) {
        return bytes(call) / BYTES_PER_TOKEN;
    }

    /** Answers whether a block of a prompt, from 0, is the same in all workflows. */
    public static boolean isShared(long block) {
        return block * BLOCK < INSTRUCTIONS;
    }

    /** Returns what a trace says of a call's prompt: its model, hashes and lengths. */
    public static String asked(int workflow, int call) {
        StringBuilder hashes = new StringBuilder();
        for (long block = 0; block < bytes(call) / BLOCK; block++) {
            hashes.append(hash(isShared(block) ? 0 : workflow, block));
        }
        StringBuilder ends = new StringBuilder();
        StringBuilder roles = new StringBuilder();
        StringBuilder parts = new StringBuilder();
        StringBuilder own = new StringBuilder();
        for (int message = 0; message <= 2 * call; message++) {
            String comma = message == 0 ? "" : ",";
            ends.append(comma).append(INSTRUCTIONS + MESSAGE * (message + 1));
            roles.append(comma).append(message == 0 ? "\"user\"" : message % 2 == 1 ? "\"assistant\"" : "\"tool\"");
            parts.append(comma).append(1);
            own.append(hash(workflow, 100_000 + message));
        }
        return "\"gen_ai.request.model\":\"m\",\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":"
                + bytes(call)
                + ",\"hash_chars\":8,\"hashes\":\"" + hashes + "\",\"instructions_end\":" + INSTRUCTIONS
                + ",\"messages\":{\"left_out\":0,\"ends\":[" + ends + "],\"roles\":[" + roles + "],\"parts\":[" + parts
                + "],\"hashes\":\"" + own + "\"}}";
    }

    private static String hash(long workflow, long place) {
        return String.format("%08x", (int) SplitMix64.mix(workflow, place));
    }
}
