// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.scan.CodePlaces;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.process.ProcessLogs;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What to change first: {@code findings.json}, and the findings on the terminal and the page. */
public final class FindingDocument {
    private static final int MOST = 3;
    private static final int EVIDENCE = 2;
    private static final int MOST_PLACES = 10;
    private static final int TRACE_DIGITS = 12;

    private final CriticalTotals totals;
    private final Findings seen;
    private final Thresholds thresholds;

    private final ProcessLogs processes;
    private final int rules;
    /** Asked only where no finding stands out. */
    private final Supplier<OtherChanges> changes;

    private FindingDocument(Outcome outcome, Findings.FindingsQuestion question, Supplier<OtherChanges> changes) {
        this.changes = changes;
        rules = question.rules();
        totals = CriticalTotals.in(outcome.summary());
        seen = outcome.summary().get(question);
        thresholds = question.thresholds();
        processes = outcome.processes();
    }

    private List<Finding> ranked() {
        return seen.ranked(totals, processes, thresholds);
    }

    /** Describes all that was found; no other change is simulated. */
    public static Document of(Outcome outcome, Findings.FindingsQuestion question) {
        return of(outcome, question, () -> OtherChanges.NOT_TRIED);
    }

    /**
     * Describes all that was found.
     *
     * @param changes what other changes would save; asked only if no finding is of more than low impact
     */
    public static Document of(Outcome outcome, Findings.FindingsQuestion question, Supplier<OtherChanges> changes) {
        FindingDocument document = new FindingDocument(outcome, question, changes);
        return Document.of("agent-profiler-findings/1", "Findings")
                .add(document.findings())
                .add(GrowthSection.of(document.seen.growth()))
                .add(document.limits())
                .build();
    }

    /** Describes the strongest findings, and what was waited for beside what is usual. */
    public static Section findings(
            Outcome outcome, Findings.FindingsQuestion question, Supplier<OtherChanges> changes) {
        return new FindingDocument(outcome, question, changes).findings();
    }

    /** Describes the strongest findings, a note each; or what was looked for and not found. */
    public static List<Note> strongest(
            Outcome outcome, Findings.FindingsQuestion question, Supplier<OtherChanges> changes) {
        FindingDocument document = new FindingDocument(outcome, question, changes);
        List<Finding> ranked = document.ranked();
        List<Note> quiet = document.quiet(ranked).stream().map(Note::line).toList();
        return quiet.isEmpty()
                ? document.notes(ranked.stream()
                        .filter(finding -> finding.impact() != Impact.LOW)
                        .limit(MOST)
                        .toList())
                : quiet;
    }

    /** Returns what to say where no finding is of more than low impact, a sentence or two each; nothing where one is. */
    private List<String> quiet(List<Finding> ranked) {
        if (totals.workflows() == 0 || ranked.stream().anyMatch(finding -> finding.impact() != Impact.LOW)) {
            return List.of();
        }
        String least = Units.share(thresholds.of(Impact.MEDIUM_FROM), 1);
        OtherChanges known = changes.get();
        double promised = ranked.stream().mapToDouble(this::mostSaved).max().orElse(0);
        List<Leads.Lead> leads = Leads.of(seen, totals);
        List<String> said = new ArrayList<>();
        if (promised >= thresholds.of(Impact.MEDIUM_FROM)) {
            said.add("No finding has high or medium impact. Findings of low impact would save up to "
                    + Units.share(promised, 1) + " of the time or the cost.");
        } else if (known.best().isEmpty()) {
            said.add((leads.isEmpty() ? "Nothing stands out" : "No finding") + ": none of " + rules
                    + " rules found a change that saves " + least
                    + " of the time or the cost"
                    + (known.tried() == 0
                            ? ". The changes of whatif were not simulated."
                            : ", and no change that whatif simulates "
                                    + (known.timed() ? "does" : "saves that share of the cost")
                                    + sample(known) + "."));
        } else {
            said.add("No finding: none of " + rules + " rules found a change that saves " + least
                    + " of the time or the cost.");
        }
        known.best()
                .forEach(change -> said.add("whatif: " + change.title() + " to save "
                        + Units.share(change.share(), 1) + " of the " + change.figure() + sample(known) + ". "
                        + change.caution().substring(0, 1).toUpperCase(Locale.ROOT)
                        + change.caution().substring(1) + "."));
        said.add((ranked.isEmpty() ? "No rule matched" : "No rule is sure of a cause")
                + "; that is no proof of health."
                + (leads.isEmpty() ? "" : " These facts stand out, without a proven saving:"));
        leads.forEach(lead -> said.add(lead.line()));
        return said;
    }

    private static String sample(OtherChanges known) {
        return known.simulated() == known.workflows()
                ? ""
                : " (simulated on " + Units.count(known.simulated()) + " of "
                        + Units.count(known.workflows(), "workflow") + ")";
    }

