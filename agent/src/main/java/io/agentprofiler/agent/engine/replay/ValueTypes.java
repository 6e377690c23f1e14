// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.replay.recording.Scalars;
import io.agentprofiler.rules.value.normal.Structure;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds how values of a declared type are made again of their data, as {@link Structure} writes it: {@link Scalars}, decimal
 * numbers, and of all of these records, arrays, optionals, and the JDK's lists, sets and maps. The type has to say everything: of
 * an element that is an {@code Object} nobody knows what it was.
 *
 * <p><b>Threading:</b> one thread, one use; what it makes is immutable.
 */
public final class ValueTypes {
    private final Map<Type, Begun> records = new HashMap<>();

    private ValueTypes() {}

    /**
     * Returns what makes values of a type of their data.
     *
     * @throws UnsupportedException if the type does not say what they are
     */
    public static ValueMaker ofData(Type type) throws UnsupportedException {
        ValueTypes types = new ValueTypes();
        ValueMaker maker = types.of(type, Map.of()).maker();
        return types.records.isEmpty() ? maker : recorded -> compared(type, maker.of(recorded), recorded);
    }

    /**
     * Returns what makes values of a type that a path has read; they have no parts.
     *
     * @throws UnsupportedException if values of the type may have
     */
    public static ValueMaker ofPlain(Type type) throws UnsupportedException {
        if (type instanceof Class<?> plain && Scalars.isKnown(plain)) {
            return scalar(plain);
        }
        throw unknown(type);
    }

    private static ValueMaker scalar(Class<?> type) {
        return recorded -> known(type, Scalars.as(type, recorded));
    }

    private static Object known(Class<?> type, Object value) throws UnsupportedException {
        if (value == null) {
            throw UnsupportedException.notA(type.getTypeName());
        }
        return value;
    }

    /** Constructors of the application may have made something else of it. */
    private static Object compared(Type type, Object made, Object recorded) throws UnsupportedException {
        if (!recorded.equals(Structure.of(made))) {
            throw new UnsupportedException(
                    "no " + type.getTypeName() + " in the recording: its constructor makes another of it");
        }
        return made;
    }

    static UnsupportedException unknown(Type type) {
        return new UnsupportedException("results of type " + type.getTypeName() + " cannot be made again");
    }

    /**
     * Returns what is known of a type.
     *
     * @param bound what is known of type variables
     */
    private Part of(Type type, Map<TypeVariable<?>, Part> bound) throws UnsupportedException {
        if (type instanceof Class<?> known) {
            return new Part(known, of(known));
        }
        if (type instanceof ParameterizedType parameterized) {
            return new Part((Class<?>) parameterized.getRawType(), of(parameterized, bound));
        }
        if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], bound);
        }
        if (type instanceof TypeVariable<?> variable && bound.containsKey(variable)) {
            return bound.get(variable);
        }
        throw unknown(type);
    }

    private ValueMaker of(Class<?> type) throws UnsupportedException {
        if (Scalars.isKnown(type)) {
            return scalar(type);
        }
        if (type == BigDecimal.class) {
            return recorded -> known(type, Scalars.decimal(recorded));
        }
        if (type == char[].class) {
            return recorded -> known(type, recorded instanceof String text ? text.toCharArray() : null);
        }
        if (type.isArray() && type != byte[].class) {
            return Containers.array(of(type.getComponentType(), Map.of()));
        }
        if (type.isRecord() && type.getTypeParameters().length == 0) {
            return record(type, type, Map.of());
        }
        throw unknown(type);
    }

    private ValueMaker of(ParameterizedType type, Map<TypeVariable<?>, Part> bound) throws UnsupportedException {
        Class<?> raw = (Class<?>) type.getRawType();
        List<Part> parts = new ArrayList<>();
        Map<TypeVariable<?>, Part> own = new HashMap<>();
        for (Type argument : type.getActualTypeArguments()) {
            Part part = of(argument, bound);
            own.put(raw.getTypeParameters()[parts.size()], part);
            parts.add(part);
        }
        if (raw.isRecord()) {
            return record(type, raw, own);
        }
        ValueMaker container = Containers.of(raw, parts);
        if (container == null) {
            throw unknown(type);
        }
        return container;
    }

    /** A record may have parts of its own type. */
    private ValueMaker record(Type type, Class<?> raw, Map<TypeVariable<?>, Part> bound) throws UnsupportedException {
        Begun known = records.get(type);
        if (known != null) {
            return known;
        }
        Begun begun = new Begun();
        records.put(type, begun);
        List<Part> components = new ArrayList<>();
        for (RecordComponent component : raw.getRecordComponents()) {
            components.add(of(component.getGenericType(), bound));
        }
        begun.maker = RecordMaker.of(raw, components);
        return begun;
    }

    /** What is known only when the parts are. */
    private static final class Begun implements ValueMaker {
        private ValueMaker maker;

        @Override
        public Object of(Object recorded) throws UnsupportedException {
            return maker.of(recorded);
        }
    }
}
