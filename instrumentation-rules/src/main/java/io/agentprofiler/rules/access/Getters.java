// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.ClassAccess.Found;
import io.agentprofiler.rules.access.lookup.RecentClasses;
import java.lang.reflect.Proxy;

/**
 * Reads what the getters of one name would return, without running them: from fields, as the class files say.
 *
 * <p>A name stands for the first there is of {@code name()}, {@code getName()}, {@code isName()}, else for the field of this name.
 *
 * <p><b>Threading:</b> immutable; any thread. <b>Errors:</b> what reading a field of the object throws passes through, which only
 * an exhausted stack or heap makes it do.
 */
public final class Getters {
    /** What is answered when the object's class has nothing of the name. */
    public static final Object MISSING = ClassAccess.MISSING;

    /** What is answered when the object is none that is read by its fields alone. */
    public static final Object NOT_ORDINARY = new Object();

    /** Getters that call getters, and those others; deeper than this nothing sensible is. */
    static final int MOST_CALLS = 12;

    private final String name;
    private final AccessKey key;
    private final RecentClasses<Found> ordinary = new RecentClasses<>();

    /** Whether what the getter told others counts where the fields behind it cannot be read. */
    private final boolean learns;

    private Getters(String name, AccessKey key, boolean learns) {
        this.name = name;
        this.key = key;
        this.learns = learns;
    }

    /** Returns the getters of a name. */
    public static Getters named(String name) {
        return new Getters(name, new AccessKey(name), true);
    }

    /** Returns what reads the field of a name, whatever getters there are. */
    public static Getters ofField(String name) {
        return new Getters(name, new AccessKey(ClassAccess.FIELD + name), false);
    }

    /**
     * Reads an object of a class of the application that stands for itself; others answer {@link #NOT_ORDINARY}: proxies, maps,
     * enums, throwables and whatever is of the JDK.
     *
     * @return as {@link #read} does
     */
    public Object readOrdinary(Object on) {
        Class<?> type = on.getClass();
        Found found = ordinary.get(type);
        if (found == null) {
            found = ClassAccess.of(type).ordinary(key, name);
            ordinary.add(found);
        }
        return read(on, found);
    }

    /**
     * Reads an object.
     *
     * <p>Objects are compared by identity where the getter does.
     *
     * @return the value with optionals opened, {@code null} when it is absent; a {@link NotRead} when it cannot be read
     *     without running code of the application; {@link #MISSING} when there is nothing of the name
     */
    public Object read(Object on) {
        return read(on, ClassAccess.of(on.getClass()).accessor(key, name));
    }

    private Object read(Object on, Found found) {
        if (found.program == null) {
            return found.what instanceof NotRead unread ? learned(on, unread) : found.what;
        }
        Object value = found.program.read(on);
        if (value instanceof NotRead inner) {
            return learned(on, new NotRead(name, inner.why()));
        }
        return value == null || found.saysItself || !found.in.isBlank(on) ? value : null;
    }

    /** Returns what is not read of an object, but was told by it when others asked. */
    private Object learned(Object on, NotRead unread) {
        Object told = learns ? Learned.of(on, name) : null;
        return told == null ? unread : told;
    }

    /** Returns the invocation handler of a JDK proxy, where its state is; any other object as it is. */
    public static Object behind(Object on) {
        return Proxy.isProxyClass(on.getClass()) ? Proxy.getInvocationHandler(on) : on;
    }
}
