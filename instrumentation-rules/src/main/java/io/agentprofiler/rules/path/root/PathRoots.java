// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.root;

import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * The objects a path can start from: one call of one join point.
 *
 * <p>An object that the call does not have (no such argument, not returned yet) is {@code null}.
 */
public interface PathRoots {
    /** Returns the instance the method was called on, {@code null} for a static method. */
    Object self();

    /** Returns argument {@code index}, counted from 0. */
    Object arg(int index);

    /** Returns the arguments by their names {@code arg0}, {@code arg1} …; those that are {@code null} are left out. */
    default Map<String, Object> allArgs() {
        return Map.of();
    }

    /** Returns what rules kept of the span's elements under a name: an object, or a list of the JDK's of all of them. */
    default Object kept(String name) {
        return null;
    }

    /** Returns the result; of a future its value, of a publisher or an iterator its last element. */
    Object result();

    /** Returns what the call failed with. */
    Throwable thrown();

    /**
     * Returns the argument annotated with the named annotation. Where the call's arguments follow
     * {@link java.lang.reflect.InvocationHandler#invoke} the annotations are those of the reflected method, otherwise
     * those of the join point's own.
     */
    Object annotatedArg(String annotationType);

    /** Returns where values of this call take maps and lists from; {@code null} where each is to be a new one. */
    default Containers containers() {
        return null;
    }

    /**
     * Told when a step of a path names an accessor that the object's class does not have. The path's value is absent;
     * this is how a rule that drifted away from its framework becomes visible.
     */
    default void unresolved(String path, Class<?> on, String step) {}

    /**
     * Told when a step of a path is there but would have to run code of the application. The value is absent.
     *
     * @param step the step
     * @param why why it is not read
     */
    default void notRead(String path, String step, String why) {}

    /**
     * Told when an accessor of the application threw. The value is absent; whether the rule stays on is the receiver's
     * decision.
     */
    default void failed(String path, Throwable failure) {}

    /**
     * Calls a method of the application that a path asks for. Every such call of every path comes through here, so that the
     * receiver can refuse it, or limit how long it waits for it.
     *
     * @param path the path, for messages
     * @param method takes the object and gives the result, {@code (Object)Object}
     * @param on the object
     * @return what the method returned; {@code null} for a call that was not made
     * @throws Throwable what the method threw; the path tells it to {@link #failed}
     */
    default Object call(String path, MethodHandle method, Object on) throws Throwable {
        return (Object) method.invokeExact(on);
    }
}
