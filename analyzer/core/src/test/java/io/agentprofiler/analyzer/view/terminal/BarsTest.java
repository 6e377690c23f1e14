// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.terminal.TerminalView.Bars;
import org.junit.jupiter.api.Test;

class BarsTest {
    @Test
    void shouldDrawSharesToAnEighth() {
        assertThat(Bars.share(0, 4, true)).isEmpty();
        assertThat(Bars.share(1, 4, true)).isEqualTo("████");
        assertThat(Bars.share(0.5, 3, true)).isEqualTo("█▌");
        assertThat(Bars.share(0.9999, 2, true)).isEqualTo("██");
        assertThat(Bars.share(7, 2, true)).isEqualTo("██");
        assertThat(Bars.share(0.5, 4, false)).isEqualTo("##");
    }

    @Test
    void shouldPlaceSpansOnTheAxis() {
        assertThat(Bars.span(0, 1, 8, true)).isEqualTo("████████");
        assertThat(Bars.span(0.25, 0.5, 8, true)).isEqualTo("  ██    ");
        assertThat(Bars.span(0.5, 0.5, 8, true)).isEqualTo("    ▏   ");
        assertThat(Bars.span(1, 1, 8, true)).isEqualTo("       ▏");
        assertThat(Bars.span(0.9, 3, 8, false)).isEqualTo("       =");
        assertThat(Bars.span(-1, 0.25, 8, false)).isEqualTo("==      ");
    }
}
