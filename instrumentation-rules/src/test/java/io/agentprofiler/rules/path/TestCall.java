// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.path.root.PathRoots;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A call made up by a test, which writes down what it is told. */
final class TestCall implements PathRoots {
    final List<String> unresolved = new ArrayList<>();
    final List<String> failed = new ArrayList<>();
    final List<String> notRead = new ArrayList<>();
    final List<String> called = new ArrayList<>();
    private final Object[] args;
    private Object self;
    private Object result;
    private Throwable thrown;
    private Map<String, Object> annotated = Map.of();

    private TestCall(Object... args) {
        this.args = args;
    }

    static TestCall of(Object... args) {
        return new TestCall(args);
    }

    TestCall on(Object instance) {
        self = instance;
        return this;
    }

    TestCall returning(Object object) {
        result = object;
        return this;
    }

    TestCall throwing(Throwable failure) {
        thrown = failure;
        return this;
    }

    TestCall annotated(String type, Object object) {
        annotated = Map.of(type, object);
        return this;
    }

    @Override
    public Object self() {
        return self;
    }

    @Override
    public Object arg(int index) {
        return index < args.length ? args[index] : null;
    }

    @Override
    public Object result() {
        return result;
    }

    @Override
    public Throwable thrown() {
        return thrown;
    }

    @Override
    public Object annotatedArg(String annotationType) {
        return annotated.get(annotationType);
    }

    @Override
    public void unresolved(String path, Class<?> on, String step) {
        unresolved.add(path + " | " + on.getName() + " | " + step);
    }

    @Override
    public void notRead(String path, String step, String why) {
        notRead.add(path + " | " + step + " | " + why);
    }

    @Override
    public Object call(String path, MethodHandle method, Object on) throws Throwable {
        called.add(path);
        return PathRoots.super.call(path, method, on);
    }

    @Override
    public void failed(String path, Throwable failure) {
        failed.add(path + " | " + failure);
    }
}
