// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.tracer;

import io.agentprofiler.rules.access.lookup.StaticFields;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tells which span of another tracer is current on a thread.
 *
 * <p>As long as no class of such a tracer was loaded, {@link #current} is one read. Otherwise it reads the tracer's own
 * {@link ThreadLocal}, whose class must be exactly that of the JDK: its {@code get} then runs no other code. The tracer's classes
 * and objects are held weakly.
 *
 * <p><b>Threading:</b> any thread. Nothing here waits; only the first sight of a tracer's class takes a lock.
 */
public final class OtherTracers {
    /** Is in the name of every storage class. The list of tracers is read once a class is met that has it, so never in most programs. */
    static final String MARK = "opentelemetry";

    /** Storage classes that were loaded, in the order of the list of tracers; {@code null} before the first. */
    private volatile Storage[] storages;

    /** The tracers that are listed. */
    private static final class Known {
        static final List<TracerFields> TRACERS = TracerFields.all();

        private Known() {}
    }

    /**
     * Told of a class that is being loaded.
     *
     * @param loader {@code null} for the JVM's own
     * @param className internal name
     */
    public void loading(ClassLoader loader, String className) {
        if (className.contains(MARK)) {
            add(loader, className.replace('/', '.'));
        }
    }

    /** Told of all classes that were loaded before. */
    public void loaded(Class<?>[] classes) {
        for (Class<?> type : classes) {
            if (type.getName().contains(MARK)) {
                add(type.getClassLoader(), type.getName());
            }
        }
    }

    private void add(ClassLoader loader, String name) {
        for (int i = 0; i < Known.TRACERS.size(); i++) {
            if (Known.TRACERS.get(i).storage().equals(name)) {
                add(new Storage(i, Known.TRACERS.get(i), loader));
            }
        }
    }

    private synchronized void add(Storage added) {
        List<Storage> kept = new ArrayList<>();
        if (storages != null) {
            for (Storage each : storages) {
                if (!each.isGone() && !each.isSame(added)) {
                    kept.add(each);
                }
            }
        }
        int at = 0;
        while (at < kept.size() && kept.get(at).order <= added.order) {
            at++;
        }
        kept.add(at, added);
        storages = kept.toArray(new Storage[0]);
    }

    /** Returns another tracer's context on the calling thread, an object for {@link #read}; {@code null} for none. */
    public Object current() {
        Storage[] all = storages;
        return all == null ? null : current(all);
    }

    private static Object current(Storage[] all) {
        for (Storage each : all) {
            Object context = each.current();
            if (context != null) {
                return context;
            }
        }
        return null;
    }

    /** Adds the ids of the span that a context has as its current one; nothing if there is none. */
    public static void read(Object context, Map<String, Object> into) {
        for (TracerFields tracer : Known.TRACERS) {
            if (tracer.read(context, into)) {
                return;
            }
        }
    }

    /** A tracer's storage class in one class loader. */
    private static final class Storage {
        final int order;
        private final TracerFields fields;
        private final boolean ofTheJvm;
        private final WeakReference<ClassLoader> loader;
        private volatile WeakReference<ThreadLocal<?>> local;
        private volatile boolean unknownForm;

        Storage(int order, TracerFields fields, ClassLoader loader) {
            this.order = order;
            this.fields = fields;
            this.ofTheJvm = loader == null;
            this.loader = new WeakReference<>(loader);
        }

        boolean isGone() {
            return !ofTheJvm && loader.get() == null;
        }

        boolean isSame(Storage other) {
            return order == other.order && loader.get() == other.loader.get();
        }

        Object current() {
            WeakReference<ThreadLocal<?>> found = local;
            ThreadLocal<?> contexts = found == null ? find() : found.get();
            return contexts == null ? null : contexts.get();
        }

        /** Finds the ThreadLocal; {@code null} as long as the tracer has not made it. */
        private ThreadLocal<?> find() {
            if (unknownForm || isGone()) {
                return null;
            }
            Class<?> type = StaticFields.loadedClass(loader.get(), fields.storage());
            Object value = type == null ? null : StaticFields.read(type, fields.local());
            if (value == null) {
                return null;
            }
            if (value.getClass() != ThreadLocal.class) {
                // a subclass may run code of its own
                unknownForm = true;
                return null;
            }
            ThreadLocal<?> found = (ThreadLocal<?>) value;
            local = new WeakReference<>(found);
            return found;
        }
    }
}
