// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.view;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.Finding;
import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.finding.Growth;
import io.agentprofiler.analyzer.finding.KindShare;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.pipeline.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** {@code findings.json}: what to change first. */
public final class FindingsJson {
    private static final int MOST_GROWTH = 100;

    private FindingsJson() {}

    public static void write(JsonGenerator json, Outcome outcome, Findings.Question question) {
        CriticalTotals totals = outcome.summary().get(CriticalTotals.ANALYSIS);
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-findings/1");
        json.writeNumberProperty("workflows", totals.workflows());
        json.writeNumberProperty("wall_ns", totals.wallNanos());
        json.writeArrayPropertyStart("findings");
        outcome.summary().get(question).ranked(totals, question.thresholds()).forEach(finding -> one(json, finding));
        json.writeEndArray();
        growth(json, outcome.summary().get(question));
        json.writeArrayPropertyStart("shares");
        for (KindShare share : KindShare.of(totals)) {
            json.writeStartObject();
            json.writeStringProperty("group", share.group().word());
            json.writeNumberProperty("share", share.share());
            json.writeNumberProperty("usual_low", share.group().low() / 100.0);
            json.writeNumberProperty("usual_high", share.group().high() / 100.0);
            json.writeBooleanProperty("unusual", share.isUnusual());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty(
                "untracked_share", totals.wallNanos() == 0 ? 0 : totals.idleNanos() / (double) totals.wallNanos());
        json.writeNumberProperty(
                "unfinished_share",
                totals.wallNanos() == 0 ? 0 : totals.unfinishedNanos() / (double) totals.wallNanos());
        json.writeArrayPropertyStart("call_times");
        outcome.summary().get(question).times().forEach((sort, lengths) -> {
            json.writeStartObject();
            json.writeStringProperty("group", sort.word());
            json.writeNumberProperty("calls", lengths.count());
            json.writeNumberProperty("median_ns", lengths.percentile(50));
            json.writeNumberProperty("usual_low_ns", sort.lowNanos());
            json.writeNumberProperty("usual_high_ns", sort.highNanos());
            json.writeBooleanProperty("unusual", sort.isUnusual(lengths.percentile(50)));
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeArrayPropertyStart("thresholds");
        for (Threshold threshold : Threshold.values()) {
            json.writeStartObject();
            json.writeStringProperty("name", threshold.word());
            json.writeNumberProperty("value", question.thresholds().of(threshold));
            json.writeStringProperty("meaning", threshold.meaning());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes how prompts grew, the fullest windows first. */
    private static void growth(JsonGenerator json, Findings findings) {
        List<Growth> all = new ArrayList<>(findings.growth());
        all.sort(Growth.FULLEST_FIRST);
        json.writeArrayPropertyStart("context_growth");
        for (Growth growth : all.subList(0, Math.min(MOST_GROWTH, all.size()))) {
            json.writeStartObject();
            json.writeStringProperty("subject", growth.subject());
            if (growth.conversation() != null) {
                json.writeStringProperty("conversation", growth.conversation());
            }
            json.writeStringProperty("model", growth.model());
            json.writeNumberProperty("calls", growth.calls());
            json.writeNumberProperty("first_tokens", growth.first().tokens());
            json.writeNumberProperty("last_tokens", growth.last().tokens());
            json.writeNumberProperty("tokens_per_call", growth.tokensPerCall());
            if (growth.window() > 0) {
                json.writeNumberProperty("window", growth.window());
                json.writeNumberProperty("share", growth.share());
            }
            if (growth.overflowingCall() > 0) {
                json.writeNumberProperty("overflowing_call", growth.overflowingCall());
            }
            json.writeArrayPropertyStart("latest");
            for (Growth.Step step : growth.latest()) {
                json.writeStartObject();
                json.writeNumberProperty("tokens", step.tokens());
                json.writeStringProperty("trace", step.trace().toString());
                json.writeStringProperty("span", String.format(Locale.ROOT, "%016x", step.span()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty("context_growth_left_out", Math.max(0, all.size() - MOST_GROWTH));
        json.writeBooleanProperty("context_growth_sampled", findings.isGrowthSampled());
    }

    private static void one(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("rule", finding.rule().word());
        json.writeStringProperty("subject", finding.subject());
        json.writeStringProperty("impact", finding.impact().word());
        json.writeStringProperty("title", finding.title());
        json.writeStringProperty("advice", finding.advice());
        if (finding.measured() != null) {
            json.writeStringProperty("threshold", finding.measured().threshold().word());
            json.writeNumberProperty("value", finding.measured().value());
            json.writeNumberProperty("limit", finding.measured().limit());
        }
        json.writeStringProperty("confidence", finding.confidence());
        json.writeNumberProperty("occurrences", finding.occurrences());
        json.writeNumberProperty("workflows", finding.workflows());
        json.writeNumberProperty("time_share", finding.timeShare());
        if (!Double.isNaN(finding.costShare())) {
            json.writeNumberProperty("cost_share", finding.costShare());
        }
        if (finding.savedNanos() > 0) {
            json.writeNumberProperty("saves_ns", finding.savedNanos());
        }
        if (finding.savedUsd() != null) {
            json.writeNumberProperty("saves_usd", finding.savedUsd());
        }
        if (finding.savedTokens() > 0) {
            json.writeNumberProperty("saves_tokens", finding.savedTokens());
        }
        json.writeArrayPropertyStart("evidence");
        for (Evidence span : finding.evidence()) {
            json.writeStartObject();
            json.writeStringProperty("trace", span.trace().toString());
            json.writeStringProperty("span", String.format(Locale.ROOT, "%016x", span.span()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
