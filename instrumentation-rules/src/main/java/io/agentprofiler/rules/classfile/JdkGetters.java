// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Methods of the JDK that getters use and that can be read through: they hand on what they are given, or look something up. */
final class JdkGetters {
    private static final Set<String> BOXES = Set.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Short",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double");
    private static final Set<String> OPTIONALS =
            Set.of("java.util.Optional", "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble");
    /** Static methods whose result reads like their first argument. */
    private static final Set<String> HANDED_ON = Set.of(
            "java.util.Objects.requireNonNull",
            "java.util.Collections.unmodifiableCollection",
            "java.util.Collections.unmodifiableList",
            "java.util.Collections.unmodifiableSet",
            "java.util.Collections.unmodifiableSortedSet",
            "java.util.Collections.unmodifiableMap",
            "java.util.Collections.unmodifiableSortedMap",
            "java.util.List.copyOf",
            "java.util.Set.copyOf",
            "java.util.Map.copyOf");
    /** Collections whose copies read like what they are copied from. */
    private static final Set<String> COPIED = Set.of(
            "java.util.ArrayList",
            "java.util.LinkedHashSet",
            "java.util.LinkedHashMap",
            "java.util.HashMap",
            "java.util.HashSet");

    private static final Set<String> COPIES = Set.of("(Ljava/util/Collection;)V", "(Ljava/util/Map;)V");
    private static final Set<String> COLLECTIONS = Set.of(
            "java.util.Collection",
            "java.util.List",
            "java.util.Set",
            "java.util.Map",
            "java.util.ArrayList",
            "java.util.HashMap",
            "java.util.LinkedHashMap");
    private static final Set<String> ATOMICS = Set.of(
            "java.util.concurrent.atomic.AtomicReference",
            "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.concurrent.atomic.AtomicInteger",
            "java.util.concurrent.atomic.AtomicLong");
    private static final Map<String, Reading.Jdk.JdkKind> OF_COLLECTIONS = Map.of(
            "size()I", Reading.Jdk.JdkKind.SIZE,
            "isEmpty()Z", Reading.Jdk.JdkKind.IS_EMPTY,
            "get(I)Ljava/lang/Object;", Reading.Jdk.JdkKind.ELEMENT,
            "get(Ljava/lang/Object;)Ljava/lang/Object;", Reading.Jdk.JdkKind.VALUE);

    private JdkGetters() {}

    /** Answers whether a method does nothing but throw where it is given nothing. */
    static boolean isCheck(ConstantPool.MemberRef method) {
        return method.owner().equals("kotlin.jvm.internal.Intrinsics")
                && method.name().startsWith("checkNotNull")
                && method.descriptor().endsWith(")V");
    }

    /** Returns what a call reads, {@code null} when it is none of these methods. */
    static Reading of(ConstantPool.MemberRef method, List<Reading> on, boolean isStatic) {
        String name = method.name();
        if (isStatic) {
            if (method.owner().equals("java.lang.Boolean") && name.equals("valueOf") && isPrimitive(method)) {
                return new Reading.Truth(on.get(0));
            }
            if (HANDED_ON.contains(method.owner() + "." + name)
                    || (BOXES.contains(method.owner()) && name.equals("valueOf") && isPrimitive(method))) {
                return on.get(0);
            }
            return OPTIONALS.contains(method.owner()) ? optional(name, on) : null;
        }
        if (BOXES.contains(method.owner()) || method.owner().equals("java.lang.Number")) {
            return name.endsWith("Value") && on.size() == 1 ? on.get(0) : null;
        }
        if (OPTIONALS.contains(method.owner())) {
            return held(name, on);
        }
        if (method.owner().equals("java.util.concurrent.CompletableFuture")
                && name.equals("isCompletedExceptionally")) {
            return new Reading.Jdk(Reading.Jdk.JdkKind.HAS_FAILED, on);
        }
        if (method.descriptor().equals("()Ljava/lang/Class;") && name.equals("getClass")) {
            return new Reading.Jdk(Reading.Jdk.JdkKind.CLASS, on);
        }
        if (method.owner().equals("java.lang.Class") && name.equals("getName")) {
            return new Reading.Jdk(Reading.Jdk.JdkKind.CLASS_NAME, on);
        }
        if (method.owner().equals("java.lang.Class") && name.equals("getSimpleName")) {
            return new Reading.Jdk(Reading.Jdk.JdkKind.SIMPLE_NAME, on);
        }
        if (ATOMICS.contains(method.owner())) {
            return name.equals("get") ? new Reading.Jdk(Reading.Jdk.JdkKind.ATOMIC, on) : null;
        }
        if (method.owner().equals("java.lang.String") && name.equals("isEmpty")) {
            return new Reading.Jdk(Reading.Jdk.JdkKind.IS_EMPTY, on);
        }
        if (method.owner().equals("java.lang.Enum") && name.equals("name")) {
            return on.get(0);
        }
        Reading.Jdk.JdkKind kind =
                COLLECTIONS.contains(method.owner()) ? OF_COLLECTIONS.get(name + method.descriptor()) : null;
        return kind == null ? null : new Reading.Jdk(kind, on);
    }

    private static boolean isPrimitive(ConstantPool.MemberRef method) {
        return method.descriptor().charAt(2) == ')';
    }

    private static Reading optional(String name, List<Reading> on) {
        return switch (name) {
            case "of", "ofNullable" -> on.get(0);
            case "empty" -> Reading.Constant.ABSENT;
            default -> null;
        };
    }

    /** Optionals are opened wherever they come up, so what holds one holds its value, and an empty one is null. */
    private static Reading held(String name, List<Reading> on) {
        Reading held = on.get(0);
        return switch (name) {
            case "get", "getAsInt", "getAsLong", "getAsDouble" -> held;
            case "orElseThrow" -> held;
            case "orElse" -> new Reading.If(new Reading.IsNull(held), on.get(1), held);
            case "isPresent" ->
                new Reading.If(new Reading.IsNull(held), new Reading.Constant(0), new Reading.Constant(1));
            case "isEmpty" -> new Reading.IsNull(held);
            default -> null;
        };
    }

    /** Answers whether a constructor makes a copy of the collection it is given. */
    static boolean copies(ConstantPool.MemberRef constructor) {
        return COPIED.contains(constructor.owner()) && COPIES.contains(constructor.descriptor());
    }
}
