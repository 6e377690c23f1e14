// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.mockito.Mockito;

/**
 * Runs real methods with arguments and results that record calls on them: on an object that records calls, too, on spies of
 * it, and on spies whose other methods throw. The calls are reported at the end of the program, when any hidden reader of
 * the objects has had time to run.
 */
final class HandedOver {
    private final Target target;
    private final List<Pending> pending = new ArrayList<>();

    HandedOver(Target target) {
        this.target = target;
    }

    private record Pending(String trial, Maker maker, List<Object> objects, String outcome) {}

    /** Makes the calls, with the objects of these makers. */
    void call(Set<Maker> makers) {
        for (Maker maker : makers) {
            if (Modifier.isStatic(target.method().getModifiers())
                    || !Modifier.isAbstract(target.type().getModifiers())) {
                run(maker, "bare", values -> Written.bare(target.type()));
            }
            if (!target.isMockable()) {
                continue;
            }
            if (!Modifier.isFinal(target.method().getModifiers())) {
                run(maker, "written", values -> {
                    Object self = Written.answering(target.type(), target.method(), values.result(target.method()));
                    pending.add(new Pending(maker + " written self", Maker.WRITTEN, List.of(self), ""));
                    return self;
                });
            }
            if (maker == Maker.WRITTEN) {
                run(maker, "failing", values -> {
                    CountingException failure = new CountingException();
                    values.made.add(failure);
                    return Written.answering(target.type(), target.method(), failure);
                });
            }
            if (maker == Maker.SUBCLASS || maker == Maker.INLINE) {
                run(maker, "spy", values -> spy(maker, values, false));
                run(maker, "throwing spy", values -> spy(maker, values, true));
            }
        }
    }

    private Object spy(Maker maker, Values values, boolean throwing) throws Exception {
        Object real = Written.answering(target.type(), target.method(), values.result(target.method()));
        Object spy = Mockito.mock(
                real.getClass(), maker.settings().spiedInstance(real).defaultAnswer(Mockito.CALLS_REAL_METHODS));
        if (throwing) {
            // a final method would really run, and Mockito would wait for a call that it can see
            int unseen = Modifier.STATIC | (maker == Maker.SUBCLASS ? Modifier.FINAL : 0);
            for (Method other : target.type().getMethods()) {
                if (other.getParameterCount() == 0
                        && other.getReturnType() != void.class
                        && other.getDeclaringClass() != Object.class
                        && (other.getModifiers() & unseen) == 0) {
                    other.setAccessible(true);
                    other.invoke(Mockito.doThrow(new IllegalStateException("not to be called"))
                            .when(spy));
                }
            }
        }
        values.made.add(spy);
        MockNames.add(spy);
        return spy;
    }

    private void run(Maker maker, String trial, Self self) {
        Values values = new Values(maker);
        String outcome = Trial.outcome(() -> {
            Object on = self.make(values);
            Object[] arguments = values.arguments(target.method());
            use(target.call(on, arguments));
            return "ok";
        });
        pending.add(new Pending(maker + " " + trial, maker, List.copyOf(values.made), outcome));
    }

    /** Triggers work that waits for a consumer of its result. */
    private static void use(Object result) throws Exception {
        if (result instanceof CompletionStage<?> stage) {
            stage.toCompletableFuture().getNow(null);
        } else if (result != null && !Mockito.mockingDetails(result).isMock()) {
            for (String blocking : List.of("block", "blockLast", "blockingGet", "blockingLast")) {
                Method method = method(result, blocking);
                if (method != null) {
                    method.invoke(result);
                    return;
                }
            }
        }
    }

    private static Method method(Object on, String name) {
        try {
            Method method = on.getClass().getMethod(name);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException | RuntimeException e) {
            return null;
        }
    }

    /** Says what was called on everything that took part. */
    void tell(String row, Outcomes outcomes) {
        for (Pending one : pending) {
            outcomes.put(
                    row,
                    target,
                    one.trial,
                    Trial.outcome(() -> one.outcome + " " + one.maker.interactions(one.objects)));
        }
    }

    /** Makes the object that the method is called on. */
    @FunctionalInterface
    private interface Self {
        Object make(Values values) throws Exception;
    }
}
