// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.answer.critical.CriticalSection;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What every command of {@code whatif} answers: what recorded workflows would take in a scenario, and on which assumptions. */
public final class WhatIfDocument {
    private static final int TRACE_DIGITS = 12;
    /** Smaller speed-ups read as none with one digit. */
    private static final double LEAST_SPEED_UP = 1.05;

    private final Scenario scenario;
    private final ScenarioTotals answer;
    private final boolean timed;
    /** Where spans of other programs do not tell what waited for what, the range of the run time; or {@code null}. */
    private final TimeRange possible;

    private WhatIfDocument(Scenario scenario, ScenarioTotals answer) {
        this.scenario = scenario;
        this.answer = answer;
        this.timed = scenario.estimatesTime();
        this.possible = timed && answer.isTold() ? answer.possible() : null;
    }

    /**
     * Describes the answer.
     *
     * @param title the scenario in a few words
     * @param listed how many workflows to show to people
     * @param data what of the data is missing or unusual
     */
    public static Document of(String title, Scenario scenario, ScenarioTotals answer, int listed, List<Section> data) {
        WhatIfDocument document = new WhatIfDocument(scenario, answer);
        return Document.of("agent-profiler-whatif/1", "Scenario")
                .add(document.totals(title))
                .add(document.variants())
                .add(document.workflows(listed))
                .add(new Value(
                        "left_out_workflows", answer.changed() - answer.named().size()))
                .add(lines("evidence", "Evidence", scenario.evidence()))
                .add(lines("assumptions", "Assumptions", scenario.assumptions()))
                .addAll(data)
                .build();
    }

    private Section totals(String title) {
        Section.Builder section = Section.under("What if", title)
                .add(new Value("supposed", title))
                .add(new Value("workflows", answer.workflows()))
                .add(new Value("changed_workflows", answer.changed()))
                .add(new Value("wall_ns", isRecorded() ? answer.nanos() : null))
                .add(new Value("unfinished_workflows", answer.unfinished()))
                .add(new Value("estimated_workflows", timed ? answer.told() : 0))
                .add(new Value("estimated_wall_ns", timed && isRecorded() ? answer.toldNanos() : null))
                .add(new Value(
                        "supposed_wall_ns",
                        timed && answer.isTold() && possible == null ? answer.simulatedNanos() : null))
                .add(new Value("supposed_wall_at_least_ns", possible == null ? null : possible.low()))
                .add(new Value("supposed_wall_at_most_ns", possible == null ? null : possible.high()))
                .add(new Value("saved_tokens", answer.savedTokens()))
                .add(new Value("saved_usd", answer.savedUsd()))
                .add(Facts.about("Workflows  ")
                        .add(Units.count(answer.workflows()))
                        .add(Units.count(answer.changed()) + " of them changed")
                        .build())
                .add(time());
        if (possible != null || timed && answer.possibleFirstChunk() != null) {
            section.add(Note.aside("saved: up to; " + CriticalSection.WAITING_NOT_TOLD));
        }
        TimeRange range = answer.simulatedRange();
        if (range != null && answer.isTold() && possible == null) {
            section.add(new Value("supposed_wall_low_ns", range.low()))
                    .add(new Value("supposed_wall_high_ns", range.high()));
        }
        if (answer.withFirstChunk() > 0) {
            TimeRange first = answer.possibleFirstChunk();
            section.add(new Value("workflows_with_first_chunk", answer.withFirstChunk()))
                    .add(new Value("first_chunk_ns", answer.firstChunk().nanos()))
                    .add(new Value(
                            "supposed_first_chunk_ns",
                            first == null ? answer.firstChunk().simulatedNanos() : null))
                    .add(new Value("supposed_first_chunk_at_least_ns", first == null ? null : first.low()))
                    .add(new Value("supposed_first_chunk_at_most_ns", first == null ? null : first.high()))
                    .add(firstChunk());
        }
        if (answer.groups().count() > 0) {
            TimeRange group = answer.groups().range();
            section.add(new Value("group", scenario.group()))
                    .add(new Value("groups", answer.groups().count()))
                    .add(new Value("group_ns", answer.groups().nanos()))
                    .add(new Value(
                            "supposed_group_ns", group == null ? answer.groups().simulatedNanos() : null))
                    .add(new Value("supposed_group_at_least_ns", group == null ? null : group.low()))
                    .add(new Value("supposed_group_at_most_ns", group == null ? null : group.high()))
                    .add(group());
        }
        return section.add(Facts.about("Tokens     ")
                        .add(Units.count(answer.savedTokens()) + " saved")
                        .build())
                .add(Facts.about("Cost       ")
                        .add(answer.savedUsd() == null ? "not estimated" : money(answer.savedUsd()))
                        .build())
                .add(new Value(
                        "counts",
                        answer.counts().entrySet().stream()
                                .map(count ->
                                        new Fields().put("what", count.getKey()).put("count", count.getValue()))
                                .toList()))
                .add(!answer.counts().isEmpty(), this::counts)
                .build();
    }

