// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.cell;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;

/**
 * One figure or text: how it reads, what it is, and how much it asks to be looked at. Whoever makes a cell says what kind of
 * figure it holds; how that reads is decided here, once for all outputs.
 *
 * @param text how it reads
 * @param beside words of ours behind a name; empty for none
 * @param emphasis how it is set off
 * @param raw the figure for programs, as {@link Fields} lists them; {@code null} where it is unknown or only for people
 * @param name whether the text is a name or words from a trace, which may hold anything, rather than words of ours
 * @param drawing what is drawn instead of the text; {@code null} for none
 * @param kind the kind of the spans it is about, which has a colour; {@code null} for none
 * @param trace the workflow it is about, for a link; {@code null} for none
 */
public record Cell(
        String text,
        String beside,
        Emphasis emphasis,
        Object raw,
        boolean name,
        Drawing drawing,
        SpanKind kind,
        TraceId trace) {
    /** What is drawn instead of a text. */
    public sealed interface Drawing permits ShareBar, Track {}

    /**
     * A bar.
     *
     * @param share how long it is, 0 to 1
     */
    public record ShareBar(double share) implements Drawing {}

    private static final int TRACE_DIGITS = 16;

    /** A cell of nothing. */
    public static final Cell EMPTY = words("");

    private static Cell figure(String text, Object raw) {
        return new Cell(text, "", Emphasis.PLAIN, Fields.isKnown(raw) ? raw : null, false, null, null, null);
    }

    /** Returns words of ours. */
    public static Cell words(String text) {
        return figure(text, text);
    }

    /** Returns a name or words from a trace. */
    public static Cell name(String text) {
        return new Cell(text, "", Emphasis.PLAIN, text, true, null, null, null);
    }

    /** Returns a count; {@code -} where it is {@link Unknown#LONG}. */
    public static Cell count(long count) {
        return figure(Units.count(count), count);
    }

    /**
     * Returns how many failed: empty for none. Where it is {@link Unknown#LONG} words say so, for a blank would read as none.
     */
    public static Cell failures(long count) {
        return count == Unknown.LONG ? figure("unknown", count) : bad(count, Emphasis.BAD);
    }

    /** Returns a count of something that had better not be: empty for none. */
    public static Cell bad(long count, Emphasis emphasis) {
        return figure(count == 0 ? "" : Units.count(count), count).with(emphasis);
    }

    /** Returns a length of time in nanoseconds; {@code -} where it is negative, which is absent. */
    public static Cell duration(double nanos) {
        return figure(Units.duration(nanos), nanos < 0 ? null : nanos);
    }

    /** Returns a length of time in nanoseconds; {@code -} where it is negative, which is absent. */
    public static Cell duration(long nanos) {
        return figure(Units.duration(nanos), nanos < 0 ? null : nanos);
    }

    /** Returns a length of time in nanoseconds that few rows have: empty where it is negative, which is absent. */
    public static Cell rareDuration(long nanos) {
        return nanos < 0 ? figure("", null) : duration(nanos);
    }

    /** Returns a size in bytes; {@code -} where it is negative, which is absent. */
    public static Cell bytes(long bytes) {
        return bytes < 0 ? figure(Units.UNKNOWN, null) : figure(Units.bytes(bytes), bytes);
    }

    /** Returns a part of a whole; {@code -} of nothing, and where the part is not a number. */
    public static Cell share(double part, double whole) {
        return figure(Units.share(part, whole), whole <= 0 || Double.isNaN(part) ? null : part / whole);
    }

    /** Returns a part of a whole as a bar. */
    public static Cell bar(double part, double whole) {
        double share = part / whole;
        return drawn(whole <= 0 || Double.isNaN(share) ? null : new ShareBar(share));
    }

    /** Returns US dollars; {@code -} for {@code null}. */
    public static Cell money(BigDecimal dollars) {
        return dollars == null ? unknown() : figure(Units.money(dollars), dollars);
    }

    /** Returns a percentile of times, marked where there are too few of them to tell it. */
    public static Cell percentile(Distribution nanos, double percent) {
        Cell cell = figure(Percentiles.text(nanos, percent), nanos.count() == 0 ? null : nanos.percentile(percent));
        return nanos.supports(percent) ? cell : cell.with(Emphasis.DIM);
    }

    /** Returns a moment, in UTC. */
    public static Cell time(long epochNanos) {
        return figure(Units.time(epochNanos), epochNanos);
    }

    /** Returns a workflow's id, shortened, linked where the output can. */
    public static Cell trace(TraceId trace) {
        String id = trace.toString();
        String text = "trace " + id.substring(0, TRACE_DIGITS);
        return new Cell(text, "", Emphasis.DIM, id, false, null, null, trace);
    }

    /** Returns the cell of what is not known. */
    public static Cell unknown() {
        return figure(Units.UNKNOWN, null);
    }

    /** Returns the same, set off otherwise. */
    public Cell with(Emphasis other) {
        return new Cell(text, beside, other, raw, name, drawing, kind, trace);
    }

    /** Returns the same with another raw figure. */
    public Cell as(Object other) {
        Object known = Fields.isKnown(other) ? other : null;
        return new Cell(text, beside, emphasis, known, name, drawing, kind, trace);
    }

    /** Returns the same in the colour of a kind of spans, unless its emphasis has one. */
    public Cell of(SpanKind colour) {
        return new Cell(text, beside, emphasis, raw, name, drawing, colour, trace);
    }

    /** Returns the same with words of ours behind the name. */
    public Cell and(String words) {
        return new Cell(text, words, emphasis, raw, name, drawing, kind, trace);
    }

    /** Returns the same about a workflow, to which outputs may link. */
    public Cell about(TraceId workflow) {
        return new Cell(text, beside, emphasis, raw, name, drawing, kind, workflow);
    }

    /** Returns what is drawn on the {@linkplain io.agentprofiler.analyzer.view.Column.TrackAxis axis} of its column. */
    public static Cell track(Track track) {
        return drawn(track);
    }

    private static Cell drawn(Drawing drawing) {
        return new Cell("", "", Emphasis.PLAIN, null, false, drawing, null, null);
    }

    /** Answers whether a bar is drawn. */
    public boolean isBar() {
        return drawing instanceof ShareBar;
    }

    /** Answers whether nothing is said by it. */
    public boolean isBlank() {
        return drawing == null
                && beside.isEmpty()
                && (text.isBlank() || text.equals(Units.UNKNOWN) || text.equals("0"));
    }
}
