// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.assembly.AssemblyCounts;
import io.agentprofiler.analyzer.trace.metric.LooseCalls;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.WorkAfterEnd;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.rules.parse.RuleFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What is missing from the data, so that nobody takes a part for the whole. Every command prints it. */
public final class DataSection {
    private static final int MAX_SEGMENTS = 5;

    private DataSection() {}

    /** Returns the section. */
    public static Section of(Outcome outcome) {
        List<String> notes = notes(outcome);
        return Section.titled(
                "Data",
                !notes.isEmpty()
                        ? "incomplete or unusual"
                        : canTell(outcome)
                                ? "complete: nothing dropped, nothing missing"
                                : "nothing known to be missing: the format cannot tell",
                new Notes("data_notes", "!", notes, Emphasis.WARNING),
                below(outcome),
                filter(outcome),
                runs(outcome));
    }

    private static Section below(Outcome outcome) {
        Section.Builder section = Section.under(null, "");
        CoverageNotes.below(outcome).forEach(note -> section.add(Note.aside(note)));
        return section.build();
    }

    /** Returns which workflows the answer is about, where it is not about all. */
    private static Section filter(Outcome outcome) {
        TraceFilter.FilterResult filtered = outcome.filtered();
        Section.Builder section = Section.under(null, "");
        return filtered.isFiltered()
                ? section.add(new Value(
                                "where",
                                new Fields()
                                        .put("condition", filtered.text())
                                        .put("workflows", filtered.wanted())
                                        .put("of", filtered.all())))
                        .add(Note.line(filtered.toString()))
                        .build()
                : section.build();
    }

    /**
     * Returns the section without its heading where nothing is missing, so that people see none of it: for answers whose reader
     * looks at something else.
     */
    public static List<Section> ifAny(Outcome outcome) {
        return List.of(notes(outcome).isEmpty() ? Section.keyed(null, filter(outcome), runs(outcome)) : of(outcome));
    }

    /** Answers whether all files are of formats that tell when something is missing. */
    public static boolean canTell(Outcome outcome) {
        return outcome.runs().stream().allMatch(run -> run.files().headerExpected());
    }

    /** Returns the ids of the runs that were read, for programs. */
    private static Value runs(Outcome outcome) {
        return new Value("data_runs", outcome.runs().stream().map(RunFacts::run).toList());
    }

    /** Returns what is missing or odd, a sentence each; empty when the data are complete. */
    public static List<String> notes(Outcome outcome) {
        return notes(outcome, Set.of());
    }

    /**
     * Returns the same.
     *
     * @param running ids of the runs whose processes are known to be running: that these have no end yet is as it should be
     */
    public static List<String> notes(Outcome outcome, Set<String> running) {
        List<String> notes = new ArrayList<>(CoverageNotes.of(outcome));
        boolean several = outcome.runs().size() > 1;
        for (RunFacts run : outcome.runs()) {
            String prefix = several ? run.label() + ": " : "";
            run(run, prefix, notes);
            if (!running.contains(run.run())) {
                end(run, prefix, notes);
            }
            counts(run.counts(), prefix, notes);
        }
        twice(outcome.runs(), notes);
        spanFlags(outcome, notes);
        untold(outcome, notes);
        loose(outcome, notes);
        for (Problems problems : outcome.problems()) {
            problems(problems, notes);
        }
        notes.addAll(outcome.failures());
        notes.addAll(outcome.notes());
        return notes;
    }

    /**
     * A flight recording of a process whose segments are among the inputs holds the same spans, and so do two recordings of
     * one time.
     */
    private static void twice(List<RunFacts> runs, List<String> notes) {
        List<RunFacts> recordings = new ArrayList<>();
        for (RunFacts recording : runs) {
            if (recording.isRecording()) {
                recordings.stream()
                        .filter(other -> other.someSpans().sharesWith(recording.someSpans()))
                        .forEach(other -> notes.add(other.run() + " and " + recording.run()
                                + " hold the same spans, which are counted twice: give one of them"));
                recordings.add(recording);
            }
            if (recording.isRecording()
                    && runs.stream().anyMatch(run -> !run.isRecording() && run.isOfSameProcessAs(recording))) {
                notes.add(recording.label() + " is counted twice, from its segments and from " + recording.run()
                        + ": leave the recording out, or give it to report with --jfr");
            }
        }
    }

