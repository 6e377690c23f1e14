// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.steps.Programs.ProgramBy;
import io.agentprofiler.analyzer.live.state.ProgramAnswers;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.modelserver.LoadSlot;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.modelserver.ServedModel;
import io.agentprofiler.analyzer.trace.modelserver.ServedModelStats;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What ThunderAgent answers in JSON, in its fields and units. A field whose value is not known is {@code null}, as some are there, and
 * never 0.
 *
 * <p><b>Threading:</b> immutable, if nobody changes what it was made of.
 */
public final class ProfileAnswers implements ProgramAnswers {
    private static final int PLACES = 4;
    private static final double SECOND = 1e9;
    private static final double MILLIS = 1e3;
    /** How many samples ThunderAgent keeps. */
    private static final int HISTORY = 12;

    private final Programs programs;
    private final Set<TraceId> running;
    private final ModelServers servers;
    private final Map<String, Program> byId = new HashMap<>();

    /**
     * Makes the answers.
     *
     * @param running the workflows that go on
     */
    public ProfileAnswers(Programs programs, Set<TraceId> running, ModelServers servers) {
        this.programs = programs;
        this.running = Set.copyOf(running);
        this.servers = servers;
        programs.list().forEach(program -> byId.put(program.id(), program));
    }

    @Override
    public Fields profiles() {
        Fields all = new Fields();
        programs.list().forEach(program -> all.put(program.id(), profile(program.sums())));
        return all;
    }

    @Override
    public Fields profile(String id) {
        Program program = byId.get(id);
        return program == null ? null : profile(program.sums());
    }

    private static Fields profile(StepSums sums) {
        return new Fields()
                .put("step_count", sums.steps())
                .orNull("avg_prefill_s", seconds(sums.prefill()))
                .orNull("avg_decode_s", seconds(sums.decode()))
                .orNull("avg_pause_s", seconds(sums.pause()))
                .orNull("avg_tool_call_s", seconds(sums.outside()))
                .orNull("avg_kv_hit_rate", rounded(sums.hitRate().value()));
    }

    @Override
    public Fields programs() {
        Fields all = new Fields();
        for (Program program : programs.list()) {
            all.put(
                    program.id(),
                    new Fields()
                            .orNull("backend", backend(program))
                            .orNull("context_len", null)
                            .orNull("total_tokens", contextTokens(program))
                            .put("step_count", program.sums().steps())
                            .put("status", isReasoning(program) ? "reasoning" : "acting")
                            .put("state", isActive(program) ? "active" : "terminated")
                            .put("profile", profile(program.sums())));
        }
        return all;
    }

    private String backend(Program program) {
        Step last = program.last();
        ServedModel served = last == null ? null : servers.serverOf(last.model());
        return served == null ? null : served.endpoint();
    }

    /** Returns how long the context is after the last step, in tokens. */
    private static Long contextTokens(Program program) {
        Tokens tokens = program.last() == null ? Tokens.NONE : program.last().tokens();
        return tokens.input() == Unknown.LONG || tokens.output() == Unknown.LONG
                ? null
                : (Long) (tokens.input() + tokens.output());
    }

    private boolean isReasoning(Program program) {
        return program.open().stream().anyMatch(running::contains);
    }

    private boolean isActive(Program program) {
        return program.workflows().stream().anyMatch(running::contains);
    }

    @Override
    public Fields metrics() {
        Map<String, Integer> models = new HashMap<>();
        servers.stats().keySet().forEach(key -> models.merge(key.endpoint(), 1, Integer::sum));
        Fields backends = new Fields();
        servers.stats().forEach((key, stats) -> {
            String name = models.get(key.endpoint()) == 1 ? key.endpoint() : key.endpoint() + " " + key.model();
            backends.put(name, backend(key, stats));
        });
        servers.failures().keySet().stream()
                .filter(url -> !models.containsKey(url))
                .forEach(url -> backends.put(
                        url, new Fields().put("url", url).put("healthy", false).put("monitoring", true)));
        return new Fields()
                .put("metrics_enabled", !backends.values().isEmpty())
                .orNull("metrics_interval", interval())
                .put("backends", backends);
    }

    private Double interval() {
        long millis = servers.intervalMillis();
        return millis == Unknown.LONG ? null : (Double) (millis / MILLIS);
    }

