// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Answers whether a class that is being loaded is a subtype of another, by reading class files. No class is loaded for it:
 * loading one from within a transformer would change the order in which the application's classes come up.
 *
 * <p><b>Threading:</b> any thread. What is known of a loader's types is kept weakly by loader, at most {@link
 * #TYPES_PER_LOADER} each.
 */
final class Supertypes {
    private static final int TYPES_PER_LOADER = 2_000;
    private static final String[] NONE = {};

    private final Map<ClassLoader, Map<String, String[]>> known = Collections.synchronizedMap(new WeakHashMap<>());

    /** Returns the internal names of all supertypes of the class, as far as they can be read. */
    Set<String> of(ClassOutline type, ClassLoader loader) {
        Map<String, String[]> ofLoader = known.computeIfAbsent(loader, key -> bounded());
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        addDirect(direct(type), all, open);
        while (!open.isEmpty()) {
            String name = open.pop();
            String[] direct = ofLoader.get(name);
            if (direct == null) {
                direct = read(name, loader);
                ofLoader.put(name, direct);
            }
            addDirect(direct, all, open);
        }
        return all;
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
        ClassLoader source = name.startsWith("java/") ? ClassLoader.getPlatformClassLoader() : loader;
        try (InputStream in = source.getResourceAsStream(name + ".class")) {
            ClassOutline outline = in == null ? null : ClassOutline.of(in.readAllBytes());
            return outline == null ? NONE : direct(outline);
        } catch (IOException e) {
            // an optional parent that is not there, or cannot be read, ends this branch
            return NONE;
        }
    }

    private static Map<String, String[]> bounded() {
        return Collections.synchronizedMap(new LinkedHashMap<>(64, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String[]> eldest) {
                return size() > TYPES_PER_LOADER;
            }
        });
    }
}
