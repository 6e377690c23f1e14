// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

/**
 * A request to a model as it was recorded: of a call that was tried again one for each attempt. Times are nanoseconds from the first
 * arrival of a workflow on.
 *
 * @param place its place in what was recorded
 * @param model the model
 * @param address of its server, as {@code host:port}; empty when unknown
 * @param outcome what became of it
 * @param startNanos when it was sent
 * @param firstNanos when its first chunk came; unknown where it was not streamed
 * @param endNanos when it had ended
 * @param prompt its prompt and answer
 */
public record Recorded(
        RecordedPlace place,
        String model,
        String address,
        Outcome outcome,
        long startNanos,
        long firstNanos,
        long endNanos,
        Prompt prompt) {
    /**
     * Its place in what was recorded.
     *
     * @param program index of its workflow
     * @param index its place in its workflow
     * @param after index of the request of its workflow that it waited for; -1 for the workflow's begin
     * @param thinkNanos how long after that it was sent
     */
    public record RecordedPlace(int program, int index, int after, long thinkNanos) {}

    /**
     * What is known of a prompt and its answer.
     *
     * @param input tokens of the prompt; 0 when unknown
     * @param output tokens of the answer
     * @param cached tokens of the prompt that the server had cached; 0 when it did not tell
     * @param isCacheKnown whether it told
     * @param blocks hashes of the prompt's blocks, each of it and all before it; empty where they are not recorded
     */
    public record Prompt(long input, long output, long cached, boolean isCacheKnown, long[] blocks) {
        /** Nothing is known. */
        public static final Prompt UNKNOWN = new Prompt(0, 0, 0, false, new long[0]);
    }

    /** Returns the uncached prompt tokens. The last token is never cached. */
    public long uncached() {
        return prompt.input() - Math.max(0, Math.min(prompt.cached(), prompt.input() - 1));
    }

    /** Returns its duration. */
    public long nanos() {
        return endNanos - startNanos;
    }

    /** Answers whether it was answered with known tokens. */
    public boolean isTold() {
        return outcome == Outcome.ANSWERED;
    }
}
