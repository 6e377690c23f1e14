// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Events that were lost on their way to the disk. */
public final class Dropped implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        Map<String, Long> dropped = jvm.run() == null ? Map.of() : jvm.run().dropped();
        if (dropped.isEmpty() || dropped.keySet().equals(Set.of("io"))) {
            return List.of();
        }
        return List.of(new Finding(
                "events were dropped",
                dropped + " in " + jvm.run().directory(),
                "nothing dropped; the trace format's page says what each reason means",
                "ring_full: a larger agentprofiler.ring.size; shed: a larger heap; cpu: a larger"
                        + " agentprofiler.cpu; removed: leave the files alone while"
                        + " the program runs",
                jvm.spans() == 0));
    }
}
