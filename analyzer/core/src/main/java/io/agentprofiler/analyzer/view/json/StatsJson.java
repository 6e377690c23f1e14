// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Fields;
import tools.jackson.core.JsonGenerator;

/** Pieces that several JSON files have. What is not known has no field. */
public final class StatsJson {
    private StatsJson() {}

    public static void number(JsonGenerator json, String name, long number) {
        if (number != Unknown.LONG) {
            json.writeNumberProperty(name, number);
        }
    }

    /** Writes an object of token sums. */
    public static void tokens(JsonGenerator json, String name, Tokens tokens) {
        json.writeName(name);
        JsonView.value(Fields.of(tokens), json);
    }

    /** Writes an object of a distribution's figures; an empty distribution has its count only. */
    public static void distribution(JsonGenerator json, String name, Distribution values) {
        json.writeName(name);
        JsonView.value(Fields.of(values), json);
    }
}
