// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.replay.JdkTexts;
import io.agentprofiler.rules.value.normal.Structure;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of a type: its class without type arguments, and what makes its values.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
record Part(Class<?> type, ValueMaker maker) {
    private static final Set<Class<?>> KEYS = Set.of(
            String.class,
            Character.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            BigInteger.class);

    /** Returns an element, or a value of a map, which may be {@code null}. */
    Object element(Object recorded) throws UnsupportedException {
        if (!Structure.NULL.equals(recorded)) {
            return maker.of(recorded);
        }
        if (type == String.class || type.isPrimitive()) {
            throw UnsupportedException.notA(type.getTypeName());
        }
        return null;
    }

    /** Answers whether data of a value may be a list. */
    boolean isList() {
        return type.isArray() || type == Optional.class || Iterable.class.isAssignableFrom(type);
    }

    /** Answers whether values may be keys, which data holds as texts. */
    boolean isKey() {
        return KEYS.contains(type) || type.isEnum() || JdkTexts.isKnown(type);
    }

    /** Returns a key. */
    Object key(String text) throws UnsupportedException {
        Object key;
        if (type == Boolean.class) {
            key = maker.of(Boolean.valueOf(text));
        } else if (Number.class.isAssignableFrom(type)) {
            key = number(text);
        } else {
            key = maker.of(text);
        }
        if (!text.equals(key instanceof Enum<?> constant ? constant.name() : key.toString())) {
            throw UnsupportedException.notA(type.getTypeName());
        }
        return key;
    }

    private Object number(String digits) throws UnsupportedException {
        try {
            return maker.of(Long.valueOf(digits));
        } catch (NumberFormatException e) {
            // one beyond what a long holds is recorded as its digits
            return maker.of(digits);
        }
    }
}
