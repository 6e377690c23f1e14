// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.promise.Brought;
import io.agentprofiler.analyzer.answer.diff.promise.Brought.PromiseVerdict;
import io.agentprofiler.analyzer.answer.diff.promise.Promise;
import io.agentprofiler.analyzer.answer.diff.promise.Promise.PromisedShare;
import io.agentprofiler.analyzer.answer.diff.promise.Promises;
import io.agentprofiler.analyzer.answer.diff.promise.Promises.PromiseOutcome;
import io.agentprofiler.analyzer.answer.diff.promise.Promises.PromiseState;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Which findings are gone, and whether they brought what they promised: findings of low impact are counted where there are others. */
final class PromiseSection {
    private static final int MOST = 10;
    /** Less is not worth a word. */
    private static final double LEAST_WAIT = 0.005;

    private final Promises promises;

    private PromiseSection(Promises promises) {
        this.promises = promises;
    }

    static Section of(Promises promises) {
        return new PromiseSection(promises).section();
    }

    private Section section() {
        List<PromiseOutcome> severe = promises.outcomes().stream()
                .filter(outcome -> outcome.promise().impact() != Impact.LOW)
                .toList();
        List<PromiseOutcome> told = severe.isEmpty() ? gone() : severe;
        Section.Builder section = Section.under(
                        told.isEmpty() ? null : "Promises",
                        told.isEmpty() ? "" : "what became of the findings of " + promises.from())
                .add(new Value("promises", fields()));
        told.stream().limit(MOST).forEach(outcome -> section.add(note(outcome)));
        if (told.size() > MOST) {
            section.add(Note.aside("… " + Units.count(told.size() - MOST, "more finding") + "; JSON has all of them"));
        }
        long low = promises.outcomes().size() - severe.size();
        if (low > 0 && !severe.isEmpty()) {
            long gone = gone().stream()
                    .filter(outcome -> outcome.promise().impact() == Impact.LOW)
                    .count();
            section.add(Note.aside("… " + Units.count(low, "finding") + " of low impact before, " + Units.count(gone)
                    + " of them gone"));
        }
        joint().forEach(brought -> section.add(new Note("together", brought.words(), emphasis(brought.verdict()))));
        return section.build();
    }

    private List<PromiseOutcome> gone() {
        return promises.outcomes().stream()
                .filter(outcome -> outcome.state() == PromiseState.GONE)
                .toList();
    }

    /** What several findings promised together. */
    private List<Brought> joint() {
        return Stream.of(promises.time(), promises.cost())
                .filter(brought -> brought != null && brought.findings() > 1)
                .toList();
    }

    private Note note(PromiseOutcome outcome) {
        Promise promise = outcome.promise();
        String text = "[" + promise.impact().word() + "] " + promise.title() + " (" + promise.id() + ")";
        return switch (outcome.state()) {
            case GONE -> new Note(outcome.state().word(), text + gone(outcome), emphasis(outcome));
            case STILL_THERE -> new Note(outcome.state().word(), text + still(outcome), Emphasis.BAD);
            case NEW -> new Note(outcome.state().word(), text + would(promise), Emphasis.WARNING);
        };
    }

    private String gone(PromiseOutcome outcome) {
        List<String> said = new ArrayList<>();
        add(outcome.promise().time(), promises.time(), " of the run time", said);
        add(outcome.promise().cost(), promises.cost(), " of the cost", said);
        if (said.isEmpty()) {
            said.add("it promised no saving");
        }
        boolean several = promises.time() != null && promises.time().findings() > 1;
        if (several && outcome.waitedLess() >= LEAST_WAIT) {
            said.add("workflows wait less for " + outcome.promise().subject() + ", by "
                    + Units.share(outcome.waitedLess(), 1) + " of the run time");
        }
        return "; " + String.join("; ", said);
    }

    /** What one finding alone promised is what changed. */
    private static void add(PromisedShare promised, Brought brought, String what, List<String> said) {
        if (promised != null) {
            said.add(
                    brought != null && brought.findings() == 1
                            ? brought.words()
                            : "promised " + Brought.words(promised) + what);
        }
    }

    private static String still(PromiseOutcome outcome) {
        return change(outcome.promise().time(), outcome.now().time(), "run time")
                + change(outcome.promise().cost(), outcome.now().cost(), "cost");
    }

    private static String change(PromisedShare before, PromisedShare now, String what) {
        return before == null || now == null
                ? ""
                : "; would save " + Brought.words(now) + " of the " + what + ", before " + Brought.words(before);
    }

    private static String would(Promise promise) {
        return (promise.time() == null ? "" : "; would save " + Brought.words(promise.time()) + " of the run time")
                + (promise.cost() == null ? "" : "; would save " + Brought.words(promise.cost()) + " of the cost");
    }

    /** The worst of what it promised. */
    private Emphasis emphasis(PromiseOutcome outcome) {
        return Stream.of(
                        outcome.promise().time() == null ? null : promises.time(),
                        outcome.promise().cost() == null ? null : promises.cost())
                .filter(Objects::nonNull)
                .map(brought -> emphasis(brought.verdict()))
                .max(Comparator.naturalOrder())
                .orElse(Emphasis.GOOD);
    }

    private static Emphasis emphasis(PromiseVerdict verdict) {
        return switch (verdict) {
            case KEPT, MORE -> Emphasis.GOOD;
            case LESS, NO_DIFFERENCE, CANNOT_TELL -> Emphasis.WARNING;
            case WORSE -> Emphasis.BAD;
        };
    }

    private Fields fields() {
        return new Fields()
                .put("from", promises.from())
                .put(
                        "findings",
                        promises.outcomes().stream().map(PromiseSection::fields).toList())
                .put("time", fields(promises.time()))
                .put("cost", fields(promises.cost()));
    }

    private static Fields fields(PromiseOutcome outcome) {
        Promise promise = outcome.promise();
        Fields fields = new Fields()
                .put("id", promise.id())
                .put("rule", promise.rule())
                .put("subject", promise.subject())
                .put("impact", promise.impact().word())
                .put("title", promise.title())
                .put("state", outcome.state().word());
        put(fields, "promised_time", promise.time());
        put(fields, "promised_cost", promise.cost());
        if (outcome.now() != null && outcome.state() != PromiseState.NEW) {
            fields.put("impact_now", outcome.now().impact().word());
            put(fields, "promised_time_now", outcome.now().time());
            put(fields, "promised_cost_now", outcome.now().cost());
        }
        return fields.put("waited_less", outcome.waitedLess());
    }

    private static void put(Fields fields, String name, PromisedShare share) {
        fields.put(name + "_least", share == null ? null : share.least())
                .put(name + "_most", share == null ? null : share.most());
    }

    private static Fields fields(Brought brought) {
        return brought == null
                ? null
                : new Fields()
                        .put("findings", brought.findings())
                        .put("promised_least", brought.promised().least())
                        .put("promised_most", brought.promised().most())
                        .put("measured", brought.measured())
                        .put("low", brought.low())
                        .put("high", brought.high())
                        .put("verdict", brought.verdict().word())
                        .put("sentence", brought.words())
                        .put("workflows_needed", brought.needed());
    }
}
