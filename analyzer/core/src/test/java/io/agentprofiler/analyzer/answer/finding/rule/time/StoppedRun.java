// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;

import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.JvmEvents.JvmStretch;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import java.util.Map;

/** A workflow of 400 ms that garbage collection and a lock stop. */
final class StoppedRun {
    /** Collections: three within the workflow, the last of which outlasts it. A lock: twice on its thread, always on another. */
    static final JvmEvents JVM = JvmEvents.of(
            List.of(stretch(-20, -10, "early"), stretch(90, 120, "p"), stretch(250, 260, "p"), stretch(390, 500, "p")),
            Map.of(
                    "main", List.of(stretch(150, 190, "com.acme.Cache"), stretch(290, 310, "com.acme.Cache")),
                    "other", List.of(stretch(0, 400, "com.acme.Cache"))));

    private StoppedRun() {}

    /** Returns the workflow: a model for 100 ms, then a tool for 200 ms, and beside that another one. */
    static TestRun workflow() {
        return agent().span(2, 1, 0, 100, "llm", "l")
                .span(3, 1, 100, 300, "tool", "t")
                .span(4, 1, 100, 200, "tool", "not waited for")
                .end(1, 400);
    }

    static JvmStretch stretch(double from, double to, String what) {
        return new JvmStretch(TestRun.at(from), TestRun.at(to), what);
    }
}
