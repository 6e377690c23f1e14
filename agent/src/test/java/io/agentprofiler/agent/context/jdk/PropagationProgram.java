// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.weave.link.CallSiteLinker;
import io.agentprofiler.agent.weave.link.Dispatcher;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A program in a JVM of its own, whose JDK classes are woven in the midst of its life: runs every {@code should..} method of
 * the classes named and prints a line a method. Started by {@link JdkPropagationTest}.
 */
public final class PropagationProgram {
    static final String OK = "ok ";
    static final String FAILED = "failed ";
    static final String SKIPPED = "skipped ";

    private static Instrumentation instrumentation;
    private static JdkPropagation propagation;

    private PropagationProgram() {}

    /** Called by the JVM before {@link #main}. */
    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    /** Runs scenarios. */
    public static void main(String[] classes) throws Exception {
        Early.startThreads();
        long before = System.nanoTime();
        propagation = JdkPropagation.switchOn(
                instrumentation,
                Dispatcher.install(instrumentation, new CallSiteLinker()).type());
        System.out.println("woven in " + (System.nanoTime() - before) / 1_000_000 + " ms");
        for (String name : classes) {
            Object scenarios = Class.forName(name).getDeclaredConstructor().newInstance();
            Method[] methods = scenarios.getClass().getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                if (method.getName().startsWith("should")) {
                    System.out.println(run(scenarios, method));
                }
            }
        }
        System.exit(0);
    }

    /** Gives the JDK's classes back the code they had, for the rest of the program. */
    static void giveBack() {
        propagation.remove(instrumentation);
    }

    private static String run(Object scenarios, Method method) throws IllegalAccessException {
        String name = scenarios.getClass().getSimpleName() + "." + method.getName();
        try {
            method.setAccessible(true);
            method.invoke(scenarios);
            return OK + name;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Skipped skipped) {
                return SKIPPED + name + " " + skipped.getMessage();
            }
            e.getCause().printStackTrace(System.err);
            return FAILED + name + " " + String.valueOf(e.getCause()).replaceAll("\\s+", " ");
        } finally {
            Under.assertClean(name);
        }
    }

    /** Thrown where a JDK lacks what a scenario is about. */
    static final class Skipped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Skipped(String reason) {
            super(reason);
        }
    }
}
