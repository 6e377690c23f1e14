// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.RunFiles;
import java.util.ArrayList;
import java.util.List;

/** Workflows were seen and not chosen. */
public final class SampledOut implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        RunFiles run = jvm.run();
        if (run == null || jvm.spans() > 0) {
            return List.of();
        }
        List<Finding> found = new ArrayList<>();
        long skipped = run.counter("workflows_skipped");
        // a run that is sampled out has nothing to write its counters for before its end
        Settings settings = Settings.parse(jvm.settings(), problem -> {});
        boolean none = settings.get(Setting.SAMPLE) == 0
                && !settings.get(Setting.SAMPLE_KEEP).any();
        if (skipped > 0 || none) {
            found.add(Finding.cause(
                    "all workflows are sampled out",
                    "agentprofiler.sample=" + settings.get(Setting.SAMPLE) + ": "
                            + (skipped == 0
                                    ? "no workflow is recorded"
                                    : "none of " + skipped + (skipped == 1 ? " workflow was" : " workflows were")
                                            + " recorded"),
                    "a share above 0; the default, 1, records every workflow",
                    "raise agentprofiler.sample, or record failures and slow workflows in any case:"
                            + " -Dagentprofiler.sample.keep=errors,slow:10s"));
        }
        long refused = run.counter("workflows_refused");
        if (refused > 0) {
            found.add(Finding.cause(
                    "callers asked not to record",
                    refused + (refused == 1 ? " workflow" : " workflows")
                            + " came with a traceparent whose sampled flag is not set",
                    "callers that sample, or that send no traceparent",
                    "change the sampling of the caller: its decision counts instead of agentprofiler.sample"));
        }
        return found;
    }
}
