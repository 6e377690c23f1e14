// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Gives a request the header {@code traceparent}, as its rule says. One that is there stays as it is.
 *
 * <p><b>Threading:</b> immutable; application threads. May throw what the called methods throw; join points catch it.
 */
public final class OutgoingHeader {
    private static final String NAME = "traceparent";

    private final RuleState state;
    private final Span.Site site;
    private final Rule.Header header;
    private final Set<String> types;
    private final HeaderCalls calls;
    private final Predicate<String> hosts;

    /**
     * Creates one for a method.
     *
     * @param state of a rule with a header
     * @param hosts answers whether requests to a host get one
     */
    public OutgoingHeader(RuleState state, Span.Site site, Predicate<String> hosts) {
        this.state = state;
        this.site = site;
        this.header = state.rule().header();
        this.types = Set.copyOf(header.types());
        this.calls = new HeaderCalls(header.calls());
        this.hosts = hosts;
    }

    /**
     * Gives the call's request the header of a span.
     *
     * @param span the one that sends; {@link Span#UNSAMPLED} for a workflow that is not recorded
     * @param args the call's
     * @return what the methods made of the request; {@code null} where they made nothing, or the request gets no header
     */
    public Object give(ThreadContext context, Span span, Object self, Object[] args) throws Throwable {
        Call call = new Call(state, site.parameterAnnotations(), self, args, null, true);
        if (!(header.host().evaluate(call, attribute -> null) instanceof String host) || !hosts.test(host)) {
            return null;
        }
        Path path = header.into();
        Object into = Holders.unwrap(path.read(call));
        if (into == null) {
            return null;
        }
        if (!types.contains(into.getClass().getName())) {
            // other requests of the same client, or an object of a class of the application
            return null;
        }
        if (isPresent(header.present().read(call))) {
            return null;
        }
        String text = TraceParent.write(context, span);
        return header.entry() == null
                ? calls.give(into, NAME, text)
                : RecordEntry.added(into, header.entry(), NAME, text);
    }

    private static boolean isPresent(Object found) {
        if (found instanceof List<?> names) {
            for (Object name : names) {
                if (name instanceof String text && text.equalsIgnoreCase(NAME)) {
                    return true;
                }
            }
            return false;
        }
        return found != null && !Boolean.FALSE.equals(found);
    }
}
