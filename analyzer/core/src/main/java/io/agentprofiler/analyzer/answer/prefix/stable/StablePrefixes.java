// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.stable;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.LongMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the common prefix of each caller's prompts.
 *
 * <p>Hashes of different runs cannot be compared. Counts are added up over runs: each prompt that is counted begins like the
 * other ones of its own run that are counted.
 */
public final class StablePrefixes {
    /** The key of prompts that can be compared: same caller and block size. */
    private record Unit(PromptRecord.Caller caller, boolean tokens, long blockBytes) {}

    private StablePrefixes() {}

    /** Returns the callers with two calls or more that can be compared, most repeated tokens first. */
    public static List<StablePrefix> of(List<PromptRecord> calls) {
        Map<PromptRecord.CallerGroup, List<PromptRecord>> groups = new LinkedHashMap<>();
        for (PromptRecord call : calls) {
            if (call.hasBlocks() && call.tokens().input() != Unknown.LONG) {
                groups.computeIfAbsent(call.group(), any -> new ArrayList<>()).add(call);
            }
        }
        Map<Unit, List<List<PromptRecord>>> units = new LinkedHashMap<>();
        groups.forEach((group, own) -> {
            if (own.size() > 1) {
                units.computeIfAbsent(
                                new Unit(group.caller(), group.source() == PromptSource.TOKENS, group.blockBytes()),
                                any -> new ArrayList<>())
                        .add(own);
            }
        });
        // where block sizes differ, that of most calls is used for the caller
        Map<PromptRecord.Caller, StablePrefix> callers = new HashMap<>();
        units.forEach((unit, runs) -> callers.merge(
                unit.caller(), of(unit.caller(), runs), (one, other) -> other.calls() > one.calls() ? other : one));
        List<StablePrefix> found = new ArrayList<>(callers.values());
        found.sort(Comparator.comparingLong((StablePrefix prefix) -> prefix.calls() * prefix.commonTokens())
                .reversed()
                .thenComparing(StablePrefix::caller));
        return List.copyOf(found);
    }

    private static StablePrefix of(PromptRecord.Caller caller, List<List<PromptRecord>> runs) {
        List<PromptRecord> calls = runs.stream().flatMap(List::stream).toList();
        // how many prompts begin alike up to each block; fewer and fewer
        int[] alike = new int[1];
        for (List<PromptRecord> run : runs) {
            int[] own = alike(run);
            alike = Arrays.copyOf(alike, Math.max(alike.length, own.length));
            for (int i = 0; i < own.length; i++) {
                // one alone is like no other
                alike[i] += own[i] > 1 ? own[i] : 0;
            }
        }
        int half = Math.max(2, (calls.size() + 1) / 2);
        int all = 0;
        int most = 0;
        for (int i = 0; i < alike.length; i++) {
            all = alike[i] == calls.size() ? i : all;
            most = alike[i] >= half ? i : most;
        }
        PromptRecord first = calls.get(0);
        PromptPart part = first.partAt(all);
        return new StablePrefix(
                caller,
                calls.size(),
                tokens(calls, all),
                alike[most],
                tokens(calls, most),
                part == null ? null : part.name());
    }

    /** Returns the largest number of prompts that share their first blocks, by number of blocks. All prompts share 0 blocks. */
    private static int[] alike(List<PromptRecord> run) {
        LongMap<int[]> counts = new LongMap<>(64);
        int[] alike = {run.size()};
        for (PromptRecord call : run) {
            long[] chain = call.chain();
            alike = Arrays.copyOf(alike, Math.max(alike.length, chain.length + 1));
            for (int i = 0; i < chain.length; i++) {
                int[] count = counts.get(chain[i]);
                if (count == null) {
                    count = new int[1];
                    counts.put(chain[i], count);
                }
                count[0]++;
                alike[i + 1] = Math.max(alike[i + 1], count[0]);
            }
        }
        return alike;
    }

    /**
     * Returns the number of tokens in the first {@code blocks} blocks: the median over the calls. A call that reports tokens only for
     * its whole prompt counts with an estimate.
     */
    private static long tokens(List<PromptRecord> calls, int blocks) {
        long[] tokens =
                calls.stream().mapToLong(call -> call.tokensOf(blocks)).sorted().toArray();
        return tokens[tokens.length / 2];
    }

    /**
     * The prefix that the prompts of one caller have in common.
     *
     * @param caller workflow, agent and model
     * @param calls calls with known blocks that can be compared with another's
     * @param commonTokens tokens that every prompt begins with, about
     * @param mostCalls how many calls share the longer beginning of {@code mostTokens}: at least half
     * @param mostTokens tokens that at least half of the prompts begin with, about
     * @param endsIn the part in which the beginning of all ends, or {@code null} when parts are not known
     */
    public record StablePrefix(
            PromptRecord.Caller caller,
            long calls,
            long commonTokens,
            long mostCalls,
            long mostTokens,
            String endsIn) {}
}