    private static void run(RunFacts run, String prefix, List<String> notes) {
        if (run.dropped() > 0) {
            notes.add(prefix + Units.count(run.dropped(), "event") + " dropped by the agent: "
                    + dropped(run.counters().events().dropped()));
        }
        if (run.counters() != null) {
            number(
                    run,
                    "payloads_dropped",
                    "span",
                    "whose attributes were given up to the memory budget",
                    prefix,
                    notes);
            number(
                    run,
                    "deleted_segments",
                    "segment",
                    "deleted by the agent to stay within its directory limit",
                    prefix,
                    notes);
            number(run, "deleted_events", "event", "in them", prefix, notes);
            number(run, "removed_segments", "segment", "taken away by somebody while the run went on", prefix, notes);
            number(run, "unsynced_segments", "segment", "that the disk did not confirm", prefix, notes);
            SamplingSection.notes(run, prefix, notes);
            number(run, "abandoned", "span", "that can never end (its stream or rule is gone)", prefix, notes);
            rules(run, prefix, notes);
            late(run, prefix, notes);
            if (run.isRecording()) {
                recording(run, prefix, notes);
            }
        }
        if (run.lost() > 0) {
            notes.add(prefix + Units.count(run.lost(), "event")
                    + " that the agent wrote are not in these files: was a part of them deleted?");
        }
        if (!run.files().missingSegments().isEmpty()) {
            notes.add(prefix + "segments missing: " + segments(run.files().missingSegments())
                    + " (removed by retention, or not given)");
        }
        if (run.endsEarly()) {
            notes.add(prefix + "the last segment given is not the run's last: what was written after it is missing");
        }
        if (run.header() == null && run.files().headerExpected()) {
            notes.add(prefix + "no header was read: service, process and settings are unknown");
        }
    }

    private static void end(RunFacts run, String prefix, List<String> notes) {
        if (!run.files().closed() && run.header() != null && run.files().headerExpected()) {
            notes.add(prefix + "the run has no end: the process was killed or is still running; its last moments may be"
                    + " missing");
        }
    }

    private static String dropped(Map<String, Map<String, Long>> dropped) {
        List<String> types = new ArrayList<>();
        dropped.forEach((type, reasons) -> {
            String text = reasons.entrySet().stream()
                    .filter(reason -> reason.getValue() != 0)
                    .map(reason -> reason.getKey() + " " + Units.count(reason.getValue()))
                    .collect(Collectors.joining(", "));
            if (!text.isEmpty()) {
                types.add(type + " (" + text + ")");
            }
        });
        return String.join(", ", types);
    }

    private static void number(
            RunFacts run, String field, String noun, String what, String prefix, List<String> notes) {
        long count = run.counters().numbers().getOrDefault(field, 0L);
        if (count > 0) {
            notes.add(prefix + Units.count(count, noun) + " " + what);
        }
    }

    /** A recording holds whole spans only; its counters tell of the others. */
    private static void recording(RunFacts run, String prefix, List<String> notes) {
        number(run, "too_early", "span", "from before the recording, not included in it", prefix, notes);
        number(run, "open", "span", "still open at the end of the recording, not included in it", prefix, notes);
        long elsewhere = run.counters().numbers().getOrDefault("committed", 0L)
                - run.counts().read().ends();
        if (elsewhere > 0) {
            notes.add(prefix + Units.count(elsewhere, "span")
                    + " given to the flight recorder and not in the recording: it began later, or has lost its oldest"
                    + " part");
        }
    }

    private static void late(RunFacts run, String prefix, List<String> notes) {
        long millis = run.counters().numbers().getOrDefault("late_ms", 0L);
        if (millis > 0) {
            notes.add(prefix + "the agent's start took so long that the application went on without it for "
                    + Units.duration(TimeUnit.MILLISECONDS.toNanos(millis))
                    + ": workflows begun in that time may be missing or incomplete");
        }
    }

