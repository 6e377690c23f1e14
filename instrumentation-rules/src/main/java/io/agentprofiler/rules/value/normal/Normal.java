// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import io.agentprofiler.rules.access.Texts;
import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.path.root.PathRoots;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Turns objects of the application into values a trace can hold: String, Long, Double, Boolean, and List or Map of these.
 *
 * <ul>
 *   <li>whole numbers become Long, a {@link BigInteger} beyond that its digits as text;
 *   <li>Float and Double become Double with the digits they print with (0.2f is 0.2); not-a-number and infinity are absent;
 *   <li>text, characters, enums (their {@code name()}), classes (their name), UUIDs, URIs, URLs and {@code java.time} points
 *       in time become text, a {@link Duration} seconds as Double;
 *   <li>collections and arrays become lists without their absent elements, but bytes are absent: they are no text;
 *   <li>maps keep the keys that are text, enums, numbers or booleans, and the values that are not absent;
 *   <li>every other object is absent. Its {@code toString()} is never called unasked: it may be huge, slow or secret. A
 *       rule that wants it says so: {@code arg0.toString()}.
 * </ul>
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Normal {
    /** Containers deeper than this are absent; also what keeps one that contains itself from never ending. */
    private static final int MAX_DEPTH = 16;

    private Normal() {}

    /**
     * Returns the value of an object that {@code path} has read, {@code null} when it is absent.
     *
     * @param call told when the object's own methods throw
     */
    public static Object of(Object object, String path, PathRoots call) {
        try {
            return of(object);
        } catch (RuntimeException | StackOverflowError | LinkageError failure) {
            call.failed(path, failure);
            return null;
        }
    }

    /**
     * Returns the value of an object, {@code null} when it is absent. What a collection or text of the application throws
     * passes through.
     */
    public static Object of(Object object) {
        return of(object, 0);
    }

    private static Object of(Object object, int depth) {
        if (object == null || object instanceof String || object instanceof Long || object instanceof Boolean) {
            return object;
        }
        if (object instanceof Number number) {
            return number(number);
        }
        // before what is asked of interfaces: to find that a class has none takes longest
        if (object instanceof Enum<?> constant) {
            return constant.name();
        }
        if (object instanceof CharSequence text) {
            return Texts.isPlain(text) ? text.toString() : null;
        }
        if (object instanceof Character) {
            return object.toString();
        }
        if (object instanceof Collection<?> collection) {
            return depth == MAX_DEPTH || !PlainCollections.isPlain(collection)
                    ? null
                    : list(collection.toArray(), depth);
        }
        if (object instanceof Map<?, ?> map) {
            return depth == MAX_DEPTH || !PlainCollections.isPlain(map) ? null : map(map, depth);
        }
        if (object.getClass().isArray()) {
            return depth == MAX_DEPTH ? null : array(object, depth);
        }
        return other(object, depth);
    }

    private static Object number(Number number) {
        if (number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return number.longValue();
        }
        // these two can be extended; get() is final
        if (number instanceof AtomicInteger value) {
            return (long) value.get();
        }
        if (number instanceof AtomicLong value) {
            return value.get();
        }
        if (number instanceof Double value) {
            return Double.isFinite(value) ? value : null;
        }
        if (number instanceof Float value) {
            return Float.isFinite(value) ? Double.valueOf(value.toString()) : null;
        }
        if (number instanceof BigInteger value && value.getClass() == BigInteger.class) {
            return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value.toString();
        }
        if (number instanceof BigDecimal value && value.getClass() == BigDecimal.class) {
            double nearest = value.doubleValue();
            return Double.isFinite(nearest) ? nearest : null;
        }
        return null;
    }

    private static Object other(Object object, int depth) {
        if (object instanceof Class<?> type) {
            return type.getName();
        }
        if (object instanceof Duration duration) {
            return duration.getSeconds() + duration.getNano() / 1e9;
        }
        if (object instanceof UUID || object instanceof URI) {
            return object.toString();
        }
        if (object instanceof TemporalAccessor
                && object.getClass().getClassLoader() == null
                && object.getClass().getPackageName().equals("java.time")) {
            return object.toString();
        }
        if (object instanceof URL url) {
            return text(url);
        }
        if (object instanceof Optional<?> optional) {
            return of(optional.orElse(null), depth);
        }
        return null;
    }

    /** Puts a URL together as the JDK does: its own text is up to whoever handles its protocol. */
    private static String text(URL url) {
        return url.getProtocol()
                + ":"
                + (url.getAuthority() == null || url.getAuthority().isEmpty() ? "" : "//" + url.getAuthority())
                + (url.getPath() == null ? "" : url.getPath())
                + (url.getQuery() == null ? "" : "?" + url.getQuery())
                + (url.getRef() == null ? "" : "#" + url.getRef());
    }

    private static Object array(Object array, int depth) {
        if (array instanceof Object[] objects) {
            return list(objects, depth);
        }
        if (array instanceof byte[]) {
            return null;
        }
        if (array instanceof char[] chars) {
            return new String(chars);
        }
        int length = Array.getLength(array);
        List<Object> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            add(list, of(Array.get(array, i), depth + 1));
        }
        return list;
    }

    private static List<Object> list(Object[] elements, int depth) {
        List<Object> list = new ArrayList<>(elements.length);
        for (Object element : elements) {
            add(list, of(element, depth + 1));
        }
        return list;
    }

    private static void add(List<Object> list, Object value) {
        if (value != null) {
            list.add(value);
        }
    }

    private static Map<String, Object> map(Map<?, ?> map, int depth) {
        Map<String, Object> normal = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object key = of(entry.getKey(), MAX_DEPTH);
            Object value = key == null ? null : of(entry.getValue(), depth + 1);
            if (value != null) {
                normal.put(key.toString(), value);
            }
        }
        return normal;
    }
}
