// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.Scatter.Dot;
import io.agentprofiler.analyzer.view.Scatter.Scale;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Circles over two axes, on pages. */
class ScatterSvgTest {
    private static String drawn(Dot... dots) {
        return ScatterSvg.of(new Scatter(
                "Quality against cost",
                "",
                new Scale("cost", value -> String.format(Locale.ROOT, "$%.1f", value)),
                new Scale("score", value -> String.format(Locale.ROOT, "%.1f", value)),
                List.of(dots)));
    }

    /** The axes go from 0 to 4.5 and from 0 to 1.2; the areas are as 1 to 4. */
    @Test
    void shouldPlaceCirclesByTheirFiguresAndSizeThemByArea() {
        String svg = drawn(
                new Dot("dear", 4, 1, 400, "p95 4 s", Emphasis.GOOD),
                new Dot("cheap", 0, 0, 100, "p95 1 s", Emphasis.DIM));

        assertThat(svg)
                .contains("<circle class=\"good\" cx=\"525.6\" cy=\"81.7\" r=\"22.0\"><title>dear: p95 4 s</title>")
                .contains("<circle class=\"dim\" cx=\"90.0\" cy=\"310.0\" r=\"11.0\"><title>cheap: p95 1 s</title>")
                .contains(">$4.5</text>", ">1.2</text>", ">score</text>");
        // a small circle is not hidden behind a large one
        assertThat(svg.indexOf(">dear:")).isLessThan(svg.indexOf(">cheap:"));
    }

    @Test
    void shouldKeepNamesText() {
        assertThat(drawn(new Dot("<script>\"", 1, 1, 1, "", Emphasis.PLAIN)))
                .contains("&lt;script&gt;&quot;")
                .doesNotContain("<script");
    }
}