    /** Answers whether it is known of any workflow how long it took. */
    private boolean isRecorded() {
        return answer.untimed() == 0 || answer.unfinished() < answer.workflows();
    }

    private Facts time() {
        Facts.Builder facts = Facts.about("Time       ");
        String recorded = isRecorded() ? Units.duration(answer.nanos()) + " recorded" : "";
        long ended = answer.workflows() - answer.unfinished();
        if (timed && answer.isTold() && answer.unfinished() == 0 && answer.told() == ended) {
            return simulated(facts, recorded + " → ").build();
        }
        if (!recorded.isEmpty()) {
            facts.add(recorded);
        }
        if (answer.untimed() > 0) {
            facts.add(Units.count(answer.untimed(), "workflow") + " left out: the files do not say how long they took");
        }
        long withoutEnd = answer.unfinished() - answer.untimed();
        if (withoutEnd > 0) {
            facts.add(Units.count(withoutEnd, "workflow") + " without an end left out");
        }
        if (!timed) {
            return facts.add("not estimated for the scenario").build();
        }
        if (!answer.isTold()) {
            return facts.add("the recording cannot tell how long they would take")
                    .build();
        }
        if (answer.told() < ended) {
            String told = Units.duration(answer.toldNanos()) + " in the " + Units.count(answer.told(), "workflow")
                    + " that can be simulated";
            return simulated(facts, told + " → ").build();
        }
        return simulated(facts, "").build();
    }

    private Facts.Builder simulated(Facts.Builder facts, String recorded) {
        if (possible != null) {
            return possible(facts, recorded);
        }
        long saved = answer.toldNanos() - answer.simulatedNanos();
        TimeRange range = answer.simulatedRange();
        facts.add(recorded + Units.duration(answer.simulatedNanos()) + " simulated"
                + (range == null ? "" : " (" + words(range) + ")"));
        if (saved == 0) {
            return facts.add("nothing saved");
        }
        facts.add(Units.duration(Math.abs(saved))
                + (saved > 0 ? " saved, " : " longer, ")
                + Units.share(Math.abs(saved), answer.toldNanos())
                + (range == null ? "" : " (" + shares(range) + ")"));
        Cell speedUp = speedUp(answer.simulatedNanos());
        return speedUp.text().isEmpty() ? facts : facts.add("speed-up " + speedUp.text());
    }

    private Facts.Builder possible(Facts.Builder facts, String recorded) {
        TimeRange saved = possible.from(answer.toldNanos());
        facts.add(recorded + between(possible) + " simulated");
        if (saved.low() < 0 && saved.high() > 0) {
            return facts.add(
                    "from " + Units.duration(-saved.low()) + " longer to " + Units.duration(saved.high()) + " saved");
        }
        TimeRange size = saved.low() < 0 ? saved.from(0) : saved;
        facts.add(between(size)
                + (saved.low() < 0 ? " longer, " : " saved, ")
                + (size.low() == 0 ? "0" : share(size.low()))
                + " – "
                + share(size.high()));
        Cell speedUp = speedUp(possible.low());
        return speedUp.text().isEmpty() ? facts : facts.add("speed-up up to " + speedUp.text());
    }

    private static String between(TimeRange range) {
        return signedWords(range.low()) + " – " + signedWords(range.high());
    }

    private static String signedWords(long nanos) {
        return nanos == 0 ? "0" : (nanos < 0 ? "-" : "") + Units.duration(Math.abs(nanos));
    }

    /** Returns the range of what is saved: the shorter the run, the more. */
    private String shares(TimeRange range) {
        long least = answer.toldNanos() - range.high();
        long most = answer.toldNanos() - range.low();
        return least < 0 && most > 0
                ? "from " + share(-least) + " longer to " + share(most) + " saved"
                : share(Math.min(Math.abs(least), Math.abs(most))) + " to "
                        + share(Math.max(Math.abs(least), Math.abs(most)));
    }

