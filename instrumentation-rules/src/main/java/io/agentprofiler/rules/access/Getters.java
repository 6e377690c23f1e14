// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.container.Holders;
import io.agentprofiler.rules.access.container.PlainCollections;
import io.agentprofiler.rules.classfile.Reading;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Reads what a getter of an object would return, without running it: from fields, as the class files say.
 *
 * <p><b>Threading:</b> any thread. <b>Errors:</b> what reading a field of the object throws passes through, which only an
 * exhausted stack or heap makes it do.
 */
public final class Getters {
    /** What {@link #read} answers when the object's class has nothing of the name. */
    public static final Object MISSING = ClassAccess.MISSING;

    /** Getters that call getters, and those others; deeper than this nothing sensible is. */
    private static final int MOST_CALLS = 12;

    private Getters() {}

    /**
     * Reads what {@code name} stands for on an object: the first there is of {@code name()}, {@code getName()}, {@code
     * isName()}, else the field of this name.
     *
     * <p>Objects are compared by identity where the getter does.
     *
     * @return the value with optionals opened, {@code null} when it is absent; a {@link NotRead} when it cannot be read
     *     without running code of the application; {@link #MISSING} when there is nothing of the name
     */
    public static Object read(Object on, String name) throws Throwable {
        return read(on, name, ClassAccess.of(on.getClass()).accessor(name));
    }

    /** Reads the field of a name, whatever getters there are; answers as {@link #read} does. */
    public static Object readField(Object on, String name) throws Throwable {
        return read(on, name, ClassAccess.of(on.getClass()).field(name));
    }

    private static Object read(Object on, String name, Object accessor) throws Throwable {
        if (!(accessor instanceof Reading reading)) {
            return accessor;
        }
        Object value = evaluate(reading, new Object[] {on}, 0);
        if (value instanceof NotRead inner) {
            return new NotRead(name, inner.why());
        }
        return saysItself(reading, value) || !ClassAccess.of(on.getClass()).isBlank(on) ? value : null;
    }

    /** Answers whether a value is one that an object whose constructor never ran cannot have. */
    private static boolean saysItself(Reading reading, Object value) {
        return value == null || (reading instanceof Reading.Field field && !isPrimitive(field.descriptor()));
    }

    private static boolean isPrimitive(String descriptor) {
        return descriptor.length() == 1;
    }

    private static Object evaluate(Reading reading, Object[] frame, int calls) throws Throwable {
        if (reading instanceof Reading.Argument argument) {
            return frame[argument.index()];
        }
        if (reading instanceof Reading.Field field) {
            return field(field, evaluate(field.of(), frame, calls));
        }
        if (reading instanceof Reading.Constant constant) {
            return constant.value();
        }
        if (reading instanceof Reading.Call call) {
            return call(call, frame, calls);
        }
        if (reading instanceof Reading.Jdk jdk) {
            return jdk(jdk, frame, calls);
        }
        if (reading instanceof Reading.If choice) {
            Object condition = evaluate(choice.condition(), frame, calls);
            if (condition instanceof NotRead) {
                return condition;
            }
            return evaluate(isTrue(condition) ? choice.then() : choice.otherwise(), frame, calls);
        }
        if (reading instanceof Reading.Computed computed) {
            return new NotRead("", "computed: " + computed.why());
        }
        return question(reading, frame, calls);
    }

    @SuppressWarnings("ReferenceEquality")
    private static Object question(Reading reading, Object[] frame, int calls) throws Throwable {
        if (reading instanceof Reading.IsNull question) {
            Object of = evaluate(question.of(), frame, calls);
            return of instanceof NotRead ? of : number(of == null);
        }
        if (reading instanceof Reading.InstanceOf question) {
            Object of = evaluate(question.of(), frame, calls);
            return of instanceof NotRead ? of : number(of != null && isA(of.getClass(), question.type()));
        }
        if (reading instanceof Reading.Truth truth) {
            Object of = evaluate(truth.of(), frame, calls);
            return of == null || of instanceof NotRead ? of : (Object) isTrue(of);
        }
        if (reading instanceof Reading.IsSame question) {
            Object left = evaluate(question.left(), frame, calls);
            Object right = evaluate(question.right(), frame, calls);
            return left instanceof NotRead ? left : right instanceof NotRead ? right : number(left == right);
        }
        if (reading instanceof Reading.Compare compare) {
            Object left = evaluate(compare.left(), frame, calls);
            Object right = evaluate(compare.right(), frame, calls);
            return left instanceof NotRead
                    ? left
                    : right instanceof NotRead ? right : compare(compare.how(), left, right);
        }
        Reading.Sum sum = (Reading.Sum) reading;
        Object left = evaluate(sum.left(), frame, calls);
        Object right = evaluate(sum.right(), frame, calls);
        if (left instanceof NotRead || right instanceof NotRead) {
            return left instanceof NotRead ? left : right;
        }
        boolean known = left instanceof Number && right instanceof Number;
        return known ? (Object) (((Number) left).longValue() + ((Number) right).longValue()) : null;
    }