    /** Returns the share of the run time or the cost that a finding promises at most. */
    private double mostSaved(Finding finding) {
        double time = totals.measuredNanos() <= 0 ? 0 : finding.saving().mostNanos() / (double) totals.measuredNanos();
        return finding.saving().isMoneySaved() && !Double.isNaN(finding.shares().costShare())
                ? Math.max(time, finding.shares().costShare())
                : time;
    }

    private Section findings() {
        List<Finding> ranked = ranked();
        boolean some = totals.workflows() > 0;
        Section.Builder section = Section.under(some ? "Findings" : null, some ? "what to change first" : "")
                .add(new Value("workflows", totals.workflows()))
                .add(new Value("wall_ns", some ? totals.wallNanos() : null))
                .add(new Value("measured_ns", some ? totals.measuredNanos() : null))
                .add(new Value("findings", ranked.stream().map(this::fields).toList()));
        List<String> quiet = quiet(ranked);
        section.add(new Value("quiet", quiet))
                .add(new Value(
                        "leads",
                        quiet.isEmpty()
                                ? List.of()
                                : Leads.of(seen, totals).stream()
                                        .map(FindingDocument::fields)
                                        .toList()));
        quiet.forEach(said -> section.add(Note.line(said)));
        ranked.stream()
                .limit(MOST)
                .forEach(finding -> section.add(note(finding))
                        .add(finding == ranked.get(0) && finding.quote() != null, () -> quote(finding))
                        .add(evidence(finding)));
        if (ranked.size() > MOST) {
            section.add(Note.aside("… " + Units.count(ranked.size() - MOST, "more finding")
                    + "; report --out DIR writes all to findings.json"));
        }
        return section.add(shares())
                .add(some, this::waitedFor)
                .add(times())
                .add(!seen.times().isEmpty(), this::medianCalls)
                .build();
    }

    /** Describes findings, a note each, with the words that the first one is about. */
    private List<Note> notes(List<Finding> findings) {
        List<Note> notes = new ArrayList<>();
        for (Finding finding : findings) {
            notes.add(note(finding));
            if (notes.size() == 1 && finding.quote() != null) {
                notes.add(quote(finding));
            }
            notes.add(next(finding));
        }
        return notes;
    }

    /** Names the finding, and a workflow in which it is seen with the command that shows it. */
    private Note next(Finding finding) {
        CodePlaces places = seen.places(finding);
        return Note.aside("       " + finding.id()
                + (places == null ? "" : " · " + places.words())
                + finding.seen().evidence().stream()
                        .findFirst()
                        .map(span -> " · analyzer tree --trace "
                                + span.trace().toString().substring(0, TRACE_DIGITS))
                        .orElse(""));
    }

    private static Note quote(Finding finding) {
        return new Note("For example:", finding.quote() + ".", Emphasis.PLAIN);
    }

    private Note note(Finding finding) {
        return new Note(
                "[" + finding.impact().word() + "]",
                finding.text().title() + saving(finding) + ": " + finding.text().advice(),
                switch (finding.impact()) {
                    case HIGH -> Emphasis.BAD;
                    case MEDIUM -> Emphasis.WARNING;
                    case LOW -> Emphasis.DIM;
                });
    }

    private String saving(Finding finding) {
        Saving saving = finding.saving();
        String time = saving.mostNanos() > 0 ? "; would save " + time(saving) : "";
        return saving.isMoneySaved()
                ? time
                        + (time.isEmpty() ? "; would save " : " and ")
                        + money(saving, finding.shares().costShare())
                : time;
    }

    private String money(Saving saving, double share) {
        String most = Units.money(saving.mostUsd())
                + (Double.isNaN(share) ? "" : " (" + Units.share(share, 1) + " of the cost)");
        if (saving.isMoneyExact()) {
            return most;
        }
        return saving.usd().signum() == 0 ? "up to " + most : "between " + Units.money(saving.usd()) + " and " + most;
    }

    private String time(Saving saving) {
        String most = Units.duration(saving.mostNanos()) + " ("
                + Units.share(saving.mostNanos(), totals.measuredNanos()) + ")";
        if (saving.isExact()) {
            return most;
        }
        return saving.nanos() == 0 ? "up to " + most : "between " + Units.duration(saving.nanos()) + " and " + most;
    }

    private Facts evidence(Finding finding) {
        Facts.Builder facts =
                Facts.about("  " + finding.confidenceWord() + "  ").add(finding.id());
        if (finding.shares().explainedShare() > 0) {
            facts.add("explains " + Units.share(finding.shares().explainedShare(), 1) + " of the time");
        }
        facts.add("seen " + Units.count(finding.seen().occurrences(), "time") + " in "
                + Units.count(finding.seen().workflows(), "workflow"));
        CodePlaces places = seen.places(finding);
        if (places != null) {
            facts.add(places.words());
        }
        return facts.addAll(finding.seen().evidence().stream()
                        .limit(EVIDENCE)
                        .map(FindingDocument::link)
                        .toList())
                .build();
    }

