// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Entry point of an agent that is attached to a JVM that runs already: {@code java -jar agent-profiler.jar PID}, or
 * {@code jcmd PID JVMTI.agent_load agent-profiler.jar}. The one option {@code stop} takes it out again.
 *
 * <p>Settings are system properties here as well: the agent's options name some, which are set before anything reads them,
 * and are put back to what they were when the agent is detached. After that the start is {@link Premain}'s, and classes that
 * are loaded already are woven by retransformation.
 *
 * <p><b>Threading:</b> the JVM's attach listener.
 *
 * <p><b>Errors:</b> none reach the JVM, which would print a stack trace on the application's stderr; whatever goes wrong costs one
 * line there, and is told to whoever attached by {@link Attachment}.
 */
public final class Agentmain {
    private static final String STOP = "stop";

    /** How often an agent was attached to this JVM; for the attach listener, which is one thread. */
    private static int sessions;

    private Agentmain() {}

    /** Called by the JVM. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        try {
            if (options != null && options.strip().equals(STOP)) {
                detach();
            } else {
                attach(options, instrumentation);
            }
        } catch (Throwable t) {
            // nothing of ours may disturb an application
            refuse("not attached: " + t);
        }
    }

    private static void detach() {
        FrontFilter filter = Premain.filter();
        if (filter == null) {
            Premain.say("is not active in this JVM: there is nothing to stop");
            return;
        }
        Attachment.tell(Attachment.STOPPING, "");
        filter.detach();
    }

    private static void attach(String options, Instrumentation instrumentation) throws Exception {
        if (Premain.isActive()) {
            Premain.say("is already active in this JVM; it is not attached again, and its settings stay as they are.");
            return;
        }
        AttachOptions settings = AttachOptions.parse(options);
        if (settings.problem() != null) {
            refuse("not attached: " + settings.problem());
            return;
        }
        Attachment.set(settings.values());
        if (System.getProperty(Premain.DOCTOR) != null) {
            DoctorNotes.begin();
        }
        FrontFilter filter = null;
        String refusal = "not attached: agentprofiler.enabled is false";
        if (Premain.flag("agentprofiler.enabled", true)) {
            refusal = null;
            sessions++;
            Attachment.tell(Attachment.STARTING, "");
            filter = Premain.install(instrumentation, sessions);
        }
        if (filter == null) {
            Premain.forget();
            Attachment.restore();
            if (refusal == null) {
                // the filter has said why
                Attachment.tell(Attachment.FAILED, "the settings leave nothing to trace");
            } else {
                refuse(refusal);
            }
        } else if (!filter.beginIfAnyHits(instrumentation.getAllLoadedClasses())) {
            Attachment.tellWaiting();
        }
    }

    private static void refuse(String line) {
        Premain.say(line);
        Attachment.tell(Attachment.FAILED, line);
    }

    /**
     * The options of an agent that is attached: settings as on a command line,
     * {@code -Dagentprofiler.dir=/var/traces -Dagentprofiler.content=none}. A value reaches as far as the next {@code -D}, so it may
     * hold spaces, and nothing needs to be quoted.
     *
     * <p><b>Threading:</b> immutable.
     *
     * @param values what to set, by name
     * @param problem what is wrong, in words; {@code null} where nothing is, and then nothing is to be set
     */
    record AttachOptions(Map<String, String> values, String problem) {
        private static final String PREFIX = "agentprofiler.";

        private static final String EXPECTED =
                ", expected settings of the agent: -Dagentprofiler.dir=/var/traces -Dagentprofiler.content=none";

        /** Reads options; {@code null} or a blank text names no setting. */
        static AttachOptions parse(String options) {
            Map<String, String> values = new LinkedHashMap<>();
            if (options == null || options.isBlank()) {
                return new AttachOptions(values, null);
            }
            for (String option : options.strip().split("\\s+(?=-D)")) {
                int equals = option.indexOf('=');
                String name = option.startsWith("-D") && equals > 0 ? option.substring(2, equals) : "";
                if (!name.startsWith(PREFIX)) {
                    return new AttachOptions(Map.of(), "found option '" + oneLine(option) + "'" + EXPECTED);
                }
                values.put(name, option.substring(equals + 1));
            }
            return new AttachOptions(values, null);
        }

        private static String oneLine(String text) {
            return text.replace("\r", "\\r").replace("\n", "\\n");
        }
    }
}
