// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.replay.Data;
import io.agentprofiler.agent.replay.Scalars;
import io.agentprofiler.agent.replay.TypedData;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Makes a method's result of what was recorded, as its rule says: values, lists, and what public methods of the framework return.
 * Nothing is called that the rule does not name.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class Results {
    /** What a step makes of the recorded values around it. */
    @FunctionalInterface
    private interface Step {
        Object make(Map<?, ?> recorded) throws Throwable;
    }

    private final Step step;
    private final boolean nothing;

    private Results(Step step, boolean nothing) {
        this.step = step;
        this.nothing = nothing;
    }

    /**
     * Prepares a method's results.
     *
     * @param made what the rule says; of methods that return nothing it says nothing
     * @param isData whether an attribute is recorded as data, that tells what the object was
     * @param returns what the method returns, or what its future completes with
     * @param declaring the class that declares the method, in whose loader the framework's types are found
     * @throws UnsupportedException if such results cannot be made faithfully
     */
    static Results of(Replay.Made made, Predicate<String> isData, Type returns, Class<?> declaring)
            throws UnsupportedException {
        if (returns == void.class || returns == Void.class) {
            return new Results(recorded -> null, true);
        }
        if (made == null) {
            throw new UnsupportedException("its rule says nothing of its result");
        }
        if (made instanceof Replay.Recorded recorded) {
            ValueMaker maker = isData.test(recorded.name()) ? ValueTypes.ofData(returns) : ValueTypes.ofPlain(returns);
            return new Results(values -> value(values.get(recorded.name()), recorded.name(), maker), false);
        }
        return new Results(step(made, erased(made, returns), declaring), false);
    }

    /** Of a type variable nothing is known but what was recorded of the value itself. */
    private static Class<?> erased(Replay.Made made, Type returns) throws UnsupportedException {
        return made instanceof Replay.OfClass && returns instanceof TypeVariable<?>
                ? Object.class
                : ReturnType.erased(returns);
    }

    private static Object value(Object recorded, String name, ValueMaker maker) throws UnsupportedException {
        try {
            return maker.of(recorded);
        } catch (UnsupportedException e) {
            throw new UnsupportedException(name + " is " + e.getMessage());
        }
    }

    /** Answers whether the method returns nothing, so that nothing has to be recorded of its result. */
    boolean isNothing() {
        return nothing;
    }

    /**
     * Makes a result.
     *
     * @throws UnsupportedException if what was recorded is no result of this method
     */
    Object make(Map<String, Object> recorded) throws UnsupportedException {
        try {
            return step.make(recorded);
        } catch (UnsupportedException e) {
            throw e;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable t) {
            throw new UnsupportedException(
                    "its result cannot be made again: " + t.getClass().getName());
        }
    }

    private static Step step(Replay.Made made, Class<?> type, Class<?> declaring) throws UnsupportedException {
        if (made instanceof Replay.Recorded recorded) {
            if (!RecordedValues.isKnown(type)) {
                throw new UnsupportedException("results of type " + type.getTypeName() + " cannot be made again");
            }
            return values -> RecordedValues.as(type, values.get(recorded.name()), recorded.name());
        }
        if (made instanceof Replay.Written written) {
            if (!type.isAssignableFrom(String.class)) {
                throw new UnsupportedException("results of type " + type.getTypeName() + " cannot be made again");
            }
            return values -> Data.json(values.get(written.name()));
        }
        if (made instanceof Replay.OfClass value) {
            return values ->
                    RecordedValues.ofClass(values.get(value.type()), values.get(value.name()), value.name(), declaring);
        }
        if (made instanceof Replay.EachElement elements) {
            if (!type.isAssignableFrom(ArrayList.class)) {
                throw new UnsupportedException("results of type " + type.getTypeName() + " cannot be made again");
            }
            Step each = step(elements.as(), Object.class, declaring);
            return values -> elements(values.get(elements.name()), each);
        }
        if (made instanceof Replay.MapOf map) {
            return map(map, type, declaring);
        }
        return called((Replay.Called) made, type, declaring);
    }

    private static Step map(Replay.MapOf map, Class<?> type, Class<?> declaring) throws UnsupportedException {
        if (!type.isAssignableFrom(LinkedHashMap.class)) {
            throw new UnsupportedException("results of type " + type.getTypeName() + " cannot be made again");
        }
        Class<?> keys = map.keys() == null ? String.class : keys(map.keys(), declaring);
        return values -> {
            Object types = map.types() == null ? null : values.get(map.types());
            Object made = TypedData.of(values.get(map.name()), types);
            if (!(made instanceof Map<?, ?> all)) {
                throw new UnsupportedException(map.name() + " cannot be made again");
            }
            Map<Object, Object> again = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : all.entrySet()) {
                again.put(RecordedValues.as(keys, entry.getKey(), map.name()), entry.getValue());
            }
            return again;
        };
    }

    private static Class<?> keys(String type, Class<?> declaring) throws UnsupportedException {
        try {
            return Class.forName(type, false, declaring.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new UnsupportedException("its rule names what is not in this version: " + type);
        }
    }

    private static List<Object> elements(Object recorded, Step each) throws Throwable {
        if (!(recorded instanceof List<?> list)) {
            throw new UnsupportedException("a list was expected in the recording");
        }
        List<Object> all = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> fields)) {
                throw new UnsupportedException("a list of objects was expected in the recording");
            }
            all.add(each.make(fields));
        }
        return all;
    }

    private static Step called(Replay.Called called, Class<?> wanted, Class<?> declaring) throws UnsupportedException {
        try {
            Class<?> owner = Class.forName(called.type(), false, declaring.getClassLoader());
            MethodHandle method = find(owner, called.method(), declaring);
            List<Step> arguments = new ArrayList<>();
            for (int i = 0; i < called.of().size(); i++) {
                arguments.add(step(called.of().get(i), method.type().parameterType(i), declaring));
            }
            List<BuilderStep> with = new ArrayList<>();
            Class<?> builder = method.type().returnType();
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            for (var setting : called.with()) {
                MethodHandle set = lookup.unreflect(
                        builder.getMethod(setting.method().name(), types(setting.method(), declaring)));
                with.add(
                        new BuilderStep(set, step(setting.argument(), set.type().parameterType(1), declaring)));
            }
            MethodHandle build = called.build() == null
                    ? null
                    : lookup.unreflect(builder.getMethod(called.build().name()));
            Class<?> made = build == null ? builder : build.type().returnType();
            if (!wanted.isAssignableFrom(made)) {
                throw new UnsupportedException(
                        made.getTypeName() + " was to be made, but the method returns " + wanted.getTypeName());
            }
            return recorded -> call(recorded, method, arguments, with, build);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new UnsupportedException("its rule names what is not in this version: " + called.type());
        }
    }

    private static Object call(
            Map<?, ?> recorded, MethodHandle method, List<Step> arguments, List<BuilderStep> with, MethodHandle build)
            throws Throwable {
        List<Object> values = new ArrayList<>();
        for (Step argument : arguments) {
            values.add(argument.make(recorded));
        }
        Object made = method.invokeWithArguments(values);
        for (BuilderStep each : with) {
            Object value = each.argument.make(recorded);
            if (value != null) {
                Object next = each.method.invokeWithArguments(made, value);
                // a builder that cannot be changed returns another
                made = made.getClass().isInstance(next) ? next : made;
            }
        }
        return build == null ? made : build.invokeWithArguments(made);
    }

    private static MethodHandle find(Class<?> owner, MethodSignature method, Class<?> declaring)
            throws ReflectiveOperationException, UnsupportedException {
        Class<?>[] types = types(method, declaring);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        if (method.name().equals(Replay.CONSTRUCTOR)) {
            return lookup.unreflectConstructor(owner.getConstructor(types));
        }
        MethodHandle found = lookup.unreflect(owner.getMethod(method.name(), types));
        if (found.type().parameterCount() != types.length) {
            throw new UnsupportedException("its rule names a method that is not static: " + method.name());
        }
        return found;
    }

    private static Class<?>[] types(MethodSignature method, Class<?> declaring) throws ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : method.parameters()) {
            types.add(type(name, declaring.getClassLoader()));
        }
        return types.toArray(Class<?>[]::new);
    }

    private static Class<?> type(String name, ClassLoader loader) throws ClassNotFoundException {
        if (name.endsWith("[]")) {
            return type(name.substring(0, name.length() - 2), loader).arrayType();
        }
        for (Class<?> primitive : Scalars.PRIMITIVES) {
            if (primitive.getName().equals(name)) {
                return primitive;
            }
        }
        return Class.forName(name, false, loader);
    }

    /** Answers whether a value is one that a method may return. */
    static boolean isA(Class<?> returns, Object value) {
        return returns == void.class
                || (returns.isPrimitive()
                        ? MethodType.methodType(returns).wrap().returnType().isInstance(value)
                        : value == null || returns.isInstance(value));
    }

    /** A method of a builder, and its argument. */
    private record BuilderStep(MethodHandle method, Step argument) {}
}
