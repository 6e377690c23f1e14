// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Finds instructions in which changing text precedes stable text, so that the stable text cannot be cached. */
public final class ChangingPrefix extends FindingRule {
    static final Threshold CHANGING_PREFIX_TOKENS = new Threshold(
            "changing-prefix-tokens",
            512,
            "tokens of instructions after the first part that changes from workflow to workflow");

    public ChangingPrefix() {
        super("changing-prefix", CHANGING_PREFIX_TOKENS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(PromptOpenings.OF_CALLS, FirstChunkTimes.OF_CALLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        // whether time goes by for it is only known of all workflows
        for (PromptOpenings.SentPrompt sent : workflow.shared(PromptOpenings.SENT)) {
            workflow.explainsCost(this, sent.subject(), Confidence.STRONG, List.of(sent.call()));
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, List<PrefixChange>> bySubject = new TreeMap<>();
        PrefixChange.of(assessment.input(PromptOpenings.OF_CALLS), assessment.of(CHANGING_PREFIX_TOKENS))
                .forEach(change -> bySubject
                        .computeIfAbsent(change.subject(), any -> new ArrayList<>())
                        .add(change));
        bySubject.forEach((subject, changes) -> assess(subject, changes, assessment));
    }

    private void assess(String subject, List<PrefixChange> changes, Assessment assessment) {
        PrefixChange first = Collections.max(
                changes,
                Comparator.comparingLong(PrefixChange::changed)
                        .thenComparingLong(change -> change.part().behindTokens()));
        Saving saving = Saving.NONE;
        double nanos = 0;
        List<Evidence> evidence = new ArrayList<>();
        for (PrefixChange change : changes) {
            saving = saving.plus(Saving.money(change.savedUsd(), change.cachedTokens()));
            nanos += assessment.input(FirstChunkTimes.OF_CALLS).slope(change.model()).stream()
                    .mapToDouble(slope -> slope.nanosPerToken() * change.cachedTokens())
                    .sum();
            evidence.addAll(change.evidence());
        }
        evidence.sort(Evidence.WEIGHTIEST_FIRST);
        Candidate candidate = assessment.about(this, subject);
        Saving claimed = saving.plus(Saving.time(Math.round(nanos)));
        if (!claimed.isClaimed()) {
            candidate.time(changes.stream().mapToLong(PrefixChange::aboutNanos).sum());
        }
        candidate
                .confidence(Confidence.STRONG)
                .occurrences(
                        changes.stream().mapToLong(PrefixChange::changed).sum(),
                        workflows(changes, PrefixChange::changed))
                .saves(claimed)
                .evidence(evidence.stream().limit(Evidence.MOST).toList())
                .over(CHANGING_PREFIX_TOKENS, first.part().behindTokens())
                .report(title(subject, changes, first), advice(nanos));
    }

    /** Returns how many workflows there are, at least: what one of them sent at several places cannot be told from what several sent. */
    private static long workflows(List<PrefixChange> changes, ToLongFunction<PrefixChange> count) {
        Map<String, Long> byProgram = new TreeMap<>();
        changes.forEach(change -> byProgram.merge(change.program(), count.applyAsLong(change), Math::max));
        return byProgram.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String title(String subject, List<PrefixChange> changes, PrefixChange change) {
        return "the prompts of " + subject + " diverge in " + Units.count(workflows(changes, PrefixChange::changed))
                + " of " + Units.count(workflows(changes, PrefixChange::of), "workflow") + " "
                + (change.part().offsetTokens() == 0
                        ? "at the beginning of "
                        : "after about " + Units.count(change.part().offsetTokens(), "token") + " of ")
                + change.part().name() + ", so the next "
                + Units.count(change.part().behindTokens(), "token")
                + " of instructions cannot be cached";
    }

    private static String advice(double nanos) {
        return "move what changes (a time, an id, a name) to the end of the instructions, or into the user's message:"
                + " analyzer prefix"
                + (nanos > 0 ? "" : " (the recording does not show how much time that saves)");
    }

    /**
     * Instructions that change from workflow to workflow, so that the text after the change cannot be cached.
     *
     * <p>If texts are known, the text after the change is the common suffix of two prompts. If only hashes are known, it is all text
     * after the change, provided that the instructions always have the same length: a short part was replaced in otherwise equal text.
     *
     * @param place where
     * @param part the part that changes
     * @param aboutNanos the share of the waits for these calls that is theirs, if each token of a prompt takes the same time
     * @param changed in how many workflows it differed from all others
     * @param of how many workflows sent it
     * @param cachedTokens tokens that the provider's rule would serve if the change stood behind them, of all calls together
     * @param savedUsd what they would cost less, {@code null} where the price or the rule is not known
     * @param evidence the calls
     */
    private record PrefixChange(
            PromptPlace place,
            ChangedPart part,
            long aboutNanos,
            long changed,
            long of,
            long cachedTokens,
            BigDecimal savedUsd,
            List<Evidence> evidence) {
        /**
         * The part that changes.
         *
         * @param offsetTokens how many tokens into the part, about
         * @param behindTokens how many tokens stand behind the change, in the middle one of the calls
         */
        private record ChangedPart(String name, long offsetTokens, long behindTokens) {}

        /** Minimum number of workflows. */
        private static final int ENOUGH = 5;
        /** Minimum share of workflows in which the prompt changes. */
        private static final double MOSTLY = 0.5;
        /** If only hashes are known, the minimum share of instructions with the same length. */
        private static final double ALIKE = 0.8;
        /** Lengths count as equal within this many bytes, or within a share of the length: a time or a name may differ by as much. */
        private static final long ALIKE_BYTES = 64;

        private static final double ALIKE_PART = 0.02;
        /** Minimum number of cached tokens for a provider without a known rule. */
        private static final long USUAL_LEAST = 1024;
        /** Digits of an estimate in dollars. */
        private static final int DIGITS = 12;

        /** An opening that differs from all others, with its first difference. */
        private record Changed(Opening opening, long sharedBytes, long behindBytes) {
            long behindTokens() {
                return opening.tokensOf(behindBytes);
            }
        }

        /**
         * Returns the changes in the prompts of each place.
         *
         * @param leastTokens minimum number of tokens after the change
         */
        public static List<PrefixChange> of(PromptOpenings openings, double leastTokens) {
            return openings.places().stream()
                    .map(place -> of(place, leastTokens))
                    .flatMap(Optional::stream)
                    .toList();
        }

        private static Optional<PrefixChange> of(PromptPlace place, double leastTokens) {
            List<Changed> changed = new ArrayList<>();
            for (Opening opening : place.different()) {
                Changed one = changeOf(opening, place.different());
                if (one != null && one.behindTokens() >= leastTokens) {
                    changed.add(one);
                }
            }
            if (changed.size() < ENOUGH
                    || changed.size() < MOSTLY * place.keptCalls()
                    || !changed.stream().allMatch(one -> one.opening().hasText()) && !areAlike(changed)) {
                return Optional.empty();
            }
            changed.sort(Comparator.comparingLong(Changed::behindTokens)
                    .thenComparing(one -> one.opening().first().ref()));
            return result(place, changed);
        }

        private static Changed changeOf(Opening opening, List<Opening> all) {
            Changed best = null;
            for (Opening other : all) {
                if (other.hash() != opening.hash()) {
                    long shared = opening.sharedBytes(other);
                    // the block that differs is not known to be the same behind the change
                    long behind =
                            Math.max(0, opening.end() - shared - opening.text().blockBytes());
                    if (opening.hasText() && other.hasText()) {
                        behind = Math.min(behind, opening.sameEndBytes(other));
                    }
                    // a cache would serve what it shares most with
                    if (best == null
                            || shared > best.sharedBytes()
                            || shared == best.sharedBytes() && behind > best.behindBytes()) {
                        best = new Changed(opening, shared, behind);
                    }
                }
            }
            return best;
        }

        private static boolean areAlike(List<Changed> changed) {
            double usual = Median.of(
                    changed.stream().mapToDouble(one -> one.opening().end()).toArray());
            double within = Math.max(ALIKE_BYTES, ALIKE_PART * usual);
            long alike = changed.stream()
                    .filter(one -> Math.abs(one.opening().end() - usual) <= within)
                    .count();
            return alike >= ALIKE * changed.size();
        }

        private static Optional<PrefixChange> result(PromptPlace place, List<Changed> changed) {
            long cached = 0;
            BigDecimal usd = BigDecimal.ZERO;
            boolean priced = true;
            boolean cacheable = false;
            double about = 0;
            for (Changed one : changed) {
                CacheRule rule = one.opening().first().rule();
                about += one.opening().first().waited()
                        * (one.behindTokens()
                                / (double) one.opening().first().tokens().input());
                if (rule == null) {
                    cacheable |= one.behindTokens() >= USUAL_LEAST;
                    priced = false;
                    continue;
                }
                long now = now(one, rule);
                long then = Math.max(now, then(one, rule, place));
                cached += then - now;
                cacheable |= then > now;
                Optional<Cost> costNow = cost(one.opening(), rule, now);
                Optional<Cost> costThen = cost(one.opening(), rule, then);
                priced &= costNow.isPresent() && costThen.isPresent();
                if (priced) {
                    usd = usd.add(costNow.get().total()).subtract(costThen.get().total());
                }
            }
            if (!cacheable) {
                return Optional.empty();
            }
            // the first is read anew all the same; and of many only some are kept
            double times = (changed.size() - 1.0) / changed.size() * place.calls() / place.keptCalls();
            Changed middle = changed.get(changed.size() / 2);
            long at = middle.sharedBytes();
            return Optional.of(new PrefixChange(
                    place,
                    new ChangedPart(
                            middle.opening().partAt(at).name(),
                            middle.opening().tokensOf(at - middle.opening().beginOfPartAt(at)),
                            middle.behindTokens()),
                    Math.round(about * times),
                    Math.round(changed.size() * (double) place.calls() / place.keptCalls()),
                    place.calls(),
                    Math.round(cached * times),
                    priced && usd.signum() > 0
                            ? usd.multiply(BigDecimal.valueOf(times))
                                    .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                            : null,
                    changed.stream()
                            .map(one -> new Evidence(
                                    one.opening().first().ref().trace(),
                                    one.opening().first().ref().span(),
                                    one.behindTokens()))
                            .sorted(Evidence.WEIGHTIEST_FIRST)
                            .limit(Evidence.MOST)
                            .toList()));
        }

        /** Returns the number of tokens served from the cache: the reported number, else the number by the rule. */
        private static long now(Changed one, CacheRule rule) {
            long reported = one.opening().first().tokens().cacheRead();
            return reported >= 0
                    ? reported
                    : rule.hit(
                            one.opening().tokensOf(one.sharedBytes()),
                            one.opening().first().tokens().input());
        }

        /** Returns the number of tokens that the cache would serve if the change came after the stable part. */
        private static long then(Changed one, CacheRule rule, PromptPlace place) {
            if (rule.entries() == CacheRule.Entries.PROMPTS
                    || place.meanGapNanos() > rule.limits().lifetimeNanos()) {
                return 0;
            }
            return rule.hit(
                    one.opening().tokensOf(one.sharedBytes() + one.behindBytes()),
                    one.opening().first().tokens().input());
        }

        private static Optional<Cost> cost(Opening opening, CacheRule rule, long read) {
            Tokens tokens = opening.first().tokens();
            return opening.first().rates() == null
                    ? Optional.empty()
                    : opening.first()
                            .rates()
                            .cost(new Tokens(
                                    tokens.input(),
                                    tokens.output(),
                                    read,
                                    rule.charged(read, tokens.input(), tokens.input()),
                                    tokens.reasoning()));
        }

        /** Returns kind and name of the caller. */
        public String subject() {
            return place.subject();
        }

        /** Returns run and name of the workflows. */
        public String program() {
            return place.program();
        }

        /** Returns the called model. */
        public String model() {
            return place.model();
        }
    }
}
