// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.engine.JoinPoints;
import io.agentprofiler.agent.weave.Switches;
import io.agentprofiler.rules.model.Rule;
import java.io.File;
import java.util.List;

/**
 * Everything behind a join point, put together: engine, ring, sinks.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class Recording {
    private final JoinPoints joinPoints;

    private Recording(JoinPoints joinPoints) {
        this.joinPoints = joinPoints;
    }

    static Recording start(Settings settings, List<Rule> rules, Switches switches) {
        return new Recording((rule, type, method, returns, annotations) -> null);
    }

    JoinPoints joinPoints() {
        return joinPoints;
    }

    /** Returns the run's directory, {@code null} when nothing is written. */
    File directory() {
        return null;
    }

    /** Called about twice a second. */
    void tick() {}
}
