// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Makes arguments and results; of the frameworks' types with a {@link Maker}, of the JDK's as they are. */
final class Values {
    /** What the maker made, in order. */
    final List<Object> made = new ArrayList<>();

    private final Maker maker;

    Values(Maker maker) {
        this.maker = maker;
    }

    Object[] arguments(Method method) {
        Type[] types = genericTypes(method);
        Class<?>[] raw = method.getParameterTypes();
        Object[] arguments = new Object[raw.length];
        for (int i = 0; i < raw.length; i++) {
            arguments[i] = of(types.length == raw.length ? types[i] : raw[i], raw[i]);
        }
        return arguments;
    }

    Object result(Method method) {
        return of(method.getGenericReturnType(), method.getReturnType());
    }

    private static Type[] genericTypes(Method method) {
        try {
            return method.getGenericParameterTypes();
        } catch (TypeNotPresentException e) {
            // Kotlin's class files name type variables that Java does not find
            return method.getParameterTypes();
        }
    }

    private Object of(Type type, Class<?> raw) {
        if (raw.isPrimitive()) {
            return raw == void.class ? null : Array.get(Array.newInstance(raw, 1), 0);
        } else if (raw == String.class || raw == Object.class || raw == CharSequence.class) {
            return "text";
        } else if (raw.isArray()) {
            return Array.newInstance(raw.getComponentType(), 0);
        } else if (raw.isEnum()) {
            return raw.getEnumConstants()[0];
        } else if (raw == List.class || raw == Collection.class || raw == Iterable.class) {
            List<Object> list = listOf(element(type));
            return maker == Maker.WRITTEN ? counting(list) : list;
        } else if (raw == Set.class) {
            return new HashSet<>();
        } else if (raw == Map.class) {
            return new HashMap<>();
        } else if (raw == Optional.class) {
            return Optional.ofNullable(element(type));
        } else if (raw == Class.class) {
            return String.class;
        } else if (raw == CompletableFuture.class || raw.getName().equals("java.util.concurrent.CompletionStage")) {
            return CompletableFuture.completedFuture(element(type));
        }
        Object just = just(type, raw);
        return just == null ? make(raw) : just;
    }

    /** A publisher of one element. */
    private Object just(Type type, Class<?> raw) {
        try {
            Object element = element(type);
            return raw.getMethod("just", Object.class).invoke(null, element == null ? "text" : element);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private List<Object> listOf(Object element) {
        List<Object> list = new ArrayList<>();
        if (element != null) {
            list.add(element);
        }
        return list;
    }

    private CountingList counting(List<Object> elements) {
        CountingList list = new CountingList(elements);
        made.add(list);
        return list;
    }

    private Object element(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type first = generic.getActualTypeArguments()[0];
            if (first instanceof WildcardType wildcard) {
                first = wildcard.getUpperBounds()[0];
            }
            if (first instanceof Class<?> raw) {
                return of(raw, raw);
            }
            if (first instanceof ParameterizedType inner && inner.getRawType() instanceof Class<?> raw) {
                return of(inner, raw);
            }
        }
        return null;
    }

    private Object make(Class<?> type) {
        if (type.isPrimitive() || type.getName().startsWith("java.") && Modifier.isFinal(type.getModifiers())) {
            return null;
        }
        try {
            Object object = maker.make(type);
            made.add(object);
            return object;
        } catch (Exception | LinkageError e) {
            // a type that cannot be made this way
            return null;
        }
    }
}
