// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.access.lookup.AskedLoaders;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers whether a class that is being loaded is a subtype of another, by reading class files. No class is loaded for it:
 * loading one from within a transformer would change the order in which the application's classes come up. A class loader of the
 * application is not asked for them; what its classes extend is known once they are loaded.
 *
 * <p><b>Threading:</b> any thread. What is known of a loader's types is kept weakly by the loader's identity,
 * at most {@link #TYPES_PER_LOADER} each: loaders are the application's, and may answer neither {@code equals} nor
 * {@code hashCode}.
 */
final class Supertypes {
    private static final int TYPES_PER_LOADER = 2_000;
    private static final String[] NONE = {};
    /** Stands for supertypes that are not known. */
    static final String UNKNOWN = "?";

    private final Map<LoaderKey, Bounded> known = new ConcurrentHashMap<>();
    private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

    /**
     * Returns the internal names of all supertypes of the class, as far as they can be read; with {@link #UNKNOWN} where its loader
     * would have to be asked and is the application's.
     */
    Set<String> of(ClassOutline type, ClassLoader loader) {
        for (Object gone = collected.poll(); gone != null; gone = collected.poll()) {
            known.remove(gone);
        }
        Bounded ofLoader = known.computeIfAbsent(new LoaderKey(loader, collected), key -> new Bounded());
        boolean asks = AskedLoaders.contain(loader);
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        addDirect(direct(type), all, open);
        while (!open.isEmpty()) {
            String name = open.pop();
            if (!asks && !name.startsWith("java/")) {
                all.add(UNKNOWN);
                continue;
            }
            String[] direct = ofLoader.get(name);
            if (direct == null) {
                direct = read(name, loader);
                ofLoader.put(name, direct);
            }
            addDirect(direct, all, open);
        }
        return all;
    }

    /** Returns of how many loaders something is known. */
    int loaders() {
        return known.size();
    }

    private static void addDirect(String[] names, Set<String> all, Deque<String> open) {
        for (String name : names) {
            if (all.add(name)) {
                open.push(name);
            }
        }
    }

    private static String[] direct(ClassOutline type) {
        String superName = type.superName();
        String[] interfaces = type.interfaces();
        if (superName == null || superName.equals("java/lang/Object")) {
            return interfaces;
        }
        String[] all = new String[interfaces.length + 1];
        all[0] = superName;
        System.arraycopy(interfaces, 0, all, 1, interfaces.length);
        return all;
    }

    private static String[] read(String name, ClassLoader loader) {
        try (InputStream in = open(name, loader)) {
            ClassOutline outline = in == null ? null : ClassOutline.of(in.readAllBytes());
            return outline == null ? NONE : direct(outline);
        } catch (IOException e) {
            // an optional parent that is not there, or cannot be read, ends this branch
            return NONE;
        }
    }

    private static InputStream open(String name, ClassLoader loader) throws IOException {
        String file = name + ".class";
        if (!name.startsWith("java/")) {
            return loader.getResourceAsStream(file);
        }
        // a loader would make an address of it first
        InputStream base = Object.class.getModule().getResourceAsStream(file);
        return base != null ? base : ClassLoader.getPlatformClassLoader().getResourceAsStream(file);
    }

    /** Supertypes by class, those that were asked for longest ago left out. Any thread may get and put; no other method is called. */
    private static final class Bounded extends LinkedHashMap<String, String[]> {
        private static final long serialVersionUID = 1;

        Bounded() {
            super(64, 0.75f, true);
        }

        @Override
        public synchronized String[] get(Object type) {
            return super.get(type);
        }

        @Override
        public synchronized String[] put(String type, String[] direct) {
            return super.put(type, direct);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String[]> eldest) {
            return size() > TYPES_PER_LOADER;
        }
    }

    /** A loader as a key: compared by identity, referred to weakly. A key whose loader was collected equals itself only. */
    private static final class LoaderKey extends WeakReference<ClassLoader> {
        private final int hash;

        LoaderKey(ClassLoader loader, ReferenceQueue<ClassLoader> collected) {
            super(loader, collected);
            this.hash = System.identityHashCode(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            ClassLoader loader = get();
            return loader != null && other instanceof LoaderKey key && key.refersTo(loader);
        }
    }
}
