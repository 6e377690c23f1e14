// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A JVM of this machine, connected by the JDK's attach interface as {@code jcmd} is.
 *
 * <p>The module {@code jdk.attach} belongs to the JDK's own loader of applications, which the core's does not see; hence
 * reflection.
 *
 * <p><b>Threading:</b> one use, one thread.
 */
public final class OtherJvm implements AutoCloseable {
    private static final String MODULE = "jdk.attach";
    private static final String MACHINE = "com.sun.tools.attach.VirtualMachine";
    /** What an older tool makes of a newer JVM's answer that all is well. */
    private static final String WELL = "0";

    private static final int PART = 256;

    private final Object machine;

    private OtherJvm(Object machine) {
        this.machine = machine;
    }

    /**
     * A JVM that could be connected.
     *
     * @param pid its process
     * @param command its main class or jar and its arguments, as it shows them
     */
    public record Named(long pid, String command) {}

    /**
     * Returns the JVMs that this user's processes run, this one included, without asking them.
     *
     * @throws RefusedException when this runtime cannot look for any
     */
    public static List<Named> all() throws RefusedException {
        try {
            List<Named> found = new ArrayList<>();
            for (Object each : (List<?>) machineType().getMethod("list").invoke(null)) {
                Class<?> type = each.getClass().getClassLoader().loadClass(MACHINE + "Descriptor");
                found.add(new Named(Long.parseLong((String) type.getMethod("id").invoke(each)), (String)
                        type.getMethod("displayName").invoke(each)));
            }
            return found;
        } catch (InvocationTargetException e) {
            throw refused(e);
        } catch (ReflectiveOperationException e) {
            throw new RefusedException(e.toString());
        }
    }

    /**
     * Connects to a JVM, which begins with a signal that would end a process that is none.
     *
     * @throws RefusedException when it does not answer
     */
    public static OtherJvm connect(long pid) throws RefusedException {
        try {
            return new OtherJvm(machineType().getMethod("attach", String.class).invoke(null, Long.toString(pid)));
        } catch (InvocationTargetException e) {
            throw refused(e);
        } catch (ReflectiveOperationException e) {
            throw new RefusedException(e.toString());
        }
    }

    private static Class<?> machineType() throws RefusedException, ClassNotFoundException {
        ModuleLayer boot = ModuleLayer.boot();
        if (boot.findModule(MODULE).isEmpty()) {
            throw new RefusedException("the Java runtime in " + System.getProperty("java.home") + " has no module "
                    + MODULE + ": run this command with the java of a JDK");
        }
        return Class.forName(MACHINE, true, boot.findLoader(MODULE));
    }

    /** Returns the system properties of the JVM. */
    public Properties properties() throws RefusedException {
        return (Properties) call("getSystemProperties");
    }

    /** Returns what the JVM tells agents: its options and its command. */
    public Properties agentProperties() throws RefusedException {
        return (Properties) call("getAgentProperties");
    }

    /** Runs a diagnostic command of the JVM, which only HotSpot's implementation of the interface offers. */
    public String command(String text) throws RefusedException {
        try (InputStream in = (InputStream)
                machine.getClass().getMethod("executeJCmd", String.class).invoke(machine, text)) {
            // not readAllBytes: the stream answers a read of many bytes with an end that is none
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            byte[] part = new byte[PART];
            for (int read = in.read(part); read > 0; read = in.read(part)) {
                answer.write(part, 0, read);
            }
            return answer.toString(StandardCharsets.UTF_8);
        } catch (InvocationTargetException e) {
            throw refused(e);
        } catch (ReflectiveOperationException | IOException e) {
            throw new RefusedException(e.toString());
        }
    }

    /**
     * Has the JVM load an agent, and returns when its {@code agentmain} has.
     *
     * @param jar as the JVM's process sees it
     */
    public void load(String jar, String options) throws RefusedException {
        try {
            machine.getClass()
                    .getMethod("loadAgent", String.class, String.class)
                    .invoke(machine, jar, options);
        } catch (InvocationTargetException e) {
            if (!WELL.equals(e.getCause().getMessage())) {
                throw refused(e);
            }
        } catch (ReflectiveOperationException e) {
            throw new RefusedException(e.toString());
        }
    }

    private Object call(String method) throws RefusedException {
        try {
            return machine.getClass().getMethod(method).invoke(machine);
        } catch (InvocationTargetException e) {
            throw refused(e);
        } catch (ReflectiveOperationException e) {
            throw new RefusedException(e.toString());
        }
    }

    private static RefusedException refused(InvocationTargetException failure) {
        Throwable cause = failure.getCause();
        return new RefusedException(cause.getMessage() == null ? cause.toString() : cause.getMessage());
    }

    @Override
    public void close() {
        try {
            machine.getClass().getMethod("detach").invoke(machine);
        } catch (ReflectiveOperationException e) {
            // the JVM is over, and so is the connection
        }
    }

    /** A JVM that could not be asked, or took no agent; the message says why. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        /** Says why. */
        public RefusedException(String why) {
            super(why);
        }
    }
}
