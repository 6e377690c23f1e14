// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.log;

import io.agentprofiler.rules.path.object.Throwables;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/**
 * The agent's only voice: whole lines on stderr, each with the prefix {@code [agent-profiler]}.
 *
 * <p>By default two lines are printed in a JVM's life, one at the start and one at the exit with the counters; problems the
 * user must know of (a wrong setting, a full disk) are printed once each. {@code agentprofiler.log=debug} prints more.
 *
 * <p><b>Threading:</b> any thread but an application's hot path; a line is one write.
 */
public final class AgentLog {
    private static final PrintStream OUT = standardError();
    private static volatile boolean debug;
    private static volatile boolean silent;
    private static volatile Consumer<String> copy;

    private AgentLog() {}

    /**
     * The process's own stderr. {@code System.err} may be the application's by now: to print on it would run its code, and what
     * test runners put there is gone at the exit.
     */
    private static PrintStream standardError() {
        return new PrintStream(new FileOutputStream(FileDescriptor.err), true, charset());
    }

    /** The JDK names it differently from version to version. */
    private static Charset charset() {
        for (String property : new String[] {"stderr.encoding", "sun.stderr.encoding", "native.encoding"}) {
            String name = System.getProperty(property);
            if (name != null && Charset.isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return Charset.defaultCharset();
    }

    /** Sets the level: {@code off} prints nothing at all, {@code info} the default, {@code debug} everything. */
    public static void level(String level) {
        debug = "debug".equals(level);
        silent = "off".equals(level);
    }

    /** Hands the lines a user should see to somebody else as well, whatever the level. */
    public static void copyTo(Consumer<String> other) {
        copy = other;
    }

    /** Prints a line the user should see. */
    public static void info(String line) {
        Consumer<String> other = copy;
        if (other != null) {
            other.accept(line);
        }
        if (!silent) {
            print(line);
        }
    }

    /** Prints a line only under {@code agentprofiler.log=debug}. */
    public static void debug(String line) {
        if (debug) {
            print(line);
        }
    }

    /** Prints text of any number of lines as it is: an answer the user asked for, whatever the level. */
    public static void answer(String text) {
        OUT.println(text);
    }

    /**
     * Returns what may be said of a failure: its class, and what the JVM says of classes and methods that do not fit each other.
     * No other message: it may quote what an application was given. Calls no method of the failure.
     */
    public static String describe(Throwable failure) {
        Class<?> type = failure.getClass();
        String message =
                failure instanceof LinkageError && type.getClassLoader() == null ? Throwables.message(failure) : null;
        return type.getName() + (message == null ? "" : ": " + message);
    }

    private static void print(String line) {
        OUT.println("[agent-profiler] " + line.replace("\r", "\\r").replace("\n", "\\n"));
    }

    /** Answers whether {@link #debug(String)} prints, to spare building the line. */
    public static boolean isDebug() {
        return debug;
    }
}
