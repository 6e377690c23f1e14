// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.EqualPayloads;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer whatif cache}. */
@Command(name = "cache", description = "Answers repeated calls from a cache.")
public final class CacheCommand extends ScenarioCommand {
    private static final double SECOND = 1e9;
    private static final double FOREVER = 9e9;

    @Option(
            names = "--size",
            paramLabel = "ANSWERS",
            defaultValue = "" + CacheSetting.STANDARD_SIZE,
            description =
                    "How many answers it holds; the least recently used is evicted first. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(
            names = "--ttl",
            paramLabel = "SECONDS",
            defaultValue = "1e10",
            description = "How long an answer stays valid. Default: forever.")
    private double ttl;

    @Option(
            names = "--kinds",
            paramLabel = "KIND",
            split = ",",
            defaultValue = "llm,tool,embedding,retrieval",
            description = "Which calls it answers: llm, tool, embedding, retrieval. Default: all.")
    private List<String> kinds;

    @Option(
            names = "--any-temperature",
            description = "Also answer model calls that are not known to have temperature 0.")
    private boolean anyTemperature;

    @Option(
            names = "--writes",
            paramLabel = "TOOL",
            split = ",",
            description = "Tools that change data: a call of one invalidates earlier answers of tools and retrievals.")
    private Set<String> writers = Set.of();

