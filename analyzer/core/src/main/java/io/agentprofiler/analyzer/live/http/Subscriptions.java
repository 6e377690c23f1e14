// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.live.state.LiveState;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The pages that are open.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Subscriptions {
    /** Most pages that are open at once. */
    public static final int MOST = 64;
    /** Spans on a page; of more the latest workflows are shown. */
    public static final int PAGE_SPANS = 20_000;

    private final LiveState state;
    private final Set<Subscription> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    public Subscriptions(LiveState state) {
        this.state = state;
    }

    /** Begins to send events as the answer to a request; {@code false} when there are too many already. */
    public boolean add(Response response, Callback callback) {
        if (open.size() >= MOST) {
            // pages that were closed since notice it now
            poke();
        }
        if (open.size() >= MOST || stopped) {
            return false;
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        Subscription[] self = new Subscription[1];
        self[0] = new Subscription(state, response, callback, PAGE_SPANS, () -> open.remove(self[0]));
        open.add(self[0]);
        self[0].poke();
        return true;
    }

    /** Sends what is new to those that have time to take it. */
    public void poke() {
        open.forEach(Subscription::poke);
    }

    /** Ends all, with a farewell, and takes no more. */
    public void stop() {
        stopped = true;
        open.forEach(Subscription::stop);
    }

    /** Returns how many are open. */
    public int size() {
        return open.size();
    }
}
