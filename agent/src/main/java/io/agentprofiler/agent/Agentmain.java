// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.lang.instrument.Instrumentation;

/**
 * Entry point of an agent that is attached to a JVM that runs already: {@code jcmd PID JVMTI.agent_load agent-profiler.jar}.
 *
 * <p>Settings are system properties here as well: the agent's options name some, which are set before anything reads them.
 * After that the start is {@link Premain}'s, and classes that are loaded already are woven by retransformation.
 *
 * <p><b>Threading:</b> the JVM's attach listener.
 *
 * <p><b>Errors:</b> none reach the JVM, which would print a stack trace on the application's stderr; whatever goes wrong costs one
 * line there.
 */
public final class Agentmain {
    private Agentmain() {}

    /** Called by the JVM. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        try {
            attach(options, instrumentation);
        } catch (Throwable t) {
            // nothing of ours may disturb an application
            Premain.say("not attached: " + t);
        }
    }

    private static void attach(String options, Instrumentation instrumentation) throws Exception {
        if (Premain.isActive()) {
            Premain.say("is already active in this JVM; it is not attached again, and its settings stay as they are.");
            return;
        }
        AttachOptions settings = AttachOptions.parse(options);
        if (settings.problem() != null) {
            Premain.say("not attached: " + settings.problem());
            return;
        }
        settings.values().forEach(System::setProperty);
        if (System.getProperty(Premain.DOCTOR) != null) {
            DoctorNotes.begin();
        }
        if (!Premain.flag("agentprofiler.enabled", true)) {
            Premain.say("not attached: agentprofiler.enabled is false");
            return;
        }
        FrontFilter filter = Premain.install(instrumentation, true);
        if (filter != null) {
            filter.beginIfAnyHits(instrumentation.getAllLoadedClasses());
        }
    }
}
