// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.FirstChunkTimes;
import io.agentprofiler.analyzer.answer.prefix.ModelResult;
import io.agentprofiler.analyzer.answer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.answer.prefix.PromptHits;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRuleOptions;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prompts are cached as well as the providers' rules allow. */
public final class CachedPrompts implements Scenario {
    private static final double MICRO = 1e3;
    private static final double PERCENT = 100.0;

    private final PromptHits hits;
    private final String label;
    private final Map<String, Optional<PrefillSlope>> slopes = new HashMap<>();

    /**
     * Makes the scenario.
     *
     * @param times how long the calls waited for their first chunks
     * @param label names the rules and prices
     */
    public CachedPrompts(PromptHits hits, FirstChunkTimes times, String label) {
        this.hits = hits;
        this.label = label;
        hits.models().forEach(result -> slopes.computeIfAbsent(result.model(), times::slope));
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        long[] shorter = new long[trace.spans().size()];
        boolean any = false;
        long unknown = 0;
        long refused = 0;
        long better = 0;
        long more = 0;
        BigDecimal usd = null;
        for (Span span : trace.spans()) {
            if (!Calls.isModelCall(span)) {
                continue;
            }
            PromptHits.Hit hit = hits.of(trace.id(), span.id());
            if (hit == null || hit.result().rule() == null) {
                unknown++;
            } else if (hit.result().isContradicted()) {
                refused++;
            } else {
                better += hit.more() > 0 ? 1 : 0;
                more += hit.more();
                usd = ScenarioTotals.sum(usd, hit.savedUsd());
                shorter[span.index()] = shorter(span, hit);
                any |= shorter[span.index()] > 0;
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("calls that would read more from the cache", better);
        counts.put("tokens they would read in addition", more);
        counts.put("calls with unknown prompt, tokens or rule, left as recorded", unknown);
        if (refused > 0) {
            counts.put("calls of models that do not follow the rules, left as recorded", refused);
        }
        long nanos = any
                ? Schedule.of(trace).wallNanos(new Supposition() {
                    @Override
                    public long length(Span span, long length) {
                        return Math.max(0, length - shorter[span.index()]);
                    }
                })
                : trace.durationNanos();
        return new SimulatedWorkflow(nanos, 0, usd, counts);
    }

    /**
     * What a call would save.
     *
     * @param more tokens that it would read from the cache in addition, more than 0
     * @param nanos how much sooner the first chunk would arrive; 0 where that is not known
     * @param usd US dollars less, {@code null} where the call has no price
     */
    public record PromptSaving(long more, long nanos, BigDecimal usd) {}

    /** Returns what a model call of a workflow would save, {@code null} where it stays as recorded. */
    public PromptSaving saving(Trace trace, Span call) {
        PromptHits.Hit hit = hits.of(trace.id(), call.id());
        return hit == null || hit.result().rule() == null || hit.result().isContradicted() || hit.more() == 0
                ? null
                : new PromptSaving(hit.more(), shorter(call, hit), hit.savedUsd());
    }

    /** Returns how much sooner the first chunk would arrive; never before the request was sent. */
    private long shorter(Span call, PromptHits.Hit hit) {
        Optional<PrefillSlope> slope = slopes.getOrDefault(Calls.model(call), Optional.empty());
        if (slope.isEmpty() || hit.more() == 0) {
            return 0;
        }
        LatencySplit split = LatencySplit.of(call);
        long waited = split.nanos(LatencyPart.FIRST_CHUNK);
        long most = waited >= 0 ? waited : Math.max(0, split.nanos(LatencyPart.ANSWER));
        return Math.min(most, Math.round(slope.get().nanosPerToken() * hit.more()));
    }

    @Override
    public boolean estimatesTime() {
        return slopes.values().stream().anyMatch(Optional::isPresent);
    }

    @Override
    public List<String> evidence() {
        List<String> lines = new ArrayList<>();
        for (ModelResult model : hits.models()) {
            lines.add(line(model));
        }
        return lines.isEmpty() ? List.of("no model call with recorded prompt hashes or text") : lines;
    }

    private String line(ModelResult model) {
        String name = model.model() + ": ";
        if (model.rule() == null) {
            return name + "no rule is known for its provider, so nothing is estimated";
        }
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%sby rule %s the cache could serve %,d of %,d input tokens; %s",
                name,
                model.rule().id(),
                model.achievable(),
                model.input(),
                model.reporting() == 0
                        ? "how many it served was not reported"
                        : String.format(Locale.ROOT, "it served %,d", model.recorded())));
        if (model.reporting() > 0) {
            line.append(String.format(
                    Locale.ROOT,
                    "; the rule is off by %.1f %% of the input",
                    PERCENT * model.error() / Math.max(1, model.reportingInput())));
        }
        if (model.isContradicted()) {
            return line.append(", too far to estimate savings").toString();
        }
        Optional<PrefillSlope> slope = slopes.get(model.model());
        return line.append(
                        slope.isEmpty()
                                ? "; its streamed calls do not show how long an uncached token takes, so time is not estimated"
                                : String.format(
                                        Locale.ROOT,
                                        "; each uncached token takes %.1f µs (%.1f to %.1f, from %d streamed calls)",
                                        slope.get().nanosPerToken() / MICRO,
                                        slope.get().low() / MICRO,
                                        slope.get().high() / MICRO,
                                        slope.get().calls()))
                .toString();
    }

    @Override
    public List<String> assumptions() {
        List<String> lines = new ArrayList<>(List.of(
                "by " + label + "; `analyzer prefix` shows what breaks the prefixes",
                "the cache is unlimited, and calls of other users evict nothing",
                "a token read from the cache takes no time before the first chunk; calls that read more than the rules allow"
                        + " stay as recorded"));
        if (hits.dropped() > 0) {
            lines.add(hits.dropped() + " later calls were left out");
        }
        return lines;
    }

    /** {@code analyzer whatif prompt-cache}. */
    @Command(name = "prompt-cache", description = "Caches prompts as well as the providers' rules allow.")
    public static final class PromptCacheCommand extends ScenarioCommand {
        @Mixin
        private CacheRuleOptions ruleOptions;

        @Mixin
        private PriceOptions prices;

        public PromptCacheCommand(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() throws CommandException {
            CacheRules rules = ruleOptions.rules();
            PriceList list = prices.list();
            Analysis<PromptLog> question = PromptLog.question(list, rules);
            RunSummary read = ask(question, FirstChunkTimes.ANALYSIS);
            return run(
                    "prompts cached as well as the providers' rules allow",
                    new CachedPrompts(
                            PromptHits.of(read.get(question)),
                            read.get(FirstChunkTimes.ANALYSIS),
                            rules.label() + ", " + list.label()));
        }
    }
}
