// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.call.Call;
import io.agentprofiler.agent.engine.call.KeptList;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.rules.path.root.Containers;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.Map;

/**
 * A captured call, with what the ring does not know of it. One serves call after call.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ConsumedCall implements PathRoots {
    private PathRoots slot;
    private RuleState state;
    private Span span;
    private Containers containers;

    /** Stands for a call from now on. */
    void begin(PathRoots call, RuleState ofRule, Span ofSpan) {
        slot = call;
        state = ofRule;
        span = ofSpan;
        containers = null;
    }

    /** Lets go of the call. */
    void end() {
        begin(null, null, null);
    }

    /** Has values take containers from {@code reused}; from nowhere for {@code null}. */
    void reuse(Containers reused) {
        containers = reused;
    }

    @Override
    public Containers containers() {
        return containers;
    }

    @Override
    public Object self() {
        return slot.self();
    }

    @Override
    public Object arg(int index) {
        return slot.arg(index);
    }

    @Override
    public Object result() {
        return slot.result();
    }

    @Override
    public Throwable thrown() {
        return slot.thrown();
    }

    @Override
    public Object annotatedArg(String annotationType) {
        return Call.annotatedArg(this, span.site.parameterAnnotations(), annotationType);
    }

    @Override
    public Map<String, Object> allArgs() {
        return Call.args(this);
    }

    @Override
    public Object kept(String name) {
        return KeptList.of(span, name);
    }

    @Override
    public void unresolved(String path, Class<?> on, String step) {
        state.unresolved(path);
    }

    @Override
    public void notRead(String path, String step, String why) {
        state.notRead(path, why);
    }

    @Override
    public void failed(String path, Throwable failure) {
        state.accessorFailed(path);
    }
}
