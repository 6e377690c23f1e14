// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.replay.Scalars;
import io.agentprofiler.rules.value.normal.Structure;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /**
     * Makes arrays, optionals, lists, sets and maps of their parts. Lists are {@link ArrayList}s; sets and maps keep the recorded order.
     * They can be changed, whether or not the recorded ones could.
     *
     * <p><b>Threading:</b> stateless; what it makes is immutable.
     */
    private static final class Containers {
        private static final Set<Class<?>> LISTS = Set.of(List.class, ArrayList.class);
        private static final Set<Class<?>> SETS = Set.of(Set.class, HashSet.class, LinkedHashSet.class);
        private static final Set<Class<?>> MAPS = Set.of(Map.class, HashMap.class, LinkedHashMap.class);

        private Containers() {}

        /** Returns the maker of containers of a class; {@code null} if the class is not a supported container. */
        static ValueMaker of(Class<?> type, List<Part> parts) {
            Part part = parts.get(0);
            if (LISTS.contains(type)) {
                return recorded -> fill(new ArrayList<>(), type, recorded, part);
            }
            if (SETS.contains(type)) {
                return recorded -> fill(new LinkedHashSet<>(), type, recorded, part);
            }
            if (MAPS.contains(type) && part.isKey()) {
                return recorded -> map(type, recorded, part, parts.get(1));
            }
            return type == Optional.class && !part.isList() ? recorded -> optional(recorded, part) : null;
        }

        /** Returns what makes arrays of elements. */
        static ValueMaker array(Part element) {
            return recorded -> {
                List<?> list = list(recorded, element.type().arrayType());
                Object array = Array.newInstance(element.type(), list.size());
                for (int i = 0; i < list.size(); i++) {
                    Array.set(array, i, element.element(list.get(i)));
                }
                return array;
            };
        }

        private static List<?> list(Object recorded, Class<?> type) throws UnsupportedException {
            if (recorded instanceof List<?> list) {
                return list;
            }
            throw UnsupportedException.notA(type.getTypeName());
        }

        private static Object fill(Collection<Object> into, Class<?> type, Object recorded, Part part)
                throws UnsupportedException {
            for (Object element : list(recorded, type)) {
                if (!into.add(part.element(element))) {
                    throw UnsupportedException.notA(type.getTypeName());
                }
            }
            return into;
        }

        private static Object map(Class<?> type, Object recorded, Part key, Part value) throws UnsupportedException {
            if (!(recorded instanceof Map<?, ?> entries)) {
                throw UnsupportedException.notA(type.getTypeName());
            }
            Map<Object, Object> map = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                map.put(key.key((String) entry.getKey()), value.element(entry.getValue()));
            }
            return map;
        }

        private static Object optional(Object recorded, Part part) throws UnsupportedException {
            return recorded instanceof List<?> none && none.isEmpty()
                    ? Optional.empty()
                    : Optional.of(part.maker().of(recorded));
        }
    }

    /**
     * Makes records by their canonical constructor, the only one that every record has.
     *
     * <p><b>Threading:</b> immutable; any thread.
     */
    private static final class RecordMaker implements ValueMaker {
        private final Constructor<?> constructor;
        private final String[] names;
        private final List<Part> parts;

        private RecordMaker(Constructor<?> constructor, String[] names, List<Part> parts) {
            this.constructor = constructor;
            this.names = names;
            this.parts = parts;
        }

        /**
         * Returns what makes records of a class.
         *
         * @param parts what is known of the components' types, in their order
         * @throws UnsupportedException if the module system keeps it closed, so that its fields may not have been recorded either
         */
        static RecordMaker of(Class<?> type, List<Part> parts) throws UnsupportedException {
            RecordComponent[] components = type.getRecordComponents();
            String[] names = new String[components.length];
            Class<?>[] types = new Class<?>[components.length];
            try {
                boolean open = true;
                for (int i = 0; i < components.length; i++) {
                    names[i] = components[i].getName();
                    types[i] = components[i].getType();
                    open &= type.getDeclaredField(names[i]).trySetAccessible();
                }
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                if (open && constructor.trySetAccessible()) {
                    return new RecordMaker(constructor, names, parts);
                }
            } catch (NoSuchFieldException | NoSuchMethodException e) {
                throw new IllegalStateException("every record has them", e);
            }
            throw new UnsupportedException(
                    "results of type " + type.getTypeName() + " cannot be made again: its module is closed");
        }

        @Override
        public Object of(Object recorded) throws UnsupportedException {
            String type = constructor.getDeclaringClass().getTypeName();
            if (!(recorded instanceof Map<?, ?> fields)) {
                throw UnsupportedException.notA(type);
            }
            Object[] values = new Object[names.length];
            int found = 0;
            for (int i = 0; i < names.length; i++) {
                Object field = fields.get(names[i]);
                if (field != null) {
                    found++;
                    values[i] = parts.get(i).maker().of(field);
                } else if (parts.get(i).type().isPrimitive()) {
                    throw UnsupportedException.notA(type);
                }
            }
            if (found < fields.size()) {
                throw new UnsupportedException("no " + type + " in the recording: it had other components");
            }
            try {
                return constructor.newInstance(values);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof VirtualMachineError fatal) {
                    throw fatal;
                }
                throw new UnsupportedException("no " + type + " in the recording: its constructor throws "
                        + e.getCause().getClass().getName());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a record can be made", e);
            }
        }
    }
}
