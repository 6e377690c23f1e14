// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.view;

import io.agentprofiler.analyzer.lab.forecast.stage.PublishedScores;
import io.agentprofiler.analyzer.lab.forecast.stage.PublishedScores.Target;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.forecast.Forecast;

/** How the forecasts did that the agent published while the workflows went on. */
final class PublishedSection {
    private PublishedSection() {}

    static Section of(PublishedScores scores) {
        Section.Builder section = Section.under(
                        "Published by the agent",
                        Units.count(scores.published(), "forecast") + ", " + Units.count(scores.compared())
                                + " compared with what then happened, in "
                                + Units.count(scores.workflows(), "workflow"))
                .add(new Value("published", fields(scores)));
        if (scores.compared() == 0) {
            return section.add(new Note("!", "the input holds none of their workflows whole", Emphasis.WARNING))
                    .build();
        }
        section.add(Table.of(null, scores.targets())
                .text("forecast", row -> Cell.words(row.target().title()))
                .number("told", row -> Cell.count(row.forecasts()))
                .number("mean error", row -> Cell.words(StageSections.value(row.target(), row.error())))
                .number("mean", row -> Cell.words(StageSections.value(row.target(), row.mean())))
                .dispensable(1)
                .number("with an interval", row -> Cell.count(row.intervals()))
                .number("held", row -> Cell.count(row.held()))
                .number(
                        "of " + Math.round(Forecast.LEVEL * 100) + " %",
                        row -> row.intervals() == 0 ? Cell.EMPTY : Cell.share(row.held(), row.intervals()))
                .number("its width", row -> Cell.words(StageSections.value(row.target(), row.width())))
                .dispensable(2)
                .build());
        if (scores.tools() > 0) {
            section.add(Facts.about("Next tool  ")
                    .add("told " + Units.count(scores.tools(), "time"))
                    .add(Units.share(scores.toolHits(), scores.tools()) + " right")
                    .build());
        }
        return section.build();
    }

    private static Fields fields(PublishedScores scores) {
        return new Fields()
                .put("forecasts", scores.published())
                .put("compared", scores.compared())
                .put("workflows", scores.workflows())
                .put(
                        "targets",
                        scores.targets().stream().map(PublishedSection::fields).toList())
                .put("next_tool", new Fields().put("forecasts", scores.tools()).put("right", scores.toolHits()));
    }

    private static Fields fields(Target target) {
        return new Fields()
                .put("target", target.target().word())
                .put("unit", target.target().unit())
                .put("forecasts", target.forecasts())
                .put("mean", target.mean())
                .put("mean_absolute_error", target.error())
                .put("intervals", target.intervals())
                .put("held", target.held())
                .put("interval_mean_width", Double.isNaN(target.width()) ? null : target.width());
    }
}