    private static void rules(RunFacts run, String prefix, List<String> notes) {
        for (Map<String, Object> rule : run.counters().rules()) {
            if (rule.get("hung") instanceof Map<?, ?> hung) {
                hung.keySet()
                        .forEach(value -> notes.add(prefix + "reading \"" + value + "\" of rule " + rule.get("rule")
                                + " hung and was given up: its spans lack it"));
            }
            long faults = rule.get("faults") instanceof Number number ? number.longValue() : 0;
            Object state = rule.get("state");
            boolean off = state instanceof String word && word.startsWith("off");
            if (faults > 0 || off) {
                notes.add(prefix + "rule " + rule.get("rule") + (off ? " switched itself off" : "") + " after "
                        + Units.count(faults, "fault") + ": spans of it may be missing");
            }
            notRead(rule, prefix, notes);
        }
    }

    /** What a rule of the user's asks for and does not get; that bundled rules ask for more than there is, is normal. */
    private static void notRead(Map<String, Object> rule, String prefix, List<String> notes) {
        String id = String.valueOf(rule.get("rule"));
        if (RuleFiles.bundled().contains(id.substring(0, Math.max(0, id.indexOf('/'))))) {
            return;
        }
        if (rule.get("not_read") instanceof Map<?, ?> paths) {
            paths.forEach((path, why) -> notes.add(prefix + "rule " + id + " does not read " + path + ": " + why
                    + "; name the fields behind it, or write () to have it called, which runs the application's code"));
        }
        if (rule.get("unresolved") instanceof Map<?, ?> paths) {
            paths.keySet().forEach(path -> notes.add(prefix + "rule " + id + ": " + unresolved(path.toString())));
        }
    }

    private static String unresolved(String path) {
        return path.endsWith(" has no value")
                ? path + "; name the step that leads to one, or write it as {\"data\": …}"
                : "a step of " + path + " is not there, so the value is absent; rules check says which";
    }

    private static String segments(List<Integer> missing) {
        String first = missing.stream().limit(MAX_SEGMENTS).map(String::valueOf).collect(Collectors.joining(", "));
        int more = missing.size() - MAX_SEGMENTS;
        return more > 0 ? first + " and " + more + " more" : first;
    }

    private static void counts(AssemblyCounts counts, String prefix, List<String> notes) {
        if (counts.orphanEnds() > 0) {
            notes.add(prefix + Units.count(counts.orphanEnds(), "span") + " without a start");
        }
        if (counts.orphanChunks() > 0) {
            notes.add(prefix + Units.count(counts.orphanChunks(), "chunk") + " of spans that are not in the files");
        }
        if (counts.duplicates() > 0) {
            notes.add(prefix + Units.count(counts.duplicates(), "record") + " of spans that had one already");
        }
        if (counts.plain() > 0) {
            notes.add(prefix + Units.count(counts.plain(), "trace")
                    + " left out: no span says anything of a model, a tool or an agent");
        }
        if (counts.skewed() > 0) {
            notes.add(
                    prefix + Units.count(counts.skewed(), "span")
                            + " of another service that begins before the span that called it: clocks differ, so lengths are right and places are not");
        }
        if (counts.givenUp() > 0) {
            notes.add(prefix + Units.count(counts.givenUp(), "workflow")
                    + " closed early for want of memory, so they may be cut in pieces: start with a larger -Xmx");
        }
    }

    private static void spanFlags(Outcome outcome, List<String> notes) {
        SpanFlags spanFlags = outcome.summary().get(SpanFlags.ANALYSIS);
        odd(spanFlags, SpanFlag.UNFINISHED, "without an end, taken to last until the end of the run", notes);
        odd(spanFlags, SpanFlag.PARENT_MISSING, "whose parent is not in the files", notes);
        odd(spanFlags, SpanFlag.PARENT_CYCLE, "whose parents form a circle, cut there", notes);
        odd(spanFlags, SpanFlag.NEGATIVE_DURATION, "that ends before it starts, taken as 0 long", notes);
        odd(spanFlags, SpanFlag.TIME_UNKNOWN, "whose format does not say when it ran: in order, without times", notes);
        odd(spanFlags, SpanFlag.LENGTH_UNKNOWN, "with a known moment but no known duration", notes);
        odd(spanFlags, SpanFlag.LENGTH_ESTIMATED, "whose length is estimated from moments, and is in no figure", notes);
        odd(
                spanFlags,
                SpanFlag.REPLAYED,
                "whose calls were not made: a recording answered them, so their times are those of answers, and so are"
                        + " shorter workflows",
                notes);
        odd(
                spanFlags,
                SpanFlag.OUTPUT_AT_LEAST,
                "whose record breaks off before the answer ends: its output tokens, and so its cost, are at least those given",
                notes);
        odd(
                spanFlags,
                SpanFlag.OTHER_PRICE,
                "at a speed or service tier (such as fast or priority) whose price is not known: priced as usual",
                notes);
        afterEnd(spanFlags.afterEnd(), notes);
        if (spanFlags.unattributed() > 0) {
            totals(spanFlags, notes);
        }
    }

