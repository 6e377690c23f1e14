// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.classfile.Reading;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What getters make of values: comparisons, sums, and what the JDK's own classes answer. Truths are 1 and 0. */
final class Values {
    private Values() {}

    static Object compare(Reading.Compare.How how, Object left, Object right) {
        long first = asLong(left);
        long second = asLong(right);
        return number(
                switch (how) {
                    case EQUAL -> first == second;
                    case LESS -> first < second;
                    case GREATER -> first > second;
                });
    }

    private static long asLong(Object value) {
        return isNumber(value)
                ? ((Number) value).longValue()
                : value instanceof Character c ? c : isTrue(value) ? 1 : 0;
    }

    @SuppressWarnings("ReferenceEquality")
    static Object isSame(Object left, Object right) {
        return number(left == right);
    }

    static Object sum(Object left, Object right) {
        return isNumber(left) && isNumber(right)
                ? (Object) (((Number) left).longValue() + ((Number) right).longValue())
                : null;
    }

    /** Answers whether an object is a number of the JDK's: any other would be asked what it is. */
    private static boolean isNumber(Object value) {
        return value instanceof Number && value.getClass().getClassLoader() == null;
    }

    static boolean isTrue(Object condition) {
        return condition instanceof Boolean truth
                ? truth
                : isNumber(condition) && ((Number) condition).longValue() != 0;
    }

    static Object number(boolean truth) {
        return truth ? 1 : 0;
    }

    /** Answers whether a class, one above it or an interface of theirs has a name. */
    static boolean isA(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at.getName().equals(name) || implementsIt(at, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean implementsIt(Class<?> type, String name) {
        for (Class<?> each : type.getInterfaces()) {
            if (each.getName().equals(name) || implementsIt(each, name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns what a method of the JDK answers.
     *
     * @param argument what it is given; for a method without arguments anything
     */
    static Object jdk(Reading.Jdk.JdkKind kind, Object on, Object argument) {
        if (kind == Reading.Jdk.JdkKind.ATOMIC) {
            return on; // opened when it was read
        }
        if (on.getClass().isArray() && kind == Reading.Jdk.JdkKind.SIZE) {
            return Array.getLength(on);
        }
        if (on.getClass() == CompletableFuture.class && kind == Reading.Jdk.JdkKind.HAS_FAILED) {
            return number(((CompletableFuture<?>) on).isCompletedExceptionally());
        }
        if (kind == Reading.Jdk.JdkKind.CLASS) {
            return on.getClass();
        }
        if (on instanceof Class<?> type) {
            return kind == Reading.Jdk.JdkKind.CLASS_NAME ? type.getName() : type.getSimpleName();
        }
        boolean plain = on instanceof String || PlainCollections.isPlain(on);
        if (!plain) {
            return new NotRead("", "computed: it asks a " + on.getClass().getName());
        }
        if (kind == Reading.Jdk.JdkKind.VALUE && !PlainCollections.isKey(argument)) {
            return new NotRead(
                    "", "computed: it looks for a " + argument.getClass().getName());
        }
        return switch (kind) {
            case ATOMIC, HAS_FAILED, CLASS, CLASS_NAME, SIMPLE_NAME ->
                throw new IllegalStateException("dealt with above");
            case SIZE -> size(on);
            case IS_EMPTY -> number(size(on) == 0);
            case ELEMENT -> element(on, argument);
            case VALUE -> on instanceof Map<?, ?> map ? Holders.open(PlainCollections.get(map, argument)) : null;
        };
    }

    private static int size(Object on) {
        if (on instanceof Collection<?> collection) {
            return collection.size();
        }
        return on instanceof Map<?, ?> map ? map.size() : on.toString().length();
    }

    private static Object element(Object on, Object index) {
        if (!(on instanceof List<?> list) || !(index instanceof Integer at) || at < 0 || at >= list.size()) {
            return null;
        }
        return Holders.open(list.get(at));
    }
}