    private static Cell link(Evidence span) {
        String text = "trace " + span.trace().toString().substring(0, TRACE_DIGITS) + "… span "
                + TraceId.spanText(span.span());
        return Cell.words(text).with(Emphasis.DIM).about(span.trace());
    }

    private Fields fields(Finding finding) {
        Fields fields = new Fields()
                .put("id", finding.id())
                .put("rule", finding.rule())
                .put("subject", finding.subject())
                .put("impact", finding.impact().word())
                .put("title", finding.text().title())
                .put("advice", finding.text().advice());
        if (finding.seen().measured() != null) {
            fields.put("threshold", finding.seen().measured().threshold().name())
                    .put("value", finding.seen().measured().value())
                    .put("limit", finding.seen().measured().limit());
        }
        Saving saving = finding.saving();
        return fields.put("confidence", finding.confidenceWord())
                .put("occurrences", finding.seen().occurrences())
                .put("workflows", finding.seen().workflows())
                .put("time_share", finding.shares().timeShare())
                .put("explained_share", finding.shares().explainedShare())
                .put("cost_share", finding.shares().costShare())
                .put("saves_ns", saving.isExact() && saving.nanos() > 0 ? saving.nanos() : null)
                .put("saves_at_least_ns", saving.isExact() ? null : saving.nanos())
                .put("saves_at_most_ns", saving.isExact() ? null : saving.mostNanos())
                .put("saves_usd", saving.isMoneyExact() ? saving.usd() : null)
                .put("saves_at_least_usd", saving.isMoneyExact() ? null : saving.usd())
                .put("saves_at_most_usd", saving.isMoneyExact() ? null : saving.mostUsd())
                .put("saves_tokens", saving.tokens() > 0 ? saving.tokens() : null)
                .put(
                        "evidence",
                        finding.seen().evidence().stream()
                                .map(span -> span(span.trace(), span.span()))
                                .toList())
                .put("quote", finding.quote())
                .put("places", places(finding));
    }

    /** Returns where in the code the calls of a finding's subject were made; {@code null} where that is not known. */
    private List<Fields> places(Finding finding) {
        CodePlaces places = seen.places(finding);
        return places == null
                ? null
                : places.ranked().stream()
                        .limit(MOST_PLACES)
                        .map(place -> new Fields()
                                .put("function", place.getKey().function())
                                .put("file", place.getKey().file())
                                .put(
                                        "line",
                                        place.getKey().line() > 0
                                                ? place.getKey().line()
                                                : null)
                                .put("calls", place.getValue()))
                        .toList();
    }

    private static Fields fields(Leads.Lead lead) {
        Fields fields = new Fields().put("text", lead.text()).put("command", lead.command());
        return lead.evidence() == null
                ? fields
                : fields.put(
                        "evidence",
                        List.of(span(lead.evidence().trace(), lead.evidence().span())));
    }

    /** Returns what names a span in files. */
    static Fields span(TraceId trace, long span) {
        return new Fields().put("trace", trace.toString()).put("span", TraceId.spanText(span));
    }

    private Section shares() {
        double wall = totals.wallNanos();
        if (totals.workflows() == 0) {
            // shares of a time that nobody knows
            return Section.titled(null, "");
        }
        return Section.titled(
                null,
                "",
                new Value(
                        "shares",
                        KindShare.of(totals).stream()
                                .map(share -> new Fields()
                                        .put("group", share.group().word())
                                        .put("share", share.share())
                                        .put("usual_low", share.group().low() / 100.0)
                                        .put("usual_high", share.group().high() / 100.0)
                                        .put("unusual", share.isUnusual()))
                                .toList()),
                new Value("untracked_share", wall == 0 ? 0.0 : totals.idleNanos() / wall),
                new Value("unfinished_share", wall == 0 ? 0.0 : totals.unfinishedNanos() / wall));
    }

    private Facts waitedFor() {
        Facts.Builder facts = Facts.about("Waited for  ");
        if (totals.wallNanos() == 0) {
            return facts.add("not known: no workflow's time was measured").build();
        }
        for (KindShare share : KindShare.of(totals)) {
            facts.add(share.group().word() + " " + Units.share(share.share(), 1) + " (typical: "
                    + share.group().low() + "–" + share.group().high() + " %)");
        }
        if (totals.idleNanos() > 0) {
            facts.add("untracked " + Units.share(totals.idleNanos(), totals.wallNanos()));
        }
        if (totals.unfinishedNanos() > 0) {
            facts.add("without an end " + Units.share(totals.unfinishedNanos(), totals.wallNanos()));
        }
        return facts.build();
    }

