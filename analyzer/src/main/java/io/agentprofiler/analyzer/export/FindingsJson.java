// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.Finding;
import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.finding.KindShare;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.run.Outcome;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** {@code findings.json}: what to change first. */
final class FindingsJson {
    private FindingsJson() {}

    static void write(JsonGenerator json, Outcome outcome, Findings.Question question) {
        CriticalTotals totals = outcome.summary().get(CriticalTotals.ANALYSIS);
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-findings/1");
        json.writeNumberProperty("workflows", totals.workflows());
        json.writeNumberProperty("wall_ns", totals.wallNanos());
        json.writeArrayPropertyStart("findings");
        outcome.summary().get(question).ranked(totals, question.thresholds()).forEach(finding -> one(json, finding));
        json.writeEndArray();
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

    private static void one(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("rule", finding.rule().word());
        json.writeStringProperty("subject", finding.subject());
        json.writeStringProperty("impact", finding.impact().word());
        json.writeStringProperty("title", finding.title());
        json.writeStringProperty("advice", finding.advice());
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