    private String share(long nanos) {
        return Units.share(nanos, answer.toldNanos());
    }

    /** Returns how many times as fast all workflows together would be, for example {@code 2.2x}. */
    private Cell speedUp(long nanos) {
        double times = nanos <= 0 ? Double.NaN : answer.toldNanos() / (double) nanos;
        return times >= LEAST_SPEED_UP ? Cell.words(String.format(Locale.ROOT, "%.1fx", times)) : Cell.EMPTY;
    }

    /** What the groups take by themselves: {@code 650 → 450 ms, 1.4x}. */
    private Facts group() {
        GroupTime groups = answer.groups();
        double count = groups.count();
        double times = groups.simulatedNanos() <= 0 ? Double.NaN : groups.nanos() / (double) groups.simulatedNanos();
        String faster = times >= LEAST_SPEED_UP
                ? (groups.range() == null ? ", " : ", up to ") + String.format(Locale.ROOT, "%.1fx", times)
                : groups.nanos() == groups.simulatedNanos() ? ", no faster" : "";
        return Facts.about("Group      ")
                .add(scenario.group() + ": " + fromTo(groups.nanos() / count, groups.simulatedNanos() / count) + faster)
                .add("mean of " + Units.count(groups.count(), "group"))
                .build();
    }

    /** Names the unit of two times once where it is the same. */
    private static String fromTo(double from, double to) {
        String before = Units.duration(from);
        String after = Units.duration(to);
        int unit = before.lastIndexOf(' ');
        boolean once = Character.isLetter(before.charAt(unit + 1)) && after.endsWith(before.substring(unit));
        return (once ? before.substring(0, unit) : before) + " → " + after;
    }

    private Facts firstChunk() {
        FirstChunk first = answer.firstChunk();
        TimeRange possible = answer.possibleFirstChunk();
        double workflows = answer.withFirstChunk();
        return Facts.about("Streaming  ")
                .add((scenario.group().isEmpty() ? "the final answer" : scenario.group()) + " begins after "
                        + Units.duration(first.nanos() / workflows) + " recorded → "
                        + (possible == null
                                ? Units.duration(first.simulatedNanos() / workflows)
                                : Units.duration(possible.low() / workflows) + " – "
                                        + Units.duration(possible.high() / workflows))
                        + " simulated")
                .add("mean of " + Units.count(answer.withFirstChunk(), "workflow"))
                .build();
    }

    private Facts counts() {
        Facts.Builder facts = Facts.about("Counted    ");
        answer.counts().forEach((what, count) -> facts.add(what + ": " + Units.count(count)));
        return facts.build();
    }

    private record Setting(String name, Variant variant) {}

    private Table variants() {
        List<Setting> settings = new ArrayList<>();
        for (int i = 0; i < answer.variants().size(); i++) {
            settings.add(
                    new Setting(scenario.variants().get(i), answer.variants().get(i)));
        }
        Table.Builder<Setting> table = Table.of("variants", settings)
                .heading("Variants", "the same with other settings")
                .where(row -> answer.changed() > 0 && answer.isTold())
                .text("setting", "setting", row -> Cell.words(row.name()))
                .number("count", "calls", row -> Cell.count(row.variant().count()))
                .dispensable(1)
                .number(
                        timed && answer.isTold() ? "supposed_wall_ns" : null,
                        "simulated",
                        row -> row.variant().range() == null
                                ? Cell.duration(row.variant().nanos())
                                : Cell.words(between(row.variant().range())).as(null))
                .field("supposed_wall_at_least_ns", row -> row.variant().range(), TimeRange::low)
                .field("supposed_wall_at_most_ns", row -> row.variant().range(), TimeRange::high)
                .number(
                        "saved",
                        row -> row.variant().range() == null
                                ? signed(answer.toldNanos() - row.variant().nanos())
                                : Cell.words(between(row.variant().range().from(answer.toldNanos()))))
                .number("speed-up", row -> {
                    Cell speedUp = speedUp(row.variant().nanos());
                    return row.variant().range() == null || speedUp.text().isEmpty()
                            ? speedUp
                            : Cell.words("up to " + speedUp.text());
                })
                .whereFilled();
        return saved(
                        table,
                        row -> row.variant().savedTokens(),
                        row -> row.variant().savedUsd())
                .build();
    }

