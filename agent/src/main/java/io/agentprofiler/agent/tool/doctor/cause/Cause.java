// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;

/**
 * One thing that may be why there are no spans.
 *
 * <p><b>Threading:</b> stateless.
 */
@FunctionalInterface
public interface Cause {
    /**
     * Looks whether it is so. What is unknown is no reason to say so.
     *
     * @param jvm the JVM that should have spans
     * @param scene what is known besides
     * @return what was found; none when it is not so
     */
    List<Finding> look(Jvm jvm, Scene scene);
}