    /** Only the agent's own runs can be helped by its setting. */
    private static void loose(Outcome outcome, List<String> notes) {
        LooseCalls loose = outcome.summary().get(SpanFlags.ANALYSIS).looseCalls();
        if (canTell(outcome) && loose.lackAgent()) {
            notes.add(Units.count(loose.tools(), "tool call") + " and "
                    + Units.count(loose.models(), "workflow")
                    + " of model calls stand as workflows of their own: the agent"
                    + " around them is not traced; name its method with agentprofiler.trace, for example"
                    + " -Dagentprofiler.trace='com.acme.Agent#run'");
        }
    }

    private static void totals(SpanFlags spanFlags, List<String> notes) {
        long more = spanFlags.unattributed();
        boolean parts = spanFlags.unattributedInput() + spanFlags.unattributedOutput() == more;
        notes.add("the files' own totals are "
                + Units.count(spanFlags.total(), "token") + ", their calls add up to "
                + Units.count(spanFlags.recorded()) + ": " + Units.count(more, "token")
                + (parts
                        ? " (" + Units.count(spanFlags.unattributedInput(), "input token") + " and "
                                + Units.count(spanFlags.unattributedOutput(), "output token") + ")"
                        : "")
                + " belong to no recorded call and are in no figure");
    }

    private static void afterEnd(WorkAfterEnd afterEnd, List<String> notes) {
        WorkAfterEnd.Outlived longest = afterEnd.longest();
        if (longest != null) {
            boolean one = afterEnd.workflows() == 1;
            notes.add((one
                            ? ""
                            : "work of " + Units.count(afterEnd.workflows(), "workflow")
                                    + " went on after the first span had ended, where run times end; the longest: ")
                    + "work went on until " + Units.duration(longest.workNanos())
                    + (one ? ", after the first span had ended" : "") + " (run time "
                    + Units.duration(longest.runNanos()) + ", trace " + longest.trace() + ")");
        }
        if (afterEnd.lateSpans() > 0) {
            notes.add(Units.count(afterEnd.lateSpans(), "span") + " began after "
                    + (afterEnd.lateSpans() == 1 ? "its" : "their")
                    + " workflow had ended, and no task explains why: they may belong to another workflow (trace "
                    + afterEnd.lateTrace() + ")");
        }
    }

    private static void untold(Outcome outcome, List<String> notes) {
        odd(
                outcome.summary().get(SpanFlags.ANALYSIS),
                SpanFlag.STATUS_UNKNOWN,
                "whose format does not say whether it failed",
                notes);
    }

    /** Returns of {@link #notes} those that bear on figures of failures alone. */
    public static List<String> notesOnFailures(Outcome outcome) {
        List<String> notes = new ArrayList<>();
        untold(outcome, notes);
        return notes;
    }

    private static void odd(SpanFlags spanFlags, SpanFlag flag, String what, List<String> notes) {
        if (spanFlags.count(flag) > 0) {
            notes.add(Units.count(spanFlags.count(flag), "span") + " " + what);
        }
    }

    /** Adds what could not be read of a file. */
    public static void problems(Problems problems, List<String> notes) {
        if (problems.tornLines() > 0) {
            notes.add(problems.file() + ": the last line is cut off, as a killed process leaves it");
        }
        if (problems.skipped() > 0) {
            problems.first().forEach(problem -> notes.add(problem.toString()));
            long more = problems.skipped() - problems.first().size();
            notes.add(problems.file() + ": " + Units.count(problems.skipped(), "line") + " skipped"
                    + (more > 0 ? ", the first " + problems.first().size() + " are listed" : ""));
        }
    }
}
