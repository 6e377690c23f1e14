// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.rules.model.Rule;
import java.util.List;

/**
 * The rules of a run: those of the bundled files that are on, then the user's.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class EnabledRules {
    private EnabledRules() {}

    static List<Rule> of(Settings settings) {
        return List.of();
    }
}
