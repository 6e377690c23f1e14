// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.calls;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The answer of {@code calls}. */
final class CallsDocument {
    private static final int MOST_RHYTHMS = 3;
    private static final int TRACE_DIGITS = 12;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private CallsDocument() {}

    /**
     * Describes calls.
     *
     * @param listed those to list, in order
     * @param found how many there are
     * @param rhythms what comes at regular intervals
     */
    static Document of(
            List<ListedCall> listed, long found, ListOrder order, List<CallRhythm> rhythms, Outcome outcome) {
        Section.Builder section = Section.under("Calls", explanation(listed.size(), found, order));
        section.add(table(listed));
        if (found == 0) {
            section.add(Note.line("no call is like that; 'keys' lists what can be asked for"));
        }
        rhythms.stream().limit(MOST_RHYTHMS).forEach(rhythm -> section.add(note(rhythm)));
        return Document.of("agent-profiler-calls/1", "Calls")
                .add(section.build())
                .add(new Value("calls_found", found))
                .add(Table.of("rhythms", rhythms)
                        .field("kind", rhythm -> rhythm.operation().kind().word())
                        .field("name", rhythm -> rhythm.operation().name())
                        .field("calls", CallRhythm::calls)
                        .field("every_ns", CallRhythm::everyNanos)
                        .field("every_p25_ns", CallRhythm::lowNanos)
                        .field("every_p75_ns", CallRhythm::highNanos)
                        .build())
                .addAll(DataSection.ifAny(outcome))
                .build();
    }

    private static String explanation(int listed, long found, ListOrder order) {
        String first = switch (order) {
            case START -> "earliest first";
            case DURATION -> "longest first";
            case TOKENS -> "most tokens first";
            case COST -> "dearest first";
        };
        return listed < found
                ? Units.count(listed) + " of " + Units.count(found) + ", " + first
                : Units.count(found) + ", " + first;
    }

    private static Table table(List<ListedCall> listed) {
        DateTimeFormatter format = format(listed);
        return Table.of("calls", listed)
                .text("start (UTC)", call -> start(call.startNanos(), format))
                .text("kind", "kind", call -> Cell.words(call.kind().word()).of(call.kind()))
                .text("name", "name", call -> Cell.name(call.name()))
                .text("failure", CallsDocument::ending)
                .whereFilled()
                .number("duration_ns", "time", call -> Cell.duration(call.nanos()))
                .number(
                        "input_tokens",
                        "tokens in",
                        call -> Cell.count(call.tokens().input()))
                .whereFilled()
                .number("output_tokens", "out", call -> Cell.count(call.tokens().output()))
                .whereFilled()
                .number("cost_usd", "cost", call -> Cell.money(call.usd()))
                .whereFilled()
                .text(
                        "agent",
                        "agent",
                        call -> call.where().agent() == null
                                ? Cell.EMPTY.as(null)
                                : Cell.name(call.where().agent()))
                .dispensable(1)
                .text("trace", call -> trace(call.where().trace()))
                .text(
                        "span_id",
                        "span",
                        call -> Cell.words(TraceId.spanText(call.where().span())))
                .field("trace_id", call -> call.where().trace().toString())
                .field("workflow", call -> call.where().workflow())
                .field(
                        "status",
                        call -> call.ending().status() == null
                                ? null
                                : call.ending().status().word())
                .field("error_type", call -> call.ending().errorType())
                .field("start_epoch_ns", ListedCall::startNanos)
                .field("cache_read_tokens", call -> call.tokens().cacheRead())
                .field("reasoning_tokens", call -> call.tokens().reasoning())
                .field(
                        "code_function",
                        call -> call.where().code() == null
                                ? null
                                : call.where().code().function())
                .field(
                        "code_file",
                        call -> call.where().code() == null
                                ? null
                                : call.where().code().file())
                .field(
                        "code_line",
                        call -> call.where().code() == null
                                ? Unknown.LONG
                                : call.where().code().line())
                .noun("call")
                .build();
    }

    private static Cell start(long nanos, DateTimeFormatter format) {
        return nanos == Unknown.LONG ? Cell.unknown() : Cell.words(format.format(moment(nanos)));
    }

    private static Instant moment(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }

    /** Shows the date only if the calls are of several days. */
    private static DateTimeFormatter format(List<ListedCall> listed) {
        long days = listed.stream()
                .map(ListedCall::startNanos)
                .filter(nanos -> nanos != Unknown.LONG)
                .map(nanos -> moment(nanos).atZone(ZoneOffset.UTC).toLocalDate())
                .distinct()
                .count();
        return days > 1 ? DAY_AND_TIME : TIME;
    }

    /** Empty for a call that ended well. */
    private static Cell ending(ListedCall call) {
        SpanStatus status = call.ending().status();
        if (status == null || status == SpanStatus.OK) {
            return Cell.EMPTY;
        }
        String type = call.ending().errorType();
        String words = status != SpanStatus.ERROR
                ? status.word()
                : type == null ? "failed" : type.substring(type.lastIndexOf('.') + 1);
        return Cell.name(words).with(status == SpanStatus.ERROR ? Emphasis.BAD : Emphasis.WARNING);
    }

    private static Cell trace(TraceId trace) {
        return Cell.words(trace.toString().substring(0, TRACE_DIGITS)).about(trace);
    }

    private static Note note(CallRhythm rhythm) {
        return new Note(
                "about every " + Units.duration(rhythm.everyNanos()) + ":",
                rhythm.operation().kind().word() + " " + rhythm.operation().name() + ", "
                        + Units.count(rhythm.calls(), "call") + "; half of the intervals between starts are "
                        + Units.duration(rhythm.lowNanos()) + " to " + Units.duration(rhythm.highNanos()),
                Emphasis.STRONG);
    }
}
