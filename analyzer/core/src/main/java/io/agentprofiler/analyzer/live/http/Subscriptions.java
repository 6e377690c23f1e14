// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.live.state.Figures;
import io.agentprofiler.analyzer.live.state.LiveState;
import io.agentprofiler.analyzer.live.state.LiveWorkflow;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

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

    /**
     * One open page: sends what it has not yet. There is no queue: a page that reads slowly gets, when it is ready, each workflow as it is
     * then, so it misses nothing and needs no memory here.
     *
     * <p><b>Threading:</b> {@link #poke} by any thread; the base class sees to it that only one sends at a time.
     */
    static final class Subscription extends IteratingCallback {
        private static final int MOST_BYTES = 256 * 1024;
        private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

        private final LiveState state;
        private final Response response;
        private final Callback callback;
        private final Runnable gone;
        private final int pageSpans;
        private long revision = -1;
        private Figures figures;
        private long sent;
        private volatile boolean stopping;
        private boolean last;

        /**
         * Sends nothing yet.
         *
         * @param pageSpans how many spans a page shows
         * @param gone called when the page is closed
         */
        Subscription(LiveState state, Response response, Callback callback, int pageSpans, Runnable gone) {
            this.state = state;
            this.response = response;
            this.callback = callback;
            this.pageSpans = pageSpans;
            this.gone = gone;
        }

        /** Sends what is new, if nothing is being sent. */
        void poke() {
            iterate();
        }

        /** Sends a farewell and ends. */
        void stop() {
            stopping = true;
            iterate();
        }

        @Override
        protected Action process() throws IOException {
            if (last) {
                return Action.SUCCEEDED;
            }
            if (isGone()) {
                throw new EOFException("the page was closed");
            }
            if (stopping) {
                last = true;
                response.write(true, event("bye", bytes("{}")), this);
                return Action.SCHEDULED;
            }
            ByteBuffer next = next(System.nanoTime());
            if (next == null) {
                return Action.IDLE;
            }
            sent = System.nanoTime();
            response.write(false, next, this);
            return Action.SCHEDULED;
        }

        /** A page asks once and then only listens: if anything is to be read, it is the end, and writing would tell it much later. */
        private boolean isGone() throws IOException {
            EndPoint page = response.getRequest()
                    .getConnectionMetaData()
                    .getConnection()
                    .getEndPoint();
            return !page.isOpen() || page.fill(ByteBuffer.allocate(1).limit(0)) != 0;
        }

        private ByteBuffer next(long now) {
            if (revision < 0) {
                revision = from();
                return event("hello", bytes("{\"max_spans\":" + pageSpans + "}"));
            }
            ByteArrayOutputStream list = new ByteArrayOutputStream();
            long reached = revision;
            for (LiveWorkflow workflow : state.kept().since(revision)) {
                list.write(list.size() == 0 ? '[' : ',');
                list.writeBytes(workflow.page());
                reached = workflow.revision();
                if (list.size() > MOST_BYTES) {
                    break;
                }
            }
            if (list.size() > 0) {
                list.write(']');
                revision = reached;
                return event(
                        "workflows", bytes("{\"met\":" + state.met() + ",\"list\":"), list.toByteArray(), bytes("}"));
            }
            Figures latest = state.figures();
            if (latest != figures) {
                figures = latest;
                return event("figures", latest.page());
            }
            return now - sent > HEARTBEAT_NANOS ? ByteBuffer.wrap(bytes(":\n\n")) : null;
        }

        /** Returns the revision behind which there are no more workflows than a page shows. */
        private long from() {
            long spans = 0;
            for (LiveWorkflow workflow : state.kept().latestFirst()) {
                spans += Math.min(workflow.spans(), LiveState.MOST_SPANS_SHOWN);
                if (spans > pageSpans) {
                    return workflow.revision();
                }
            }
            return 0;
        }

        private static ByteBuffer event(String name, byte[]... data) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(bytes("event: " + name + "\ndata: "));
            for (byte[] part : data) {
                bytes.writeBytes(part);
            }
            bytes.writeBytes(bytes("\n\n"));
            return ByteBuffer.wrap(bytes.toByteArray());
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        protected void onCompleteSuccess() {
            gone.run();
            callback.succeeded();
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            gone.run();
            callback.failed(cause);
        }
    }
}