    private static Object compare(Reading.Compare.How how, Object left, Object right) {
        long first = number(left);
        long second = number(right);
        return number(
                switch (how) {
                    case EQUAL -> first == second;
                    case LESS -> first < second;
                    case GREATER -> first > second;
                });
    }

    private static long number(Object value) {
        return value instanceof Number number
                ? number.longValue()
                : value instanceof Character c ? c : isTrue(value) ? 1 : 0;
    }

    private static Object field(Reading.Field field, Object of) throws Throwable {
        if (of == null || of instanceof NotRead) {
            return of;
        }
        MethodHandle handle = ClassAccess.of(of.getClass()).handle(field);
        if (handle == null) {
            return new NotRead(
                    field.name(),
                    "the field " + field.name() + " of " + of.getClass().getName() + " cannot be opened");
        }
        return Holders.open((Object) handle.invokeExact(of));
    }

    private static Object call(Reading.Call call, Object[] frame, int calls) throws Throwable {
        Object[] inner = arguments(call.on(), frame, calls);
        for (Object each : inner) {
            if (each instanceof NotRead) {
                return each;
            }
        }
        if (inner[0] == null) {
            return null;
        }
        if (calls == MOST_CALLS) {
            return new NotRead(call.name(), "computed: it calls itself");
        }
        inner[0] = behind(inner[0]);
        Object method = ClassAccess.of(inner[0].getClass()).method(call);
        return method instanceof Reading reading ? Holders.open(evaluate(reading, inner, calls + 1)) : method;
    }

    /** Returns the invocation handler of a JDK proxy, where its state is; any other object as it is. */
    public static Object behind(Object on) {
        return Proxy.isProxyClass(on.getClass()) ? Proxy.getInvocationHandler(on) : on;
    }

    private static Object[] arguments(List<Reading> readings, Object[] frame, int calls) throws Throwable {
        Object[] values = new Object[readings.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = evaluate(readings.get(i), frame, calls);
        }
        return values;
    }

    private static Object jdk(Reading.Jdk jdk, Object[] frame, int calls) throws Throwable {
        Object[] values = arguments(jdk.on(), frame, calls);
        for (Object each : values) {
            if (each == null || each instanceof NotRead) {
                return each;
            }
        }
        Object on = values[0];
        if (jdk.kind() == Reading.Jdk.Kind.ATOMIC) {
            return on; // opened when it was read
        }
        if (on.getClass().isArray() && jdk.kind() == Reading.Jdk.Kind.SIZE) {
            return Array.getLength(on);
        }
        if (on.getClass() == CompletableFuture.class && jdk.kind() == Reading.Jdk.Kind.HAS_FAILED) {
            return number(((CompletableFuture<?>) on).isCompletedExceptionally());
        }
        if (jdk.kind() == Reading.Jdk.Kind.CLASS) {
            return on.getClass();
        }
        if (on instanceof Class<?> type) {
            return jdk.kind() == Reading.Jdk.Kind.CLASS_NAME ? type.getName() : type.getSimpleName();
        }
        boolean plain = on instanceof String || PlainCollections.isPlain(on);
        if (!plain) {
            return new NotRead("", "computed: it asks a " + on.getClass().getName());
        }
        return switch (jdk.kind()) {
            case ATOMIC, HAS_FAILED, CLASS, CLASS_NAME, SIMPLE_NAME ->
                throw new IllegalStateException("dealt with above");
            case SIZE -> size(on);
            case IS_EMPTY -> number(size(on) == 0);
            case ELEMENT -> element(on, values[1]);
            case VALUE -> on instanceof Map<?, ?> map ? Holders.open(PlainCollections.get(map, values[1])) : null;
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

    private static boolean isTrue(Object condition) {
        return condition instanceof Boolean truth
                ? truth
                : condition instanceof Number number && number.longValue() != 0;
    }

    private static Object number(boolean truth) {
        return truth ? 1 : 0;
    }

    private static boolean isA(Class<?> type, String name) {
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
}
