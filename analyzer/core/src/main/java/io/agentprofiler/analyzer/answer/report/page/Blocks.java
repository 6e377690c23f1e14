// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanFigures;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanIdentity;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanRow;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanTexts;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanTimes;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * Writes rows as columns of integers, a block of some thousand spans at a time. A string is its place in the table; -1
 * stands for what is not known, to the page, too.
 *
 * <p>Columns of spans begin with the same letter as the field of {@link SpanRow}. {@code kids} is the length minus the self
 * time, -1 where that is not known. Where all numbers of a column are the same, it is that number. What few spans have is one list a column: the
 * distance from the place of the one before, how many numbers follow, and these. A browser reads one long list in a
 * fraction of the time that many short ones take. The page reads a number above 2<sup>53</sup> as the nearest one it can hold.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Blocks {
    private static final int SPANS = 4096;
    /** Characters of prompts, answers, arguments and results on one page: as many in the figures of spans as in conversations. */
    private static final long MAX_TEXT = 8_000_000;

    private final JsonGenerator json;
    /** Each string once, with its place. */
    private final Map<String, Long> strings = new LinkedHashMap<>();

    private final long base;
    private final int marksPerSpan;
    private final Map<String, List<Long>> workflows = new LinkedHashMap<>();
    private final List<String> traces = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final Map<String, List<Long>> spans = new LinkedHashMap<>();
    private final Map<String, List<Long>> sparse = new LinkedHashMap<>();
    /** Place in the block of the last span that has something in a sparse column. */
    private final Map<String, Integer> reached = new HashMap<>();

    private final Map<List<Long>, Long> factLists = new LinkedHashMap<>();
    private int inBlock;
    private long text;
    private long textsLeftOut;
    private long saidText;

    /**
     * Starts with nothing written.
     *
     * @param base time 0 of the page, nanoseconds since 1970
     * @param marksPerSpan most marks of chunks shown of a span
     */
    Blocks(JsonGenerator json, long base, int marksPerSpan) {
        this.json = json;
        this.base = base;
        this.marksPerSpan = marksPerSpan;
    }

    /** Adds a workflow. */
    void add(WorkflowRow row, boolean sampled) {
        traces.add(row.trace());
        add(workflows, "run", place(row.run()));
        add(
                workflows,
                "at",
                row.times().start() == Unknown.LONG ? Unknown.LONG : row.times().start() - base);
        add(workflows, "len", row.times().duration());
        add(workflows, "work", row.times().work());
        add(workflows, "total", row.counts().total());
        add(workflows, "kept", row.spans().size());
        add(workflows, "sampled", sampled ? 1 : 0);
        add(workflows, "models", row.counts().modelCalls());
        add(workflows, "tools", row.counts().toolCalls());
        add(workflows, "errors", row.counts().errors());
        add(workflows, "in", row.usage().input());
        add(workflows, "out", row.usage().output());
        add(workflows, "cost", row.usage().cost());
        add(workflows, "unpriced", row.usage().unpriced());
        add(workflows, "asked", place(row.asked()));
        int place = 0;
        for (SpanRow span : row.spans()) {
            add(span, place++);
        }
        if (inBlock >= SPANS) {
            flush();
        }
    }

    private void add(SpanRow span, int place) {
        SpanIdentity identity = span.identity();
        ids.add(TraceId.spanText(identity.id()));
        add(spans, "up", identity.parent() < 0 ? 0 : place - identity.parent());
        add(spans, "kind", identity.kind());
        add(spans, "name", place(identity.name()));
        add(spans, "label", place(identity.label()));
        SpanTimes times = span.times();
        add(spans, "at", times.start());
        add(spans, "len", times.duration());
        add(spans, "kids", times.self() == Unknown.LONG ? Unknown.LONG : times.duration() - times.self());
        add(spans, "thread", place(times.startThread()));
        boolean sameThread = times.endThread() == null || times.endThread().equals(times.startThread());
        add(spans, "end", sameThread ? -1 : place(times.endThread()));
        add(spans, "state", identity.state());
        add("asker", identity.asker() < 0 ? null : new long[] {identity.asker()});
        SpanFigures figures = span.figures();
        add("stream", figures.stream());
        add("marks", ChunkMarks.atMost(marksPerSpan, figures.marks()));
        add("usage", figures.usage());
        add("resources", figures.resources());
        add("load", figures.load());
        add("cost", figures.cost() == Unknown.LONG ? null : new long[] {figures.cost()});
        add("path", path(times));
        // most spans could take no longer: those have no entry
        add("slack", times.slack() == 0 ? null : new long[] {times.slack()});
        add("split", figures.split());
        SpanTexts texts = span.texts();
        if (texts.error() != null) {
            add("error", new long[] {place(texts.error()[0]), place(texts.error()[1])});
        }
        // calls of one place in a program mostly say the same of themselves
        add("facts", texts.facts().isEmpty() ? null : new long[] {factList(texts.facts())});
        add("texts", places(bounded(texts.content())));
        add("said", said(texts.said()));
        inBlock++;
    }

    /** Returns the distances from the span's start through the stretches; none where the span is one stretch. */
    private static long[] path(SpanTimes span) {
        long[] path = span.path();
        if (path == null) {
            return null;
        }
        if (path.length == 2 && path[0] == span.start() && path[1] == span.start() + span.duration()) {
            return new long[0];
        }
        long[] steps = path.clone();
        for (int i = path.length - 1; i > 0; i--) {
            steps[i] -= path[i - 1];
        }
        steps[0] -= span.start();
        return steps;
    }

    private long factList(List<String> facts) {
        return place(factLists, facts.stream().map(this::place).toList());
    }

    /** Returns the place of a string, from 0; -1 of {@code null}. */
    private long place(String string) {
        return string == null ? -1 : place(strings, string);
    }

    private static <T> long place(Map<T, Long> places, T element) {
        Long place = places.putIfAbsent(element, (long) places.size());
        return place == null ? places.size() - 1 : place;
    }

    /** Writes what the blocks refer to by its place: lists of names and values as the facts of spans, and all strings. */
    void writeTables() {
        json.writeArrayPropertyStart("fact_lists");
        factLists.keySet().forEach(this::list);
        json.writeEndArray();
        json.writeArrayPropertyStart("strings");
        strings.keySet().forEach(json::writeString);
        json.writeEndArray();
    }

    private List<String> bounded(List<String> texts) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < texts.size(); i += 2) {
            int length = texts.get(i + 1).length();
            if (text + length > MAX_TEXT) {
                textsLeftOut++;
            } else {
                text += length;
                kept.add(texts.get(i));
                kept.add(texts.get(i + 1));
            }
        }
        return kept;
    }

    /** Returns the places of what conversations show; -1 for a text that the page has no room for. */
    private long[] said(List<String> strings) {
        if (strings.isEmpty()) {
            return null;
        }
        long[] places = new long[strings.size()];
        places[0] = place(strings.get(0));
        for (int i = 1; i < places.length; i++) {
            String one = strings.get(i);
            boolean isNew = !this.strings.containsKey(one);
            if (isNew && saidText + one.length() > MAX_TEXT) {
                places[i] = -1;
            } else {
                saidText += isNew ? one.length() : 0;
                places[i] = place(one);
            }
        }
        return places;
    }

    private long[] places(List<String> texts) {
        return texts.isEmpty() ? null : texts.stream().mapToLong(this::place).toArray();
    }

    private void add(String column, long[] values) {
        if (values != null) {
            List<Long> list = sparse.computeIfAbsent(column, any -> new ArrayList<>());
            list.add((long) inBlock - reached.getOrDefault(column, 0));
            list.add((long) values.length);
            for (long value : values) {
                list.add(shown(value));
            }
            reached.put(column, inBlock);
        }
    }

    private static void add(Map<String, List<Long>> columns, String column, long value) {
        columns.computeIfAbsent(column, any -> new ArrayList<>()).add(shown(value));
    }

    /** Of what is not known the page has -1, which is short. */
    private static long shown(long value) {
        return value == Unknown.LONG ? -1 : value;
    }

    /** Returns how many texts did not fit into the page. */
    long textsLeftOut() {
        return textsLeftOut;
    }

    /** Writes the block that is begun, if any. */
    void flush() {
        if (traces.isEmpty()) {
            return;
        }
        json.writeStartObject();
        json.writeName("w");
        json.writeStartObject();
        ids(traces);
        columns(workflows);
        json.writeEndObject();
        json.writeName("s");
        json.writeStartObject();
        ids(ids);
        columns(spans);
        json.writeEndObject();
        json.writeName("x");
        json.writeStartObject();
        sparse.forEach((column, values) -> {
            json.writeName(column);
            list(values);
        });
        json.writeEndObject();
        json.writeEndObject();
        traces.clear();
        ids.clear();
        workflows.clear();
        spans.clear();
        sparse.clear();
        reached.clear();
        inBlock = 0;
    }

    private void ids(List<String> all) {
        json.writeArrayPropertyStart("id");
        all.forEach(json::writeString);
        json.writeEndArray();
    }

    private void columns(Map<String, List<Long>> columns) {
        columns.forEach((column, values) -> {
            json.writeName(column);
            Long first = values.get(0);
            if (values.stream().allMatch(first::equals)) {
                json.writeNumber(first);
            } else {
                list(values);
            }
        });
    }

    private void list(List<Long> values) {
        json.writeStartArray();
        values.forEach(json::writeNumber);
        json.writeEndArray();
    }
}
