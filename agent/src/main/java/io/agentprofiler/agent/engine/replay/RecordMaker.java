// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;

/**
 * Makes records by their canonical constructor, the only one that every record has.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class RecordMaker implements ValueMaker {
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
