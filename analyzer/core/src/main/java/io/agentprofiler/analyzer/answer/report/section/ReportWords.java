// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

/** Words that several sections of the report share. */
final class ReportWords {
    private static final int MOST_CHARACTERS = 60;

    /** Pages can be scrolled, but not without end. */
    static final int ROWS_ON_PAGES = 5_000;

    /** Where the rows are that people do not see. */
    static final String ALL_ROWS = "report --out DIR writes all of them";

    private ReportWords() {}

    /** Returns a name short enough for running text. */
    static String name(String name) {
        return name.length() <= MOST_CHARACTERS ? name : name.substring(0, MOST_CHARACTERS) + "…";
    }
}
