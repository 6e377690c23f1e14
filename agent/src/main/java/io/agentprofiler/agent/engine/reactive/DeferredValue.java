// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.ReactiveType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Makes publishers of one value, by the library's own methods. Each subscription requests the value again.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class DeferredValue {
    private final List<Method> chain = new ArrayList<>();
    /** Makes a publisher of a stage; {@code null} where the library is given the stage itself. */
    private final Method ofStage;

    /** Finds the methods that a description names in a class. */
    DeferredValue(ReactiveType type, Class<?> loaded) throws ReflectiveOperationException {
        Method stage = null;
        Class<?> owner = loaded;
        for (MethodSignature each : type.deferred()) {
            if (each.parameters().equals(List.of(CompletionStage.class.getName()))) {
                stage = loaded.getMethod(each.name(), CompletionStage.class);
            } else {
                Class<?>[] parameters = each.parameters().isEmpty()
                        ? new Class<?>[0]
                        : new Class<?>[] {Class.forName(each.parameters().get(0), false, loaded.getClassLoader())};
                Method method = owner.getMethod(each.name(), parameters);
                chain.add(method);
                owner = method.getReturnType();
            }
        }
        this.ofStage = stage;
    }

    /** Returns a publisher whose value comes with the future that each subscription asks for. What asking throws fails it. */
    Object make(Supplier<CompletableFuture<Object>> each) {
        try {
            Object made = null;
            for (Method method : chain) {
                made = Proxies.call(
                        made,
                        method,
                        method.getParameterCount() == 0
                                ? null
                                : new Object[] {supplier(method.getParameterTypes()[0], each)});
            }
            return made;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    private Object supplier(Class<?> type, Supplier<CompletableFuture<Object>> each) {
        if (type == Supplier.class) {
            return each;
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getDeclaringClass() == Object.class) {
                return Proxies.operator(proxy, each, method, args);
            }
            CompletableFuture<Object> stage = each.get();
            return ofStage == null ? stage : Proxies.call(null, ofStage, new Object[] {stage});
        });
    }
}
