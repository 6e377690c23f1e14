// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers every woven call site, by its kind. The weaver of the rules registers the kinds of {@link RuleSites}.
 *
 * <p><b>Threading:</b> any thread. A site reached while another is being linked on the same thread is left without
 * effect: linking must never wait for itself.
 */
public final class CallSiteLinker implements SiteLinker {
    private final Map<String, SiteLinker> kinds = new ConcurrentHashMap<>();
    private final ThreadLocal<Linking> linking = new ThreadLocal<>();
    private final int session;

    /** Creates a linker of a JVM's first agent. */
    public CallSiteLinker() {
        this(0);
    }

    /**
     * Creates a linker.
     *
     * @param session tells its call sites from those that an agent which was detached has left in methods that still run
     */
    public CallSiteLinker(int session) {
        this.session = session;
    }

    /** Returns the number by which it knows its call sites. */
    public int session() {
        return session;
    }

    /** Makes {@code linker} link the sites named {@code kind}. */
    public void register(String kind, SiteLinker linker) {
        kinds.put(kind, linker);
    }

    /**
     * {@inheritDoc}
     *
     * @throws StackOverflowError at the end of the application's stack, so that the site stays unlinked and its next call
     *     tries again: the JVM remembers no error of a bootstrap method but a {@link LinkageError}
     */
    @Override
    public CallSite link(MethodHandles.Lookup caller, String kind, MethodType type, Object[] arguments) {
        Linking last = linking.get();
        if (last == null || !last.underway) {
            Linking now = new Linking();
            linking.set(now);
            try {
                CallSite site = kinds.get(kind).link(caller, kind, type, arguments);
                if (site != null) {
                    return site;
                }
            } catch (Throwable t) {
                throwIfOverflowed(t);
                if (AgentLog.isDebug()) {
                    AgentLog.debug("cannot link " + kind + " in "
                            + caller.lookupClass().getName() + ": " + t);
                }
            } finally {
                now.underway = false; // a store, which works where the stack has no room for the call after it
                linking.remove();
            }
        }
        return new ConstantCallSite(MethodHandles.empty(type));
    }

    /** The JDK wraps an overflow where it makes the code behind method handles. */
    private static void throwIfOverflowed(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StackOverflowError overflow) {
                throw overflow;
            }
        }
    }

    /** A site that a thread links. */
    private static final class Linking {
        boolean underway = true;
    }
}
