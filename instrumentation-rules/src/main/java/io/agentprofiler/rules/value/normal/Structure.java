// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.access.lookup.SynchronizedViews;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Turns an object of the application into data without running any code of the application: what {@link Normal} knows as it
 * says; collections, maps, arrays and optionals of the JDK by their elements; records and objects of the application's classes
 * by their fields.
 *
 * <p>An object that is none of these (a collection of the application's own, which may load itself from a database when it is
 * looked into; a class of the JDK that has no value; bytes) is the name of its class in angle brackets. So is what lies
 * deeper than {@value #MAX_DEPTH} levels, and what comes after {@value #MAX_NODES} values.
 *
 * <p>Data and the types that are declared tell what the object was, so that it can be made again: a {@code null} among
 * elements is {@value #NULL}, an optional without a value an empty list, a decimal number that is no double its digits. A field
 * that is {@code null} is absent. What had to be left out leaves a {@value #MORE}.
 *
 * <p><b>Threading:</b> one thread an instance; the objects may change meanwhile, and are then seen as a mixture.
 */
public final class Structure {
    /** Stands for {@code null} among elements, and as a value of a map. */
    public static final String NULL = "<null>";

    /** Stands for what was left out: an element, or the name of an entry. */
    public static final String MORE = "…";

    private static final int MAX_DEPTH = 8;
    private static final int MAX_NODES = 1000;
    private static final List<String> RUNTIME = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    /** The other name of a field that an object only wraps. */
    private static final String ITSELF = "this";

    /** Texts under such names are secrets, whatever they look like. */
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(passw|secret|token|api_?key|credential|authorization|private_?key|cookie).*");

    private static final String REDACTED = "[redacted]";

    private static final ClassValue<Boolean> OF_THE_RUNTIME = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return findOfTheRuntime(type);
        }
    };

    private final Map<String, Map<String, Object>> classes;
    private final Map<String, String> names;
    private int nodes;

    private Structure(Map<String, Map<String, Object>> classes, Map<String, String> names) {
        this.classes = classes;
        this.names = names;
    }

    /** Returns the data of an object, {@code null} of {@code null}. */
    public static Object of(Object object) {
        return of(object, Map.of(), Map.of());
    }

    /**
     * Returns the data of an object, {@code null} of {@code null}.
     *
     * @param classes what is written first of objects of a class, by its name
     * @param names other names for fields; an object with a field that is called {@code this} is
     *     written as what the field holds
     */
    public static Object of(Object object, Map<String, Map<String, Object>> classes, Map<String, String> names) {
        return new Structure(classes, names).data(object, 0);
    }

    private Object data(Object given, int depth) {
        if (given == null) {
            return null;
        }
        nodes++;
        Object object = SynchronizedViews.behind(given);
        if (object instanceof Optional<?> optional) {
            return optional.isPresent() ? data(optional.get(), depth) : List.of();
        }
        Class<?> type = object.getClass();
        boolean runtime = isOfTheRuntime(type);
        if (runtime || object instanceof Enum<?>) {
            if (object instanceof Collection<?> collection) {
                return isOpen(collection, depth) ? list(collection, depth) : opaque(type);
            }
            if (object instanceof Map<?, ?> map) {
                return isOpen(map, depth) ? map(map, depth) : opaque(type);
            }
            if (type.isArray() && type != char[].class) {
                return type == byte[].class || isTooMuch(depth) ? opaque(type) : array(object, depth);
            }
            return plain(object, type);
        }
        if (type.isArray()) {
            return isTooMuch(depth) ? opaque(type) : array(object, depth);
        }
        if (isTooMuch(depth)
                || type.isHidden()
                || Proxy.isProxyClass(type)
                || object instanceof Iterable
                || object instanceof Map
                || object instanceof CharSequence) {
            return opaque(type);
        }
        return fields(object, depth);
    }

    private static Object plain(Object object, Class<?> type) {
        if (type == BigDecimal.class) {
            BigDecimal number = (BigDecimal) object;
            double nearest = number.doubleValue();
            boolean exact =
                    Double.isFinite(nearest) && BigDecimal.valueOf(nearest).equals(number);
            return exact ? (Object) nearest : number.toString();
        }
        Object normal = Normal.of(object);
        if (normal == null && (type == Double.class || type == Float.class)) {
            return "<" + object + ">";
        }
        return normal == null ? opaque(type) : normal;
    }

    private boolean isTooMuch(int depth) {
        return depth >= MAX_DEPTH || nodes >= MAX_NODES;
    }

    private boolean isOpen(Object collection, int depth) {
        return !isTooMuch(depth) && PlainCollections.isPlain(collection);
    }

    private static boolean isOfTheRuntime(Class<?> type) {
        return OF_THE_RUNTIME.get(type);
    }

    private static boolean findOfTheRuntime(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || RUNTIME.stream().anyMatch(element.getName()::startsWith);
    }

    private static String opaque(Class<?> type) {
        return "<" + type.getTypeName() + ">";
    }

    private List<Object> list(Collection<?> collection, int depth) {
        if (collection.size() <= MAX_NODES) {
            // read at one moment, as far as the collection promises that
            return array(collection.toArray(), depth);
        }
        List<Object> list = new ArrayList<>();
        Iterator<?> elements = collection.iterator();
        while (elements.hasNext() && add(list, elements.next(), depth)) {
            continue;
        }
        return list;
    }

    private List<Object> array(Object array, int depth) {
        List<Object> list = new ArrayList<>();
        int length = Array.getLength(array);
        for (int i = 0; i < length && add(list, Array.get(array, i), depth); i++) {
            continue;
        }
        return list;
    }

    /** Adds an element; answers whether there is room for another. */
    private boolean add(List<Object> list, Object element, int depth) {
        if (nodes >= MAX_NODES) {
            list.add(MORE);
            return false;
        }
        Object data = data(element, depth + 1);
        list.add(data == null ? NULL : data);
        return true;
    }

    private Map<String, Object> map(Map<?, ?> map, int depth) {
        Map<String, Object> data = map.size() <= SmallMap.MOST ? new SmallMap(map.size()) : new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (nodes >= MAX_NODES) {
                data.put(MORE, true);
                break;
            }
            Object key = entry.getKey();
            Object name =
                    key == null || !isOfTheRuntime(key.getClass()) && !(key instanceof Enum<?>) ? null : Normal.of(key);
            Object value = name == null ? null : data(entry.getValue(), depth + 1);
            if (name == null || put(data, name.toString(), value == null ? NULL : value)) {
                data.put(MORE, true);
            }
        }
        return data;
    }

    private Object fields(Object object, int depth) {
        ObjectFields fields = ObjectFields.of(object.getClass());
        Map<String, Object> known = classes.getOrDefault(object.getClass().getName(), Map.of());
        if (fields.count() == 0 && known.isEmpty()) {
            return opaque(object.getClass());
        }
        int most = known.size() + fields.count();
        Map<String, Object> data = most <= SmallMap.MOST ? new SmallMap(most) : new LinkedHashMap<>();
        known.forEach(data::put);
        for (int i = 0; i < fields.count(); i++) {
            if (nodes >= MAX_NODES) {
                data.put(MORE, true);
                break;
            }
            String name = fields.name(i);
            String called = names.getOrDefault(name, name);
            Object field = fields.read(i, object);
            if (called.equals(ITSELF) && field != null) {
                return data(field, depth);
            }
            Object value = data(field, depth + 1);
            if (value != null) {
                boolean secret =
                        value instanceof String && (called.equals(name) ? fields.isSecret(name) : isSecret(called));
                data.put(called, secret ? REDACTED : value);
            }
        }
        return data;
    }

    /** Adds an entry; answers whether it took the place of another, whose key has the same text. */
    private static boolean put(Map<String, Object> data, String name, Object value) {
        return data.put(name, value instanceof String && isSecret(name) ? REDACTED : value) != null;
    }

    /** Answers whether what a name stands for is a secret. */
    static boolean isSecret(String name) {
        return SECRET.matcher(name).matches();
    }

    /**
     * The fields that say what an object of the application is: those of its class and of the classes above it, superclasses first,
     * that are neither static nor transient nor made by a compiler. Fields that the module system keeps closed are left out.
     *
     * <p><b>Threading:</b> immutable; any thread.
     */
    private static final class ObjectFields {
        private static final ClassValue<ObjectFields> BY_CLASS = new ClassValue<>() {
            @Override
            protected ObjectFields computeValue(Class<?> type) {
                return new ObjectFields(type);
            }
        };

        private final String[] names;
        private final Field[] fields;
        private final Set<String> secrets;

        private ObjectFields(Class<?> type) {
            Deque<Class<?>> classes = new ArrayDeque<>();
            for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
                classes.push(each);
            }
            Map<String, Field> found = new LinkedHashMap<>();
            for (Class<?> each : classes) {
                for (Field field : each.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !Modifier.isTransient(field.getModifiers())
                            && !field.isSynthetic()
                            && field.trySetAccessible()) {
                        found.put(field.getName(), field);
                    }
                }
            }
            names = found.keySet().toArray(String[]::new);
            fields = found.values().toArray(Field[]::new);
            secrets = found.keySet().stream().filter(Structure::isSecret).collect(Collectors.toUnmodifiableSet());
        }

        /** Answers whether a field sounds like a secret. */
        boolean isSecret(String name) {
            return secrets.contains(name);
        }

        /** Returns the fields of a class. */
        static ObjectFields of(Class<?> type) {
            return BY_CLASS.get(type);
        }

        /** Returns how many fields there are. */
        int count() {
            return names.length;
        }

        /** Returns the name of a field, by its number. */
        String name(int field) {
            return names[field];
        }

        /** Returns what a field holds, by its number; the object is of the class. */
        Object read(int field, Object object) {
            try {
                return fields[field].get(object);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("made accessible when it was found", e);
            }
        }
    }
}
