// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.root;

import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * A call together with the element that {@code each} is at. One instance serves all elements of a list, one after
 * another.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ElementRoots implements PathRoots {
    private final PathRoots call;
    private Object element;

    /** Creates the roots of the elements read from {@code call}. */
    public ElementRoots(PathRoots call) {
        this.call = call;
    }

    /** Moves on to another element. */
    public void element(Object next) {
        element = next;
    }

    /** Returns the element, what a path inside {@code each} starts from. */
    public Object element() {
        return element;
    }

    @Override
    public Object self() {
        return call.self();
    }

    @Override
    public Object arg(int index) {
        return call.arg(index);
    }

    @Override
    public Map<String, Object> allArgs() {
        return call.allArgs();
    }

    @Override
    public Object kept(String name) {
        return call.kept(name);
    }

    @Override
    public Object result() {
        return call.result();
    }

    @Override
    public Throwable thrown() {
        return call.thrown();
    }

    @Override
    public Object annotatedArg(String annotationType) {
        return call.annotatedArg(annotationType);
    }

    @Override
    public Containers containers() {
        return call.containers();
    }

    @Override
    public void unresolved(String path, Class<?> on, String step) {
        call.unresolved(path, on, step);
    }

    @Override
    public void notRead(String path, String step, String why) {
        call.notRead(path, step, why);
    }

    @Override
    public void failed(String path, Throwable failure) {
        call.failed(path, failure);
    }

    @Override
    public Object call(String path, MethodHandle method, Object on) throws Throwable {
        return call.call(path, method, on);
    }
}