    private Table workflows(int listed) {
        List<ChangedWorkflow> named = answer.named();
        Table.Builder<ChangedWorkflow> table = Table.of("most_saved", named)
                .heading("Workflows", timed ? "that would save most time" : "by money saved, most first")
                .outOf(answer.changed(), "workflow")
                .atMost(listed, listed < ScenarioTotals.MAX_NAMED ? "--all lists them" : "not kept")
                .text("name", "workflow", row -> Cell.name(row.name()))
                .text("trace", "trace", row -> trace(row.trace()))
                .dispensable(1)
                .number("wall_ns", "recorded", row -> duration(row.nanos()));
        if (timed) {
            table.number(
                    "supposed_wall_ns",
                    "simulated",
                    row -> row.possible() == null
                            ? duration(row.simulatedNanos())
                            : Cell.words(between(row.possible())).as(null));
            if (named.stream().limit(listed).anyMatch(row -> row.range() != null && row.possible() == null)) {
                table.number(
                                "19 in 20 runs",
                                row -> row.range() == null || row.possible() != null
                                        ? Cell.EMPTY
                                        : Cell.words(words(row.range())))
                        .dispensable(4);
            }
            table.number(
                    "saved",
                    row -> row.possible() != null
                            ? Cell.words(between(row.possible().from(row.nanos())))
                            : row.isTold() ? signed(row.savedNanos()) : Cell.words("cannot tell"));
        }
        if (!scenario.group().isEmpty() && named.stream().anyMatch(row -> row.firstChunk() != null)) {
            table.number(
                    "first chunk",
                    row -> row.firstChunk() == null || row.possibleFirstChunk() != null
                            ? Cell.EMPTY
                            : Cell.words(fromTo(
                                    row.firstChunk().nanos(), row.firstChunk().simulatedNanos())));
        }
        table.field("supposed_wall_at_least_ns", ChangedWorkflow::possible, TimeRange::low)
                .field("supposed_wall_at_most_ns", ChangedWorkflow::possible, TimeRange::high)
                .field("supposed_wall_low_ns", row -> row.possible() == null ? row.range() : null, TimeRange::low)
                .field("supposed_wall_high_ns", row -> row.possible() == null ? row.range() : null, TimeRange::high)
                .field("first_chunk_ns", ChangedWorkflow::firstChunk, FirstChunk::nanos)
                .field(
                        "supposed_first_chunk_ns",
                        row -> row.possibleFirstChunk() == null ? row.firstChunk() : null,
                        FirstChunk::simulatedNanos)
                .field("supposed_first_chunk_at_least_ns", ChangedWorkflow::possibleFirstChunk, TimeRange::low)
                .field("supposed_first_chunk_at_most_ns", ChangedWorkflow::possibleFirstChunk, TimeRange::high);
        return saved(table, row -> row.use().savedTokens(), row -> row.use().savedUsd())
                .build();
    }

    private static <T> Table.Builder<T> saved(
            Table.Builder<T> table, ToLongFunction<T> tokens, Function<T, BigDecimal> usd) {
        return table.number("saved_tokens", "tokens", row -> Cell.count(tokens.applyAsLong(row)))
                .dispensable(3)
                .number(
                        "saved_usd",
                        "money",
                        row -> usd.apply(row) == null
                                ? Cell.EMPTY.as(null)
                                : Cell.words(money(usd.apply(row))).as(usd.apply(row)))
                .dispensable(2);
    }

    /** The list is there for programs even when it is empty, the heading only when there is something below it. */
    private static Block lines(String key, String title, List<String> lines) {
        Notes notes = new Notes(key, "·", lines, Emphasis.DIM);
        return lines.isEmpty() ? notes : Section.titled(title, "", notes);
    }

    private static Cell trace(TraceId trace) {
        String id = trace.toString();
        return Cell.words(id.substring(0, TRACE_DIGITS)).as(id).about(trace);
    }

    /** An unknown time is left out. */
    private static Cell duration(long nanos) {
        return nanos == Unknown.LONG ? Cell.EMPTY.as(null) : Cell.duration(nanos);
    }

    private static Cell signed(long saved) {
        return Cell.words(saved < 0 ? "-" + Units.duration(-saved) : Units.duration(saved));
    }

    private static String words(TimeRange range) {
        return Units.duration(range.low()) + " to " + Units.duration(range.high());
    }

    private static String money(BigDecimal saved) {
        return Units.money(saved.abs()) + (saved.signum() >= 0 ? " saved" : " more");
    }
}
