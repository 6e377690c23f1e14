// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.stable;

import io.agentprofiler.analyzer.answer.prefix.cache.CacheCosts;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds where prompts diverge from the prompts before them.
 *
 * <p>Within a workflow a prompt is expected to begin with the whole prompt before it. Between workflows only tools and
 * instructions are expected to be the same: conversations differ, as they should. Hashes of two runs are not compared.
 */
public final class PrefixBreaks {
    /** The sums of a key, and its example. */
    private static final class BreakSum {
        private long times;
        private long lost;
        private long saved;
        private BigDecimal dollars = BigDecimal.ZERO;
        private long priced;
        private long mostLost = -1;
        private long atToken;
        private PromptRecord call;
        private PromptRecord before;
    }

    private final Map<BrokenPart, BreakSum> sums = new HashMap<>();

    private final Set<String> untrusted;

    private PrefixBreaks(Set<String> untrusted) {
        this.untrusted = untrusted;
    }

    /**
     * Returns the breaks, those first that cost most.
     *
     * @param untrusted models whose servers do not follow the rule: their savings are not estimated
     */
    public static List<PrefixBreak> of(List<PromptRecord> calls, Set<String> untrusted) {
        PrefixBreaks breaks = new PrefixBreaks(untrusted);
        Map<PromptRecord.CallerGroup, PromptRecord> last = new HashMap<>();
        Map<PromptRecord.CallerGroup, Map<TraceId, PromptRecord>> lastOfWorkflow = new HashMap<>();
        for (PromptRecord call : calls) {
            if (call.hasBlocks() && call.tokens().input() != Unknown.LONG) {
                PromptRecord same = lastOfWorkflow
                        .computeIfAbsent(call.group(), any -> new HashMap<>())
                        .put(call.trace(), call);
                PromptRecord other = last.put(call.group(), call);
                if (same != null) {
                    breaks.compare(call, same, true);
                } else if (other != null) {
                    breaks.compare(call, other, false);
                }
            }
        }
        return breaks.result();
    }

    private void compare(PromptRecord call, PromptRecord before, boolean within) {
        long[] chain = call.chain();
        long[] other = before.chain();
        int same = PromptRecord.sharedLength(chain, other);
        int expected = Math.min(chain.length, other.length);
        if (!within) {
            expected = Math.min(expected, Math.min(call.fixedBlocks(), before.fixedBlocks()));
        }
        long from = call.tokensOf(same);
        long lost = call.tokensOf(Math.max(same, expected)) - from;
        if (lost <= 0) {
            return;
        }
        PromptPart part = call.partAt(same);
        BreakSum sum = sums.computeIfAbsent(
                new BrokenPart(call.caller(), part == null ? null : part.name(), within), any -> new BreakSum());
        sum.times++;
        sum.lost += lost;
        saved(sum, call, from, from + lost);
        if (lost > sum.mostLost) {
            sum.mostLost = lost;
            sum.atToken = from;
            sum.call = call;
            sum.before = before;
        }
    }

    private void saved(BreakSum sum, PromptRecord call, long from, long to) {
        long prompt = call.tokens().input();
        long now = call.hit(from);
        long then = call.hit(to);
        sum.saved += then - now;
        Optional<Cost> costNow = CacheCosts.ofHit(call, now, prompt);
        Optional<Cost> costThen = CacheCosts.ofHit(call, then, prompt);
        if (costNow.isPresent()
                && costThen.isPresent()
                && !untrusted.contains(call.caller().model())) {
            sum.priced++;
            sum.dollars = sum.dollars
                    .add(costNow.get().total())
                    .subtract(costThen.get().total());
        }
    }

    private List<PrefixBreak> result() {
        List<PrefixBreak> breaks = new ArrayList<>();
        sums.forEach((key, sum) -> breaks.add(new PrefixBreak(
                key,
                sum.times,
                new LostTokens(sum.lost, sum.saved, sum.dollars, sum.priced),
                sum.atToken,
                sum.call,
                sum.before)));
        breaks.sort(Comparator.comparing(
                        PrefixBreak::lost,
                        Comparator.comparing(LostTokens::savedDollars)
                                .thenComparing(LostTokens::savedTokens)
                                .thenComparing(LostTokens::lostTokens)
                                .reversed())
                .thenComparing(
                        PrefixBreak::broken,
                        Comparator.comparing(BrokenPart::caller)
                                .thenComparing(broken -> String.valueOf(broken.part()))
                                .thenComparing(BrokenPart::within)));
        return List.copyOf(breaks);
    }

    /**
     * A part of prompts that differs from the prompt before, which could have been continued.
     *
     * @param broken what differs
     * @param times how often
     * @param lost what that costs
     * @param atToken tokens before the difference, of the example
     * @param call the example: the call that lost most
     * @param before the call it is compared with
     */
    public record PrefixBreak(
            BrokenPart broken, long times, LostTokens lost, long atToken, PromptRecord call, PromptRecord before) {
        /** Answers whether the texts of both calls were recorded. */
        public boolean hasText() {
            return call.hasText() && before.hasText();
        }
    }

    /**
     * The part of prompts that differs.
     *
     * @param caller workflow, agent and model
     * @param part the part of the prompt that differs first, or {@code null} when parts are not known
     * @param within whether it changes from call to call of one workflow; else from workflow to workflow
     */
    public record BrokenPart(PromptRecord.Caller caller, String part, boolean within) {}

    /**
     * What breaks cost.
     *
     * @param lostTokens tokens after the difference, up to the length of the other prompt: they are sent again
     * @param savedTokens of them, tokens that a cache would serve by the provider's rule
     * @param savedDollars what that would save, in US dollars; calls without prices are left out
     * @param priced how many of the breaks have a price
     */
    public record LostTokens(long lostTokens, long savedTokens, BigDecimal savedDollars, long priced) {}
}
