// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/**
 * Makes what stands for a lambda or method reference.
 *
 * <p>Only these are replaced. Nobody can name their class, and the language promises nothing of their identity. An object of a class
 * that has a name is what its owner gave; rules match that class.
 *
 * <p>What stands for a lambda equals only what stands for the same one, and has its hash code: values that hold lambdas compare as they
 * do without the agent.
 *
 * <p><b>Threading:</b> any thread.
 */
final class LambdaStandIns {
    private static final OfInterface KNOWN = new OfInterface();

    private LambdaStandIns() {}

    /**
     * Returns how to stand for {@code given}; {@code null} where that is no lambda, or of an interface that cannot be implemented here.
     *
     * @param declared name of the type that the method is declared to take or return
     */
    static Made of(Object given, String declared) {
        Class<?>[] interfaces = given.getClass().getInterfaces();
        if (!given.getClass().isHidden()
                || interfaces.length != 1
                || !interfaces[0].getName().equals(declared)) {
            return null;
        }
        return KNOWN.get(interfaces[0]).orNull;
    }

    /** Calls a method of {@link Object} of what stands for {@code lambda}. */
    static Object asObject(Object lambda, Method method, Object[] args) throws Throwable {
        boolean compared = args != null && args[0] != null && StandIns.isOne(args[0].getClass());
        return compared ? args[0].equals(lambda) : Proxies.call(lambda, method, args);
    }

    /**
     * What stands for lambdas of an interface.
     *
     * @param standIn takes the handler of its calls
     * @param called the interface's only abstract method
     */
    record Made(Constructor<?> standIn, Method called) {
        Object with(InvocationHandler handler) {
            try {
                return standIn.newInstance(handler);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Kept with the interface. */
    private static final class OfInterface extends ClassValue<MadeOrNone> {
        @Override
        protected MadeOrNone computeValue(Class<?> type) {
            List<Method> called = Arrays.stream(type.getMethods())
                    .filter(method -> Modifier.isAbstract(method.getModifiers()))
                    .toList();
            boolean usable = called.size() == 1
                    && Modifier.isPublic(type.getModifiers())
                    && type.getModule().isExported(type.getPackageName());
            try {
                return new MadeOrNone(usable ? make(type, called.get(0)) : null);
            } catch (ReflectiveOperationException | LinkageError e) {
                return new MadeOrNone(null);
            }
        }

        private static Made make(Class<?> type, Method called) throws ReflectiveOperationException {
            List<Method> methods = List.of(
                    called,
                    Object.class.getMethod("toString"),
                    Object.class.getMethod("hashCode"),
                    Object.class.getMethod("equals", Object.class));
            return new Made(
                    StandIns.make(type.getSimpleName(), Object.class, List.of(), List.of(type), methods), called);
        }
    }

    private record MadeOrNone(Made orNull) {}
}
