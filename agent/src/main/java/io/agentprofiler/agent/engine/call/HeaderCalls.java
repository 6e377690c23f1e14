// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Rule.Header.HeaderCall;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;

/**
 * Calls the methods that give a request a header, each on the result of the one before. They are looked up once a class.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
final class HeaderCalls {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    /** The object, the header's name and its value. */
    private static final MethodType TYPE =
            MethodType.methodType(Object.class, Object.class, String.class, String.class);

    private final Methods[] calls;

    HeaderCalls(List<HeaderCall> calls) {
        this.calls = calls.stream().map(Methods::new).toArray(Methods[]::new);
    }

    /**
     * Returns what the last call returned, {@code null} where it returns nothing.
     *
     * @throws NoSuchMethodException if an object on the way has no such method that may be called
     */
    Object give(Object to, String name, String value) throws Throwable {
        Object on = to;
        for (Methods each : calls) {
            if (!(each.get(on.getClass()) instanceof MethodHandle method)) {
                throw new NoSuchMethodException(on.getClass().getName() + "." + each.call.method());
            }
            on = (Object) method.invokeExact(on, name, value);
        }
        return on;
    }

    private static String[] only(String value) {
        return new String[] {value};
    }

    /** The method of each class: a handle, or the class where there is none. Nothing here refers to what refers back here. */
    private static final class Methods extends ClassValue<Object> {
        private final HeaderCall call;

        Methods(HeaderCall call) {
            this.call = call;
        }

        @Override
        protected Object computeValue(Class<?> type) {
            try {
                Class<?> in = call.type() == null ? type : Class.forName(call.type(), false, type.getClassLoader());
                for (Method method : in.getMethods()) {
                    boolean isStatic = Modifier.isStatic(method.getModifiers());
                    if (isStatic == (call.type() != null) && isMeant(call.method(), method)) {
                        return handle(method);
                    }
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                // another version: what it has instead is not known
                return type;
            }
            return type;
        }

        private static boolean isMeant(MethodSignature wanted, Method method) {
            Class<?>[] parameters = method.getParameterTypes();
            if (!method.getName().equals(wanted.name())
                    || parameters.length != wanted.parameters().size()) {
                return false;
            }
            for (int i = 0; i < parameters.length; i++) {
                if (!parameters[i].getTypeName().equals(wanted.parameters().get(i))) {
                    return false;
                }
            }
            return true;
        }

        private static MethodHandle handle(Method method) throws ReflectiveOperationException {
            if (!method.trySetAccessible()) {
                FieldReaders.open(method.getDeclaringClass(), HeaderCalls.class);
                method.setAccessible(true);
            }
            MethodHandle handle = LOOKUP.unreflect(method);
            if (handle.isVarargsCollector()) {
                MethodHandle only = LOOKUP.findStatic(
                        HeaderCalls.class, "only", MethodType.methodType(String[].class, String.class));
                handle = MethodHandles.filterArguments(handle.asFixedArity(), 2, only);
            }
            if (handle.type().parameterCount() == 1) {
                handle = MethodHandles.dropArguments(handle, 1, String.class, String.class);
            }
            return handle.asType(TYPE);
        }
    }
}
