// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.promise;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A finding and what its remedy would save.
 *
 * @param rule id of the rule
 * @param subject what it is about
 * @param impact how severe it is
 * @param title the problem in one line
 * @param time which part of all run time; {@code null} where it promises none
 * @param cost which part of all cost; {@code null} where it promises none
 */
public record Promise(
        String rule, String subject, Impact impact, String title, PromisedShare time, PromisedShare cost) {
    private static final String FORMAT = "agent-profiler-findings/1";

    /**
     * A part of all that is promised to be saved.
     *
     * @param least of it at least, 0 to 1
     * @param most of it at most
     */
    public record PromisedShare(double least, double most) {
        /** Returns a part of a whole; {@code null} where nothing is promised or the whole is not known. */
        static PromisedShare of(double least, double most, double whole) {
            return most > 0 && whole > 0 ? new PromisedShare(least / whole, most / whole) : null;
        }

        /** Returns both together: what findings promise adds up. */
        PromisedShare plus(PromisedShare more) {
            return new PromisedShare(Math.min(1, least + more.least), Math.min(1, most + more.most));
        }
    }

    /** Returns the finding's id, which is the same before and after. */
    public String id() {
        return Finding.id(rule, subject);
    }

    /** Answers whether another finding is about the same problem of the same thing. */
    boolean isSame(Promise other) {
        return rule.equals(other.rule) && subject.equals(other.subject);
    }

    /**
     * Returns the promises of findings.
     *
     * @param totals what all the workflows waited for
     */
    public static List<Promise> of(List<Finding> findings, CriticalTotals totals) {
        return findings.stream()
                .map(finding -> of(finding, totals.measuredNanos()))
                .toList();
    }

    private static Promise of(Finding finding, double measuredNanos) {
        Saving saving = finding.saving();
        double costShare = finding.shares().costShare();
        return new Promise(
                finding.rule(),
                finding.subject(),
                finding.impact(),
                finding.text().title(),
                PromisedShare.of(saving.nanos(), saving.mostNanos(), measuredNanos),
                saving.isMoneySaved() && !Double.isNaN(costShare)
                        ? PromisedShare.of(
                                costShare * saving.usd().doubleValue(),
                                costShare * saving.mostUsd().doubleValue(),
                                saving.mostUsd().doubleValue())
                        : null);
    }

    /**
     * Reads {@code findings.json} of an earlier report.
     *
     * @throws JsonFileException where it is another file
     */
    public static List<Promise> read(Path file) throws IOException, JsonFileException {
        JsonNode whole = JsonNode.read(file);
        JsonNode format = whole.get("format");
        if (format == null || !FORMAT.equals(format.text())) {
            throw whole.problem("this is no findings.json of a report (\"format\" : \"" + FORMAT + "\")");
        }
        double measuredNanos = number(whole, "measured_ns", 0);
        List<Promise> promises = new ArrayList<>();
        for (JsonNode finding : whole.require("findings").items()) {
            promises.add(of(finding, measuredNanos));
        }
        return promises;
    }

    private static Promise of(JsonNode finding, double measuredNanos) throws JsonFileException {
        JsonNode impact = finding.require("impact");
        String word = impact.text();
        Impact severe = Arrays.stream(Impact.values())
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElse(null);
        if (severe == null) {
            throw impact.problem("there is no impact \"" + word + "\"");
        }
        double exactNanos = number(finding, "saves_ns", 0);
        double exactUsd = number(finding, "saves_usd", 0);
        double mostUsd = number(finding, "saves_at_most_usd", exactUsd);
        double costShare = number(finding, "cost_share", 0);
        return new Promise(
                finding.require("rule").text(),
                finding.require("subject").text(),
                severe,
                finding.require("title").text(),
                PromisedShare.of(
                        number(finding, "saves_at_least_ns", exactNanos),
                        number(finding, "saves_at_most_ns", exactNanos),
                        measuredNanos),
                PromisedShare.of(
                        costShare * number(finding, "saves_at_least_usd", exactUsd), costShare * mostUsd, mostUsd));
    }

    private static double number(JsonNode node, String field, double otherwise) throws JsonFileException {
        JsonNode value = node.get(field);
        return value == null ? otherwise : value.number();
    }
}
