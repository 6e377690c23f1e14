// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts the doctor, which says why there are no spans, on a runtime that can run it. No traced application ever loads this
 * class; the doctor itself lies with the core.
 *
 * <p><b>Threading:</b> main thread.
 */
final class DoctorStart {
    private static final String DOCTOR_CLASS = "io.agentprofiler.agent.doctor.Doctor";

    private DoctorStart() {}

    /** Runs the doctor, and exits with its code. */
    static void run(String[] arguments) throws Exception {
        int code;
        try {
            code = (int) Class.forName(DOCTOR_CLASS, true, new CoreLoader(Premain.ownJar(), new AtomicInteger()))
                    .getMethod("run", File.class, String[].class)
                    .invoke(null, Premain.ownJar(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
        // JAVA_TOOL_OPTIONS may have put the agent into this JVM as well, which has nothing to say of it
        System.setProperty("agentprofiler.log", "off");
        System.exit(code);
    }
}
