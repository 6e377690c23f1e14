// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.program;

import io.agentprofiler.analyzer.answer.diff.program.Difference.Certainty;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.answer.fingerprint.Trait;
import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import io.agentprofiler.analyzer.answer.fingerprint.shape.PromptLengths;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds prompts whose tool definitions or instructions were edited: their length, which has no salt, is the same in all calls of
 * each side, and differs. Where lengths vary from call to call nothing is claimed.
 */
final class PromptLengthComparison {
    private PromptLengthComparison() {}

    static List<Difference> of(Fingerprints before, Fingerprints after) {
        List<Difference> found = new ArrayList<>();
        before.lengths().forEach((step, first) -> {
            PromptLengths second = after.lengths().get(step);
            if (second == null || !first.isFixed() || !second.isFixed() || first.equals(second)) {
                return;
            }
            List<String> from = new ArrayList<>();
            List<String> to = new ArrayList<>();
            add("tool definitions of ", first.leastTools(), second.leastTools(), from, to);
            add("instructions of ", first.leastInstructions(), second.leastInstructions(), from, to);
            Trait trait = new Trait(Facet.PROMPT, step.place(), step.prompt());
            found.add(new Difference(
                    Facet.PROMPT,
                    step.place(),
                    from,
                    to,
                    before.traits().getOrDefault(trait, 0L),
                    after.traits().getOrDefault(trait, 0L),
                    Double.NaN,
                    Certainty.REAL));
        });
        return found;
    }

    private static void add(String what, long first, long second, List<String> from, List<String> to) {
        if (first != second) {
            from.add(what + first + " bytes");
            to.add(what + second + " bytes");
        }
    }
}
