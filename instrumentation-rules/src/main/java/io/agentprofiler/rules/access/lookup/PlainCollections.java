// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import io.agentprofiler.rules.classfile.ClassFile;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;

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
    private static final Set<String> READ = Set.of(
            "size",
            "isEmpty",
            "toArray",
            "iterator",
            "get",
            "getOrDefault",
            "entrySet",
            "keySet",
            "values",
            "comparator");

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
        for (String[] words : ListFile.read(LIST)) {
            listed.put(words[0], words.length > 1 ? words[1] : "");
        }
        return listed;
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

    /** Returns what a view shows, and that what it shows; other objects as they are. */
    private static Object behind(Object object) {
        Object at = object;
        while (at != null && KNOWN.get(at.getClass()) instanceof FieldReader shown) {
            at = shown.read(at);
        }
        return at;
    }

    /**
     * Answers whether a map compares keys by asking the one it is given, and is not changed by that; or compares texts without
     * regard to case, as maps of HTTP headers do.
     */
    private static boolean looksUp(Object map) {
        return ClassFiles.isOfTheJdk(map.getClass())
                && !(map instanceof SortedMap<?, ?> sorted && sorted.comparator() != String.CASE_INSENSITIVE_ORDER)
                && !(map instanceof LinkedHashMap<?, ?>);
    }

    private static Object find(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            String view = LISTED.get(at.getName());
            if (view != null) {
                return at != type && overrides(type, at) ? NO : view.isEmpty() ? YES : view(at, view);
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
    private static boolean overrides(Class<?> type, Class<?> listed) {
        for (Class<?> at = type; at != listed; at = at.getSuperclass()) {
            // its class file: to ask the class would load all that its methods mention
            ClassFile file = ClassFiles.isOfTheJdk(at) ? null : ClassFiles.of(at);
            if (file == null || file.methods().stream().anyMatch(method -> READ.contains(method.name()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Answers whether a key can be looked for: one whose {@code equals} and {@code hashCode} are the JDK's own, as those of texts,
     * numbers and constants are.
     */
    public static boolean isKey(Object key) {
        return key instanceof String
                || key instanceof Enum<?>
                || key instanceof Integer
                || key instanceof Long
                || key instanceof Boolean
                || key instanceof Character
                || key instanceof Class<?>
                || key instanceof UUID;
    }

    /**
     * Returns the value of a {@linkplain #isKey key}, {@code null} when it has none. The map is a plain one. Maps that compare keys
     * their own way, that ask their own keys, or that take note of every look at them, are gone through instead.
     */
    public static Object get(Map<?, ?> map, Object key) {
        if (looksUp(behind(map))) {
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
