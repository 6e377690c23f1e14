// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.agent.context.Span;
import java.util.Map;
import java.util.function.Function;

/**
 * What names of spans may tell besides paths: the attributes read before, the class and the method. One serves span after span.
 *
 * <p><b>Threading:</b> one thread.
 */
final class KnownValues implements Function<String, Object> {
    private Span span;
    private Map<String, Object> attributes;

    /** Tells of a span from now on. */
    KnownValues begin(Span next, Map<String, Object> read) {
        span = next;
        attributes = read;
        return this;
    }

    /** Lets go of the span. */
    void end() {
        span = null;
        attributes = null;
    }

    @Override
    public Object apply(String name) {
        return switch (name) {
            case "class" -> simpleName(span.site.className());
            case "method" -> span.site.method();
            default -> attributes.get(name);
        };
    }

    /** Returns a class name without package and enclosing classes. */
    static String simpleName(String className) {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
    }
}
