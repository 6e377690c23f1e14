// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.container;

import io.agentprofiler.rules.access.lookup.ClassFiles;
import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;

/**
 * Knows the collections and maps that can be read without running code of the application and without waiting for a
 * lock of it: those that {@code rules/types/collections} lists, what extends them without changing how they are read, and the
 * JDK's unmodifiable views of such.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class PlainCollections {
    private static final String LIST = "/rules/types/collections";
    /** Listed classes; of views, the field that holds what they show. */
    private static final Map<String, String> LISTED = read();
    /** What is called of collections and maps here; whoever overrides one of them is asked nothing. */
    private static final String[] READ = {
        "size", "isEmpty", "toArray", "iterator", "get", "getOrDefault", "entrySet", "keySet", "values", "comparator"
    };

    private static final Object NO = new Object();
    private static final Object YES = new Object();
    /** Of each class {@link #NO}, {@link #YES}, or of a view what reads the collection it shows. */
    private static final ClassValue<Object> KNOWN = new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
            return find(type);
        }
    };

    private PlainCollections() {}

    private static Map<String, String> read() {
        Map<String, String> listed = new HashMap<>();
        try (InputStream in = PlainCollections.class.getResourceAsStream(LIST)) {
            if (in == null) {
                throw new IOException("no resource " + LIST);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String entry = line.strip();
                if (!entry.isEmpty() && !entry.startsWith("#")) {
                    String[] words = entry.split(" +");
                    listed.put(words[0], words.length > 1 ? words[1] : "");
                }
            }
            return listed;
        } catch (IOException e) {
            throw new UncheckedIOException("the list of plain collections cannot be read", e);
        }
    }

    /** Answers whether an object is a collection or map that can be read without running code. */
    public static boolean isPlain(Object object) {
        Object at = object;
        while (at instanceof Collection<?> || at instanceof Map<?, ?>) {
            Object known = KNOWN.get(at.getClass());
            if (!(known instanceof FieldReader shown)) {
                return known == YES;
            }
            at = shown.read(at);
        }
        return false;
    }

    private static Object find(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            String view = LISTED.get(at.getName());
            if (view != null) {
                return at != type && overrides(type) ? NO : view.isEmpty() ? YES : view(at, view);
            }
        }
        return NO;
    }

    private static Object view(Class<?> type, String field) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            FieldReader reader = FieldReaders.of(at, field);
            if (reader != null) {
                return reader;
            }
        }
        return NO;
    }

    /** Answers whether a class of the application changes how a collection of the JDK is read. */
    private static boolean overrides(Class<?> type) {
        try {
            for (Method method : type.getMethods()) {
                for (String name : READ) {
                    if (method.getName().equals(name) && !ClassFiles.isOfTheJdk(method.getDeclaringClass())) {
                        return true;
                    }
                }
            }
            return false;
        } catch (LinkageError e) {
            // A class may mention types that are not there (optional dependencies): then it cannot be asked.
            return true;
        }
    }

    /**
     * Returns the value of a key that is a text, {@code null} when it has none. The map is a plain one. Maps that compare keys
     * their own way, or take note of every look at them, are gone through instead.
     */
    public static Object get(Map<?, ?> map, Object key) {
        if (!(map instanceof SortedMap<?, ?>) && !(map instanceof LinkedHashMap<?, ?>)) {
            return map.get(key);
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (key.equals(entry.getKey())) {
                return entry.getValue();
            }
        }
        return null;
    }
}