    @Option(
            names = "--share",
            paramLabel = "WHAT",
            defaultValue = "run",
            description =
                    "Which calls share answers: those of the same ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private CacheSetting.Share share;

    @Mixin
    private PriceOptions prices;

    public CacheCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    public Integer call() throws CommandException {
        if (size < 0 || !(ttl > 0)) {
            throw new CommandException("--size takes a number of 0 or more, --ttl seconds above 0");
        }
        long nanos = ttl >= FOREVER ? Long.MAX_VALUE : Math.round(ttl * SECOND);
        RequestLog.CacheQuestion question = new RequestLog.CacheQuestion(wanted(), anyTemperature, writers);
        RequestLog log = ask(question).get(question);
        CacheSetting setting = new CacheSetting(size, nanos, share);
        return run("repeated calls answered from a cache", new CachedCalls(question, log, setting, prices.list()));
    }

    private Set<SpanKind> wanted() throws CommandException {
        Set<SpanKind> wanted = EnumSet.noneOf(SpanKind.class);
        for (String kind : kinds) {
            wanted.add(
                    switch (kind) {
                        case "llm" -> SpanKind.LLM;
                        case "tool" -> SpanKind.TOOL;
                        case "embedding" -> SpanKind.EMBEDDING;
                        case "retrieval" -> SpanKind.RETRIEVAL;
                        default ->
                            throw new CommandException(
                                    "--kinds " + kind + " is none of llm, tool, embedding, retrieval");
                    });
        }
        return wanted;
    }

    /** Repeated calls are answered from a cache. */
    public static final class CachedCalls implements Scenario {
        private final RequestLog.CacheQuestion question;
        private final PriceList prices;
        private final long dropped;
        /** The chosen setting, then the variants. */
        private final List<CacheSetting> settings;

        private final CacheHits hits;

        /**
         * Runs the recorded calls, in order of time, through a cache for each setting.
         *
         * @param question how the log was made
         */
        public CachedCalls(RequestLog.CacheQuestion question, RequestLog log, CacheSetting setting, PriceList prices) {
            this.question = question;
            this.prices = prices;
            this.settings = new ArrayList<>(List.of(setting));
            settings.addAll(setting.others());
            this.hits = new CacheHits(log, settings);
            this.dropped = log.dropped();
        }

        @Override
        public SimulatedWorkflow of(Trace trace) {
            int[] found = new int[trace.spans().size()];
            long different = 0;
            long invalidated = 0;
            long random = 0;
            long unknown = 0;
            boolean any = false;
            EqualPayloads payloads = EqualPayloads.of(trace);
            for (Span span : trace.spans()) {
                int bits = hits.of(trace.id(), span.id());
                found[span.index()] = bits;
                any |= bits != 0;
                different += CacheHits.isDifferent(bits) ? 1 : 0;
                invalidated += CacheHits.isInvalidated(bits) ? 1 : 0;
                random += question.isRandom(span) ? 1 : 0;
                unknown += question.isUnknown(span, payloads) ? 1 : 0;
            }
            TreeMap<String, Long> counts = new TreeMap<>();
            if (random > 0) {
                counts.put("model calls not known to have temperature 0, left as recorded", random);
            }
            if (!question.writers().isEmpty()) {
                counts.put("repeated calls after a write, left as recorded", invalidated);
            }
            counts.put("hits for which the recording has a different answer", different);
            if (unknown > 0) {
                counts.put("calls whose input was not recorded, left as recorded", unknown);
            }
            if (!any && unknown > 0 && settings.get(0).size() > 0) {
                // any of them may be a repetition
                return SimulatedWorkflow.untold(null, counts);
            }
            if (!any) {
                counts.put("calls answered from the cache", 0L);
                return new SimulatedWorkflow(trace.durationNanos(), 0, null, counts);
            }
            List<Variant> variants = variants(trace, found);
            Variant chosen = variants.get(0);
            counts.put("calls answered from the cache", chosen.count());
            return new SimulatedWorkflow(chosen.nanos(), chosen.savedTokens(), chosen.savedUsd(), counts)
                    .withVariants(variants.subList(1, variants.size()));
        }

        /** Simulates the workflow once for each set of calls that is cached in some setting. */
        private List<Variant> variants(Trace trace, int[] found) {
            Schedule schedule = Schedule.of(trace);
            Map<BitSet, Variant> bySet = new HashMap<>();
            List<Variant> variants = new ArrayList<>();
            for (int i = 0; i < settings.size(); i++) {
                BitSet cached = new BitSet();
                for (int span = 0; span < found.length; span++) {
                    cached.set(span, CacheHits.isHit(found[span], i));
                }
                variants.add(bySet.computeIfAbsent(cached, set -> without(trace, schedule, set)));
            }
            return variants;
        }

        private Variant without(Trace trace, Schedule schedule, BitSet cached) {
            long tokens = 0;
            BigDecimal usd = null;
            int done = 0;
            for (int i = cached.nextSetBit(0); i >= 0; i = cached.nextSetBit(done)) {
                done = i;
                // the calls inside a cached call are not made: they follow it, at greater depth
                int depth = trace.spans().get(i).depth();
                do {
                    Span span = trace.spans().get(done++);
                    Tokens usage = Calls.usage(span);
                    tokens += Math.max(0, usage.input()) + Math.max(0, usage.output());
                    CallPrice price = Calls.usesTokens(span) ? prices.price(span) : null;
                    usd = ScenarioTotals.sum(
                            usd, price != null && price.isKnown() ? price.cost().total() : null);
                } while (done < trace.spans().size() && trace.spans().get(done).depth() > depth);
            }
            long nanos = cached.isEmpty()
                    ? trace.durationNanos()
                    : schedule.wallNanos(new Supposition() {
                        @Override
                        public long length(Span span, long length) {
                            return cached.get(span.index()) ? 0 : length;
                        }
                    });
            return new Variant(cached.cardinality(), nanos, tokens, usd);
        }

        @Override
        public List<String> variants() {
            return settings.subList(1, settings.size()).stream()
                    .map(CacheSetting::words)
                    .toList();
        }

        @Override
        public List<String> assumptions() {
            List<String> lines = new ArrayList<>(List.of(
                    "a cache of " + settings.get(0).words() + ", which evicts the least recently used answer",
                    "a call is repeated if the hashes of its whole input are equal, offered tools and system text included, and so"
                            + " are its provider, model and parameters, within one recorded run; calls without recorded hashes stay"
                            + " as recorded",
                    "the cache sees the recorded calls only: with those of workflows that were not recorded (sampling) it would answer more",
                    "a cached answer takes no time; answers enter the cache at their recorded times"));
            lines.add(
                    question.anyTemperature()
                            ? "an old answer is good enough at any temperature: you decide that, the recording cannot tell"
                            : "an old answer is good enough from models at temperature 0; --any-temperature includes the others");
            lines.add(
                    question.writers().isEmpty()
                            ? "no tool changes what tools and retrievers read; --writes names those that do"
                            : "a call of "
                                    + String.join(
                                            ", ",
                                            question.writers().stream().sorted().toList())
                                    + " invalidates all earlier answers of tools and retrievers, and nothing else does");
            if (settings.get(0).share() == CacheSetting.Share.RUN) {
                lines.add("answers do not depend on who asks; --share conversation keeps conversations apart");
            }
            if (dropped > 0) {
                lines.add(dropped + " later calls were left out");
            }
            return lines;
        }
    }
}
