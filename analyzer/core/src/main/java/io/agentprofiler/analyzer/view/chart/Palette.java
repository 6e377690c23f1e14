// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import java.awt.Color;

/** Colours that can be told apart. */
final class Palette {
    static final Color GRID = new Color(0xdddddd);
    static final Color TEXT = new Color(0x222222);

    private static final Color[] SERIES = {
        new Color(0x1f77b4),
        new Color(0xff7f0e),
        new Color(0x2ca02c),
        new Color(0xd62728),
        new Color(0x9467bd),
        new Color(0x8c564b),
        new Color(0xe377c2),
        new Color(0x7f7f7f),
        new Color(0xbcbd22),
        new Color(0x17becf)
    };

    private Palette() {}

    /** Returns the colour of a series; they repeat after ten. */
    static Color series(int index) {
        return SERIES[index % SERIES.length];
    }
}
