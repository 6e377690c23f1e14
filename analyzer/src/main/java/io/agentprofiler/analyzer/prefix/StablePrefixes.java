// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.read.SpanEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds what the prompts of a place begin with. */
final class StablePrefixes {
    private StablePrefixes() {}

    /** Returns the places with two calls or more, most repeated tokens first. */
    static List<StablePrefix> of(List<PromptRecord> calls) {
        Map<PromptRecord.Place, List<PromptRecord>> places = new LinkedHashMap<>();
        for (PromptRecord call : calls) {
            if (call.hasBlocks() && call.tokens().input() != SpanEvent.ABSENT) {
                places.computeIfAbsent(call.place(), any -> new ArrayList<>()).add(call);
            }
        }
        List<StablePrefix> found = new ArrayList<>();
        places.forEach((place, own) -> {
            if (own.size() > 1) {
                found.add(of(place, own));
            }
        });
        found.sort(Comparator.comparingLong((StablePrefix prefix) -> prefix.calls() * prefix.commonTokens())
                .reversed()
                .thenComparing(StablePrefix::model)
                .thenComparing(StablePrefix::workflow)
                .thenComparing(prefix -> String.valueOf(prefix.agent())));
        return List.copyOf(found);
    }

    private static StablePrefix of(PromptRecord.Place place, List<PromptRecord> calls) {
        Map<Long, int[]> counts = new HashMap<>();
        for (PromptRecord call : calls) {
            long[] chain = call.chain();
            for (int i = 0; i < chain.length; i++) {
                int[] block = counts.computeIfAbsent(chain[i], any -> new int[2]);
                block[0]++;
                block[1] = i + 1;
            }
        }
        int all = 0;
        int most = 0;
        int half = Math.max(2, (calls.size() + 1) / 2);
        for (int[] block : counts.values()) {
            all = block[0] == calls.size() ? Math.max(all, block[1]) : all;
            most = block[0] >= half ? Math.max(most, block[1]) : most;
        }
        int sharing = calls.size();
        for (int[] block : counts.values()) {
            sharing = block[1] == most && block[0] >= half ? block[0] : sharing;
        }
        PromptRecord first = calls.get(0);
        Field field = first.fieldAt(all);
        return new StablePrefix(
                place.workflow(),
                place.agent(),
                place.model(),
                calls.size(),
                tokens(calls, all),
                sharing,
                tokens(calls, most),
                field == null ? null : field.name());
    }

    /** Returns the median of what the calls say so many blocks have: where it is about a part of them, too. */
    private static long tokens(List<PromptRecord> calls, int blocks) {
        long[] tokens =
                calls.stream().mapToLong(call -> call.tokensOf(blocks)).sorted().toArray();
        return tokens[tokens.length / 2];
    }
}
