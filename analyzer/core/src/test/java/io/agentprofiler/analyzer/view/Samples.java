// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Documents that every renderer is tested with. */
public final class Samples {
    /** A name that would do harm wherever it were taken for anything but text. */
    public static final String HOSTILE =
            "\u001b[31m|</script><img src=x onerror=alert(1)>`*_[x](http://e.vil)_*` @everyone #1 &amp; \u202e\u009b ```";

    private Samples() {}

    public static Document of(Block... blocks) {
        return Document.of("sample/1", "A title <b>").addAll(List.of(blocks)).build();
    }

    /** A row per name, with a column that is blank everywhere and one that is so for people alone. */
    public static Table.Builder<String> table(String... names) {
        return Table.of("rows", List.of(names))
                .text("name", "name", Cell::name)
                .number("length", "length", name -> Cell.count(name.length()))
                .number("errors", "errors", name -> Cell.bad(0, Emphasis.BAD))
                .whereFilled();
    }

    /** A column that goes first where there is no room, and words about it. */
    public static Table footnote() {
        return Table.of("rows", List.of("a rather long name"))
                .text("name", Cell::name)
                .number("lane", name -> Cell.count(7))
                .dispensable(1)
                .footnote("lanes: <7>")
                .number("blank", name -> Cell.EMPTY)
                .whereFilled()
                .footnote("never")
                .build();
    }

    /** Numbered rows, the greatest first for people. */
    public static Table numbered(int rows, int most, int onPages) {
        return Table.of("rows", IntStream.range(0, rows).boxed().toList())
                .sorted(Comparator.reverseOrder())
                .atMost(most, "elsewhere")
                .onPages(onPages)
                .noun("thing")
                .text("name", "name", i -> Cell.name("name" + i))
                .build();
    }

    /** A parent that waits for a child, and the child. */
    public static Table tracks(String parent, String child) {
        return Table.of("spans", List.of(parent, child))
                .text("name", "span", name -> Cell.name(name).of(SpanKind.LLM).and(name.equals(child) ? "error" : ""))
                .tracks(
                        "time",
                        new Column.TrackAxis("400 ms", width -> 20),
                        name -> Cell.track(
                                        name.equals(parent)
                                                ? new Track(
                                                        List.of(
                                                                new Track.Stretch(0, 1, Track.Shade.LINE),
                                                                new Track.Stretch(0, 0.25, Track.Shade.SOLID),
                                                                new Track.Stretch(0.5, 0.501, Track.Shade.SOLID)),
                                                        Double.NaN)
                                                : new Track(
                                                        List.of(new Track.Stretch(0.25, 0.75, Track.Shade.FAINT)), 0.5))
                                .of(SpanKind.LLM))
                .build();
    }
}
