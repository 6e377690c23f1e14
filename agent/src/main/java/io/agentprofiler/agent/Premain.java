// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Locale;

/**
 * Entry point of {@code -javaagent:agent-profiler.jar}.
 *
 * <p>Runs before every application, whether it uses an AI framework or not, so it does next to nothing: it decides
 * whether to be active at all and registers the {@link FrontFilter}. No thread is started, no library is loaded. It keeps
 * away from {@code java.util.logging}, JMX and {@code java.nio.file}: touching them before {@code main} would fix choices
 * (log manager, file system provider) that belong to the application.
 *
 * <p><b>Threading:</b> main thread.
 *
 * <p><b>Errors:</b> none reach the JVM; whatever goes wrong costs one line on stderr and the application starts.
 */
public final class Premain {
    /** The property that asks for {@link DoctorNotes}; here, so that their class is loaded only where it is set. */
    static final String DOCTOR = "agentprofiler.doctor.notes";

    private static final String PREFIX = "[agent-profiler] ";

    /**
     * Whether an agent is active in this JVM. The jar of each {@code -javaagent} is put on the system class path, and so is
     * the jar of one that is attached later, so this is the same class for all of them. No system property: those may be
     * inherited from a JVM that started this one.
     */
    private static volatile boolean active;

    /** What looks at classes as they are loaded; {@code null} where there is no agent, or nothing for it to look for. */
    private static volatile FrontFilter filter;

    /** As it was before the application, which may put an object of its own there: none of its code is to run. */
    private static final PrintStream ERR = System.err;

    private Premain() {}

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            long begin = System.nanoTime();
            if (System.getProperty(DOCTOR) != null) {
                DoctorNotes.begin();
            }
            if (start(arguments, instrumentation) && isLog("debug")) {
                say("premain took " + (System.nanoTime() - begin) / 1000 + " us");
            }
        } catch (Throwable t) {
            // nothing of ours may keep an application from starting
            say("not started: " + t);
        }
    }

    private static boolean start(String arguments, Instrumentation instrumentation) throws Exception {
        if (!flag("agentprofiler.enabled", true) || JdkTools.runsHere()) {
            return false;
        }
        if (active) {
            say("is already active in this JVM; this second -javaagent is ignored. Remove one of them.");
            return false;
        }
        if (arguments != null && !arguments.isEmpty()) {
            say("takes no arguments, \"" + arguments + "\" is ignored. Settings are system properties:"
                    + " -Dagentprofiler.<name>=<value>; -Dagentprofiler.help=true lists them.");
        }
        install(instrumentation, 0);
        return true;
    }

    /** Answers whether an agent is active in this JVM. */
    static boolean isActive() {
        return active;
    }

    /**
     * Makes the agent active.
     *
     * @param session 0 before the application, else how many times an agent was attached to it, with this one
     * @return the filter, {@code null} where the settings leave it nothing to look for
     */
    static FrontFilter install(Instrumentation instrumentation, int session) throws Exception {
        active = true;
        File jar = ownJar();
        if (flag("agentprofiler.help", false)) {
            CoreStart.printHelp(jar);
        }
        filter = FrontFilter.install(jar, instrumentation, session);
        return filter;
    }

    /** Returns what looks at classes, {@code null} where there is no agent, or nothing for it to look for. */
    static FrontFilter filter() {
        return filter;
    }

    /** No agent is active any more: another may be attached. */
    static void forget() {
        filter = null;
        active = false;
    }

    /** Returns the jar this class came from. */
    static File ownJar() throws URISyntaxException {
        return fileOf(Premain.class.getProtectionDomain().getCodeSource().getLocation());
    }

    /** Returns the file of an address; on a network drive of Windows, the address has the server's name before the path. */
    static File fileOf(URL location) throws URISyntaxException {
        URI address = location.toURI();
        return address.getAuthority() == null
                ? new File(address)
                : new File("//" + address.getAuthority() + address.getPath());
    }

    /** Prints where a failure happened, on stderr. */
    static void trace(Throwable failure) {
        failure.printStackTrace(ERR);
    }

    /** Prints one line on stderr, unless the log is switched off. */
    static void say(String line) {
        note(line);
        if (!isLog("off")) {
            ERR.println(PREFIX + line);
        }
    }

    /** Leaves a line for the doctor, if it watches. */
    static void note(String line) {
        if (System.getProperty(DOCTOR) != null) {
            DoctorNotes.say(line);
        }
    }

    /** Answers whether {@code agentprofiler.log} is {@code level}, read as the core reads it. */
    static boolean isLog(String level) {
        String log = System.getProperty("agentprofiler.log");
        return log != null && level.equalsIgnoreCase(log.trim());
    }

    /** Reads a flag in the words the core reads; for any other, which it will report, the default counts. */
    static boolean flag(String property, boolean otherwise) {
        String text = System.getProperty(property);
        if (text == null) {
            return otherwise;
        }
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> otherwise;
        };
    }

    /**
     * Recognises the JDK's own tools (javac, jcmd, keytool, jar, ...), which meet the agent when it is set for every JVM by
     * {@code JAVA_TOOL_OPTIONS}. They are left alone, silently: other programs read what they print.
     *
     * <p><b>Threading:</b> any.
     */
    static final class JdkTools {
        private JdkTools() {}

        /** Answers whether this JVM runs a JDK tool. */
        static boolean runsHere() {
            return isTool(System.getProperty("jdk.module.main"), System.getProperty("sun.java.command"));
        }

        /**
         * Answers whether a JVM runs a JDK tool.
         *
         * @param mainModule value of {@code jdk.module.main}, or {@code null}
         * @param command value of {@code sun.java.command}, or {@code null}
         */
        static boolean isTool(String mainModule, String command) {
            if (mainModule != null && (mainModule.startsWith("jdk.") || mainModule.startsWith("java."))) {
                // "java Prog.java" compiles in jdk.compiler, but then runs a program of the user's
                return !(mainModule.equals("jdk.compiler") && isSourceLauncher(command));
            }
            return command != null
                    && (command.startsWith("sun.tools.") || command.startsWith("com.sun.tools."))
                    && !isSourceLauncher(command);
        }

        private static boolean isSourceLauncher(String command) {
            return command != null && command.contains("com.sun.tools.javac.launcher.");
        }
    }
}
