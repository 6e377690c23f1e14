// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;

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
    /** Set once an agent is active in this JVM. */
    static final String MARK = "io.agentprofiler.active";

    private static final String PREFIX = "[agent-profiler] ";

    private Premain() {}

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            long begin = System.nanoTime();
            if (start(arguments, instrumentation) && "debug".equals(System.getProperty("agentprofiler.log"))) {
                say("premain took " + (System.nanoTime() - begin) / 1000 + " us");
            }
        } catch (Throwable t) {
            // nothing of ours may keep an application from starting
            say("not started: " + t);
        }
    }

    private static boolean start(String arguments, Instrumentation instrumentation) throws Exception {
        if ("false".equalsIgnoreCase(System.getProperty("agentprofiler.enabled")) || JdkTools.runsHere()) {
            return false;
        }
        if (System.getProperty(MARK) != null) {
            say("is already active in this JVM; this second -javaagent is ignored. Remove one of them.");
            return false;
        }
        System.setProperty(MARK, "true");
        if (arguments != null && !arguments.isEmpty()) {
            say("takes no arguments, \"" + arguments + "\" is ignored. Settings are system properties:"
                    + " -Dagentprofiler.<name>=<value>; -Dagentprofiler.help=true lists them.");
        }
        File jar = ownJar();
        if (Boolean.getBoolean("agentprofiler.help")) {
            CoreStart.printHelp(jar);
        }
        FrontFilter.install(jar, instrumentation);
        return true;
    }

    private static File ownJar() throws URISyntaxException {
        return new File(Premain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Prints one line on stderr, unless the log is switched off. */
    static void say(String line) {
        if (!"off".equals(System.getProperty("agentprofiler.log"))) {
            System.err.println(PREFIX + line);
        }
    }
}
