// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.log.AgentLog;

/**
 * The modules of the JDK that the agent uses where they are there. A run-time image made by {@code jlink} may lack them,
 * and so may an application that is started as a module, whose graph holds only what it requires. Each missing module
 * costs what it is used for, and nothing else.
 *
 * <p><b>Threading:</b> any thread.
 */
enum JdkModule {
    /** JDK Flight Recorder. */
    FLIGHT_RECORDER("jdk.jfr", "flight recordings have no spans, and agentprofiler.jfr.file makes none"),
    /** The platform's management beans. */
    MANAGEMENT("java.management", "CPU time of spans, garbage collection and a nearly full heap are not noticed"),
    /** The JDK's own additions to these beans. */
    JDK_MANAGEMENT("jdk.management", "allocations of spans and CPU time of the process are not measured");

    private final String module;
    private final String cost;

    JdkModule(String module, String cost) {
        this.module = module;
        this.cost = cost;
    }

    /** Answers whether this JVM has the module. */
    boolean isThere() {
        return ModuleLayer.boot().findModule(module).isPresent();
    }

    /** Prints what is lost, if the module is missing; everything else is recorded. */
    void tellIfMissing() {
        if (!isThere()) {
            AgentLog.info("this Java runtime has no module " + module + ": " + cost
                    + "; everything else is recorded. To add it: --add-modules " + module
                    + " for java, or for jlink when building the image");
        }
    }
}