    private Fields backend(ServedModel key, ServedModelStats stats) {
        LoadSlot latest = stats.latest();
        boolean healthy = latest == null || latest.samples() > 0;
        Fields fields =
                new Fields().put("url", key.endpoint()).put("healthy", healthy).put("monitoring", true);
        long reasoning = 0;
        long acting = 0;
        for (Program program : programs.list()) {
            if (isActive(program) && key.endpoint().equals(backend(program))) {
                reasoning += isReasoning(program) ? 1 : 0;
                acting += isReasoning(program) ? 0 : 1;
            }
        }
        fields.put("active_program_count", reasoning + acting)
                .put("reasoning_program_count", reasoning)
                .put("acting_program_count", acting);
        if (stats.blockTokens() != Unknown.LONG || stats.capacityTokens() != Unknown.LONG) {
            boolean both = stats.blockTokens() > 0 && stats.capacityTokens() != Unknown.LONG;
            fields.put(
                    "cache_config",
                    new Fields()
                            .orNull("block_size", stats.blockTokens())
                            .orNull("num_gpu_blocks", both ? stats.capacityTokens() / stats.blockTokens() : null)
                            .orNull("total_tokens_capacity", stats.capacityTokens()));
        }
        if (latest != null && healthy) {
            fields.put("metrics", metrics(stats, latest));
        }
        return fields;
    }

    private static Fields metrics(ServedModelStats stats, LoadSlot latest) {
        return new Fields()
                .orNull("num_requests_running", whole(latest.gauges().running()))
                .orNull("num_requests_waiting", whole(latest.gauges().waiting()))
                .orNull("kv_cache_usage_perc", rounded(latest.gauges().kvCache()))
                .orNull("num_used_tokens", whole(latest.gauges().usedTokens()))
                .orNull("prefix_cache_hit_rate", rounded(stats.prefixHitRate()))
                .orNull("prefix_cache_queries", latest.counters().prefixQueries())
                .orNull("prefix_cache_hits", latest.counters().prefixHits())
                .orNull("prompt_tokens_total", latest.counters().promptTokens())
                .orNull("generation_tokens_total", latest.counters().generationTokens())
                .orNull("num_preemptions", latest.counters().preemptions())
                .orNull("requests_completed", latest.counters().requests())
                .orNull("requests_completed_by_reason", reasons(latest))
                .put("last_updated", latest.lastNanos() / SECOND)
                .put("history_size", (long) stats.history().size())
                .put("history", history(stats.history()));
    }

    private static Fields reasons(LoadSlot slot) {
        Fields reasons = new Fields();
        slot.counters().finished().forEach(reasons::put);
        return slot.counters().finished().isEmpty() ? null : reasons;
    }

    /** Returns the latest points, the oldest first. */
    private static List<Fields> history(List<LoadSlot> slots) {
        List<Fields> points = new ArrayList<>();
        for (int i = Math.max(0, slots.size() - HISTORY); i < slots.size(); i++) {
            LoadSlot slot = slots.get(i);
            points.add(new Fields()
                    .put("last_updated", slot.lastNanos() / SECOND)
                    .orNull("num_requests_running", whole(slot.gauges().running()))
                    .orNull("num_requests_waiting", whole(slot.gauges().waiting()))
                    .orNull("kv_cache_usage_perc", rounded(slot.gauges().kvCache()))
                    .orNull(
                            "prefix_cache_hit_rate",
                            i == 0
                                    ? null
                                    : rounded(slot.counters()
                                            .hitRateSince(slots.get(i - 1).counters())))
                    .orNull("requests_completed", slot.counters().requests()));
        }
        return points;
    }

    private static Long whole(double number) {
        return Double.isNaN(number) ? null : (Long) Math.round(number);
    }

    private static BigDecimal seconds(StepSums.Mean nanos) {
        return rounded(nanos.value() / SECOND);
    }

    private static BigDecimal rounded(double number) {
        return Double.isNaN(number) ? null : BigDecimal.valueOf(number).setScale(PLACES, RoundingMode.HALF_EVEN);
    }

    /** Makes the answers of programs that are conversations. */
    public static final class ByConversation implements ProgramSource {
        @Override
        public List<Analysis<?>> analyses() {
            return List.of(StepLog.ANALYSIS);
        }

        @Override
        public ProgramAnswers of(RunSummary summary, Set<TraceId> running, ModelServers servers) {
            return new ProfileAnswers(
                    Programs.of(summary.get(StepLog.ANALYSIS), ProgramBy.CONVERSATION), running, servers);
        }
    }
}
