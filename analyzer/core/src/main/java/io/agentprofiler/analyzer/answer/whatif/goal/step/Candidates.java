// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.finding.rule.prompt.FirstChunkTimes;
import io.agentprofiler.analyzer.answer.prefix.PromptHits;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.score.Quality;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.ModelQuality;
import io.agentprofiler.analyzer.answer.whatif.goal.step.StreamStep.FirstChunks;
import io.agentprofiler.analyzer.answer.whatif.model.CallingPlaces;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap.CallScope;
import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes;
import io.agentprofiler.analyzer.answer.whatif.scenario.CacheHits;
import io.agentprofiler.analyzer.answer.whatif.scenario.CachedPrompts;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The steps that a recording offers: what is read for them, and how they are made. */
public final class Candidates {
    private static final Set<SpanKind> CACHED =
            EnumSet.of(SpanKind.LLM, SpanKind.TOOL, SpanKind.EMBEDDING, SpanKind.RETRIEVAL);
    private static final double MEDIAN = 50;

    /** Input tokens of model calls. */
    private static final Analysis<Distribution> PROMPTS = Analysis.direct(
            "tokens of prompts",
            Distribution::new,
            (into, trace) -> {
                for (Span span : trace.spans()) {
                    if (Calls.isModelCall(span)) {
                        into.addIfKnown(span.tokens().input());
                    }
                }
            },
            Distribution::add);

    private final Wishes wishes;
    private final PriceList prices;
    private final CacheRules rules;
    private final Map<SpanKind, RequestLog.CacheQuestion> requests = new TreeMap<>();
    private final Analysis<PromptLog> prompts;
    private final Analysis<ModelTimes> modelTimes;

    /**
     * What the user said about steps.
     *
     * @param limit how many tools may run at once
     * @param writers tools that change data
     * @param context input tokens that a call may have; 0 for the median of those recorded
     * @param models the models to try instead of others; empty for all that were called
     */
    public record Wishes(int limit, Set<String> writers, long context, List<String> models) {
        /** Copies collections. */
        public Wishes {
            writers = Set.copyOf(writers);
            models = List.copyOf(models);
        }
    }

    public Candidates(Wishes wishes, PriceList prices, CacheRules rules) {
        this(wishes, prices, rules, ModelTimes.ANALYSIS);
    }

    /**
     * Makes them.
     *
     * @param modelTimes what is learned from of how long models take
     */
    public Candidates(Wishes wishes, PriceList prices, CacheRules rules, Analysis<ModelTimes> modelTimes) {
        this.modelTimes = modelTimes;
        this.wishes = wishes;
        this.prices = prices;
        this.rules = rules;
        CACHED.forEach(
                kind -> requests.put(kind, new RequestLog.CacheQuestion(EnumSet.of(kind), false, wishes.writers())));
        this.prompts = PromptLog.question(prices, rules);
    }

    /** Returns what is to be read. */
    public List<Analysis<?>> analyses() {
        List<Analysis<?>> analyses = new ArrayList<>(requests.values());
        analyses.addAll(List.of(
                prompts,
                PROMPTS,
                FirstChunkTimes.ANALYSIS,
                FirstChunks.ANALYSIS,
                modelTimes,
                CallingPlaces.ANALYSIS,
                QualityLog.ANALYSIS));
        return analyses;
    }

    /** Returns all steps, in the order in which they are preferred where more than can be searched are possible. */
    public List<PlanStep> of(RunSummary read) {
        FirstChunkTimes times = read.get(FirstChunkTimes.ANALYSIS);
        List<PlanStep> steps = new ArrayList<>();
        steps.add(new PrefixStep(
                new CachedPrompts(PromptHits.of(read.get(prompts)), times, rules.label() + ", " + prices.label())));
        steps.add(new StreamStep(read.get(FirstChunks.ANALYSIS)));
        steps.add(new ParallelStep(wishes.limit()));
        requests.forEach((kind, question) -> steps.add(new CacheStep(
                kind,
                new CacheHits(read.get(question), List.of(CacheSetting.STANDARD)),
                CacheSetting.STANDARD.words())));
        Distribution prompt = read.get(PROMPTS);
        long limit = wishes.context() > 0 ? wishes.context() : Math.round(prompt.percentile(MEDIAN));
        if (limit > 0) {
            String why = wishes.context() > 0 ? "the one that --context gives" : "the median of the recorded prompts";
            steps.add(new ContextStep(
                    limit, why, times, read.get(modelTimes).byModel().keySet()));
        }
        swaps(read, steps);
        return steps;
    }

    private void swaps(RunSummary read, List<PlanStep> steps) {
        ModelTimes times = read.get(modelTimes);
        Quality quality = Quality.of(read.get(QualityLog.ANALYSIS), List.of());
        List<String> targets =
                wishes.models().isEmpty() ? List.copyOf(times.byModel().keySet()) : wishes.models();
        List<CallScope> scopes = scopes(read.get(CallingPlaces.ANALYSIS));
        for (CallScope scope : scopes) {
            for (String to : targets) {
                if (!to.equals(scope.model()) && !to.equals(Calls.UNKNOWN_MODEL)) {
                    steps.add(new SwapStep(
                            new ModelSwap(scope, to, times.byModel().get(to), prices),
                            read.get(FirstChunks.ANALYSIS).typical(to),
                            ModelQuality.of(List.of(scope.model(), to), times, quality)));
                }
            }
        }
    }

    /** Returns the places of all models: whole models first, then those of agents, of operations, and of single calls. */
    private static List<CallScope> scopes(CallingPlaces places) {
        List<CallScope> scopes = new ArrayList<>();
        places.byModel().keySet().forEach(model -> scopes.add(CallScope.all(model)));
        places.byModel().forEach((model, place) -> {
            if (place.agents().size() > 1) {
                place.agents().forEach(agent -> scopes.add(new CallScope(model, agent, null, 0)));
            }
        });
        places.byModel().forEach((model, place) -> {
            if (place.steps().size() > 1) {
                place.steps().forEach(step -> scopes.add(new CallScope(model, null, null, step)));
            }
        });
        places.byModel()
                .forEach((model, place) -> place.operations().stream()
                        .filter(name ->
                                place.operations().size() > 1 && !place.agents().contains(name))
                        .forEach(name -> scopes.add(new CallScope(model, null, name, 0))));
        return scopes;
    }
}
