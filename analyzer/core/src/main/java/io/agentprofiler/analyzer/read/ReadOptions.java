// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.util.function.LongConsumer;

/**
 * What a reader is asked to hand over.
 *
 * @param content whether prompts, completions, tool arguments and results are wanted; without it they are skipped, which
 *     saves most of the memory and time of a run recorded with full content. Their lengths and hashes, which are short,
 *     are read either way
 * @param progress told how many bytes of a file were taken since the last call, from the reading thread
 */
public record ReadOptions(boolean content, LongConsumer progress) {
    /** Everything but content, nobody watching. */
    public static final ReadOptions WITHOUT_CONTENT = new ReadOptions(false, bytes -> {});
}
