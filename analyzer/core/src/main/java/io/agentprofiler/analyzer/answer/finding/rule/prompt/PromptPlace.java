// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A place in the program that sends prompts, with the openings of these prompts.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param program run and name of the workflows: those of different ones are different workflows
 * @param subject kind and name of the agent, of the model where there is no agent
 * @param model the requested model
 * @param calls number of workflows that sent a prompt here
 * @param firstNanos when the first prompt was sent
 * @param lastNanos when the last prompt was sent
 * @param openings the different ones by hash, {@value #MOST_OPENINGS} at most
 */
record PromptPlace(
        String program,
        String subject,
        String model,
        long calls,
        long firstNanos,
        long lastNanos,
        SortedMap<Long, Opening> openings) {
    static final int MOST_OPENINGS = 64;

    static PromptPlace of(String program, String subject, String model, Opening opening) {
        SortedMap<Long, Opening> one = new TreeMap<>();
        one.put(opening.hash(), opening);
        return new PromptPlace(
                program,
                subject,
                model,
                1,
                opening.first().startNanos(),
                opening.first().startNanos(),
                one);
    }

    /** Merges the openings of both. Associative and commutative. */
    PromptPlace plus(PromptPlace more) {
        SortedMap<Long, Opening> all = new TreeMap<>(openings);
        more.openings.forEach((hash, opening) -> all.merge(hash, opening, Opening::plus));
        // one of the smallest hashes of all is so in each part: it was never given up on the way
        while (all.size() > MOST_OPENINGS) {
            all.remove(all.lastKey());
        }
        return new PromptPlace(
                program,
                subject,
                model,
                calls + more.calls,
                Math.min(firstNanos, more.firstNanos),
                Math.max(lastNanos, more.lastNanos),
                all);
    }

    /** Returns the different openings. */
    List<Opening> different() {
        return List.copyOf(openings.values());
    }

    /** Returns the number of calls whose openings are kept. */
    long keptCalls() {
        return openings.values().stream().mapToLong(Opening::calls).sum();
    }

    /** Returns the mean time from one workflow's call to the next one's. */
    double meanGapNanos() {
        return calls < 2 ? 0 : (lastNanos - firstNanos) / (double) (calls - 1);
    }
}