    private Value times() {
        return new Value(
                "call_times",
                seen.times().entrySet().stream()
                        .map(time -> new Fields()
                                .put("group", time.getKey().word())
                                .put("calls", time.getValue().count())
                                .put("median_ns", time.getValue().percentile(50))
                                .put("usual_low_ns", time.getKey().lowNanos())
                                .put("usual_high_ns", time.getKey().highNanos())
                                .put(
                                        "unusual",
                                        time.getKey().isUnusual(time.getValue().percentile(50))))
                        .toList());
    }

    private Facts medianCalls() {
        Facts.Builder facts = Facts.about("Median call  ");
        seen.times().forEach((sort, lengths) -> {
            double median = lengths.percentile(50);
            facts.add(Cell.words(sort.word() + " " + Units.duration(median) + " (typical: " + sort.range() + ")")
                    .with(sort.isUnusual(median) ? Emphasis.PLAIN : Emphasis.DIM));
        });
        return facts.build();
    }

    private Value limits() {
        return new Value(
                "thresholds",
                FindingRules.thresholds().stream()
                        .map(threshold -> new Fields()
                                .put("name", threshold.name())
                                .put("value", thresholds.of(threshold))
                                .put("meaning", threshold.meaning()))
                        .toList());
    }

    /**
     * The share of run time spent waiting for one kind of work, with its typical range. A difference is a hint that a profile is unusual,
     * never a finding.
     *
     * @param group the sort of work
     * @param share its part of the workflows' run time, 0 to 1
     */
    public record KindShare(FindingGroup group, double share) {
        /** Sorts of work, with the part of the time they usually have, in percent. */
        public enum FindingGroup {
            MODELS("models", 60, 80),
            TOOLS("tools", 10, 25),
            CONTEXT("context", 5, 20),
            MEMORY("memory", 2, 5),
            OTHER("other", 1, 3);

            private final String word;
            private final int low;
            private final int high;

            FindingGroup(String word, int low, int high) {
                this.word = word;
                this.low = low;
                this.high = high;
            }

            /** Returns the word for people and files. */
            public String word() {
                return word;
            }

            /** Returns the least that is usual, in percent. */
            public int low() {
                return low;
            }

            /** Returns the most that is usual, in percent. */
            public int high() {
                return high;
            }

            private static FindingGroup of(SpanKind kind) {
                return switch (kind) {
                    case LLM -> MODELS;
                    case TOOL -> TOOLS;
                    case RETRIEVAL, EMBEDDING, RERANK, PROMPT -> CONTEXT;
                    case MEMORY -> MEMORY;
                    // requests that no call made: those of calls count for the call
                    case WORKFLOW, AGENT, GUARDRAIL, EVALUATION, FUNCTION, HTTP -> OTHER;
                };
            }
        }

        /** Answers whether the share is outside of what is usual. */
        public boolean isUnusual() {
            return share * 100 < group.low() || share * 100 > group.high();
        }

        /** Returns the shares of all groups; with the time idle and that of spans without an end they sum to 1. */
        public static List<KindShare> of(CriticalTotals totals) {
            List<KindShare> shares = new ArrayList<>();
            for (FindingGroup group : FindingGroup.values()) {
                long waited = totals.byOperation().entrySet().stream()
                        .mapToLong(row -> (FindingGroup.of(row.getKey().kind()) == group
                                        ? row.getValue().waitedNanos()
                                        : 0)
                                // what the client does around its requests is no wait for a model
                                + (group == FindingGroup.OTHER
                                        ? row.getValue().beforeNanos()
                                                + row.getValue().afterNanos()
                                        : 0))
                        .sum();
                shares.add(new KindShare(group, totals.wallNanos() == 0 ? 0 : waited / (double) totals.wallNanos()));
            }
            return shares;
        }
    }

    /**
     * Changes that no finding names, each simulated alone. They are tried before a report says that nothing would save time.
     *
     * @param tried how many changes were simulated; 0 if that was not asked for, or no workflow could be simulated
     * @param simulated on how many workflows
     * @param workflows of how many
     * @param timed whether run times were simulated: not where the recording does not tell what waited for what
     * @param best those that would save most, of time and of cost; empty where none would save anything that matters
     */
    public record OtherChanges(int tried, long simulated, long workflows, boolean timed, List<OtherChange> best) {
        /** None was simulated. */
        public static final OtherChanges NOT_TRIED = new OtherChanges(0, 0, 0, false, List.of());

        /** Copies the list. */
        public OtherChanges {
            best = List.copyOf(best);
        }

        /**
         * A change.
         *
         * @param title what to change, as an instruction
         * @param figure what it would save: {@code run time} or {@code cost}
         * @param share which part of it
         * @param caution what the recording cannot tell
         */
        public record OtherChange(String title, String figure, double share, String caution) {}
    }
}
