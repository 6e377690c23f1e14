// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.lookup.ClassFiles;
import java.util.Set;

/**
 * What a path must not call, even where a rule says so: methods that change something or wait, and methods of objects that only
 * stand for others.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class CallTargets {
    /** Methods that change, end or wait for something, whatever class has them. */
    private static final Set<String> REFUSED_NAMES = Set.of(
            "abort",
            "acquire",
            "add",
            "await",
            "cancel",
            "clear",
            "close",
            "commit",
            "complete",
            "createNewFile",
            "delete",
            "deleteOnExit",
            "destroy",
            "destroyForcibly",
            "disconnect",
            "drain",
            "execute",
            "exit",
            "flush",
            "gc",
            "halt",
            "interrupt",
            "invoke",
            "join",
            "kill",
            "lock",
            "lockInterruptibly",
            "mkdir",
            "mkdirs",
            "next",
            "notify",
            "notifyAll",
            "park",
            "poll",
            "pop",
            "read",
            "release",
            "remove",
            "reset",
            "resume",
            "rollback",
            "run",
            "send",
            "shutdown",
            "shutdownNow",
            "sleep",
            "start",
            "stop",
            "subscribe",
            "suspend",
            "take",
            "terminate",
            "tryLock",
            "unlock",
            "wait",
            "waitFor",
            "write");
    /** What the names of methods that change something begin with. */
    private static final Set<String> VERBS = Set.of(
            "add",
            "await",
            "cancel",
            "clear",
            "close",
            "delete",
            "destroy",
            "execute",
            "insert",
            "put",
            "remove",
            "save",
            "send",
            "set",
            "shutdown",
            "start",
            "stop",
            "update",
            "write");
    /** Classes and interfaces of the JDK of which nothing is called: they act on the process, its files and its threads. */
    private static final Set<String> REFUSED_OWNERS = Set.of(
            "java.io.File",
            "java.io.InputStream",
            "java.io.OutputStream",
            "java.io.Reader",
            "java.io.Writer",
            "java.lang.ClassLoader",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.ProcessHandle",
            "java.lang.Runtime",
            "java.lang.System",
            "java.lang.Thread",
            "java.lang.ThreadGroup",
            "java.nio.channels.Channel",
            "java.nio.file.Path",
            "java.util.Iterator",
            "java.util.concurrent.BlockingQueue",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Executor",
            "java.util.concurrent.Future",
            "java.util.concurrent.locks.Condition",
            "java.util.concurrent.locks.Lock",
            "java.util.stream.BaseStream");

    private CallTargets() {}

    /** Returns why no path may call a method of this name, {@code null} when it may. */
    public static String refusesName(String method) {
        return REFUSED_NAMES.contains(method) || changes(method)
                ? method + "() changes something or waits, and is never called"
                : null;
    }

    /** Answers whether a name begins with a verb of change: {@code setName}. */
    private static boolean changes(String method) {
        for (String verb : VERBS) {
            if (method.length() > verb.length()
                    && method.startsWith(verb)
                    && Character.isUpperCase(method.charAt(verb.length()))) {
                return true;
            }
        }
        return false;
    }

    /** Returns why a method of a class, with this name, is not called, {@code null} when it may be. */
    public static String refuses(Class<?> type, String method) {
        String name = refusesName(method);
        if (name != null) {
            return name;
        }
        String owner = refusedOwner(type);
        if (owner != null) {
            return "nothing of a " + owner + " is called";
        }
        if (!ClassFiles.isOfTheJdk(type) && !ClassAccess.of(type).isCompiled()) {
            return type.getName() + " has no class file that can be read: nothing of a proxy, mock or lambda is called";
        }
        return null;
    }

    /** Returns why nothing of an object is called, {@code null} when it may be. */
    public static String refuses(Object on) {
        Class<?> type = on.getClass();
        if (ClassFiles.isOfTheJdk(type)) {
            return null;
        }
        if (Rewritten.isRewritten(type)) {
            return type.getName() + " was changed while the application ran, as mocks and spies are";
        }
        return ClassAccess.of(type).isBlank(on)
                ? "an object of " + type.getName() + " without any state is taken for a mock"
                : null;
    }

    private static String refusedOwner(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            String found = REFUSED_OWNERS.contains(at.getName()) ? at.getName() : refusedInterface(at);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static String refusedInterface(Class<?> type) {
        for (Class<?> each : type.getInterfaces()) {
            String found = REFUSED_OWNERS.contains(each.getName()) ? each.getName() : refusedInterface(each);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
