// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.path.root.PathRoots;
import java.util.ArrayList;
import java.util.List;

/** A call with arguments, which writes down what it is told. */
public class ArgCall implements PathRoots {
    public final List<String> reports = new ArrayList<>();
    private final Object[] args;

    public ArgCall(Object... args) {
        this.args = args;
    }

    @Override
    public Object self() {
        return null;
    }

    @Override
    public Object arg(int index) {
        return index < args.length ? args[index] : null;
    }

    @Override
    public Object result() {
        return null;
    }

    @Override
    public Throwable thrown() {
        return null;
    }

    @Override
    public Object annotatedArg(String annotationType) {
        return null;
    }

    @Override
    public void unresolved(String path, Class<?> on, String step) {
        reports.add("unresolved " + path);
    }

    @Override
    public void failed(String path, Throwable failure) {
        reports.add("failed " + path + ": " + failure);
    }
}
