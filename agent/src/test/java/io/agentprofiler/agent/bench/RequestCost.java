// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.bench;

import com.sun.management.ThreadMXBean;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleFiles;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * What a request of the web costs its thread that calls nothing traced: entry and exit of a filter, of those inside it and of the
 * servlet, and a subscription of WebFlux, in nanoseconds and bytes a request. What the server itself does is not in it, except
 * for the look-up of a header in a list of ten.
 *
 * <p>Run with {@code java -cp ... io.agentprofiler.agent.bench.RequestCost}.
 */
public final class RequestCost {
    private static final int BURST = 2_000;
    private static final int ROUNDS = 1_000;
    private static final int INNER_FILTERS = 6;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<Rule> rules;
    private final Engine engine;
    private final PipelineCounters counters = new PipelineCounters();

    private RequestCost() throws Exception {
        rules = RuleFiles.loadBundled("web").rules();
        RuleStates states = new RuleStates(rules, (index, reason) -> {
            throw new AssertionError(reason);
        });
        engine = new Engine(
                states, RuleFixture.reactive(), null, EventRing.unread(1024, counters), FlightSpans.OFF, 1, false);
    }

    /** Prints the figures. */
    public static void main(String[] args) throws Exception {
        RequestCost cost = new RequestCost();
        JoinPoint filter = cost.point("filter", "void");
        JoinPoint servlet = cost.point("servlet", "void");
        Request request = new Request();
        cost.measure("the header alone", () -> request.getHeader("traceparent"));
        cost.measure("servlet request", () -> {
            Object outermost = enter(filter, request);
            for (int i = 0; i < INNER_FILTERS; i++) {
                filter.exit(enter(filter, request), null, null);
            }
            servlet.exit(enter(servlet, request), null, null);
            return filter.exit(outermost, null, null);
        });
        JoinPoint handler = cost.point("webflux", Mono.class.getName());
        Exchange exchange = new Exchange();
        cost.measure("subscription alone", () -> Mono.empty().subscribe());
        cost.measure("webflux request", () -> {
            Object handle = enter(handler, exchange);
            Mono<?> handled = (Mono<?>) handler.exit(handle, Mono.empty(), null);
            return handled.subscribe();
        });
        System.out.println(cost.counters.snapshot().started() + " spans");
    }

    private JoinPoint point(String id, String returns) {
        int index = 0;
        while (!rules.get(index).id().equals(id)) {
            index++;
        }
        return engine.joinPoint(index, "com.acme.Some", id, returns, new String[0][]);
    }

    private static Object enter(JoinPoint point, Object arg) {
        return point.enter(null, arg, arg, null, null, null, null, null, null);
    }

    private void measure(String what, Work work) {
        double[] nanos = new double[ROUNDS];
        double bytes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begin = System.nanoTime();
            for (int i = 0; i < BURST; i++) {
                sink = work.run();
            }
            nanos[round] = (double) (System.nanoTime() - begin) / BURST;
            bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / BURST;
            engine.sweep();
        }
        double[] late = Arrays.copyOfRange(nanos, ROUNDS / 2, ROUNDS);
        Arrays.sort(late);
        System.out.printf(
                "%s: %.0f ns (p50), %.0f (p90); %.0f bytes%n",
                what, late[late.length / 2], late[late.length * 9 / 10], bytes);
    }

    private volatile Object sink;

    @FunctionalInterface
    private interface Work {
        Object run();
    }

    /** A request as servers keep it: headers in a list, found by going through it. */
    public static final class Request {
        private final String[] names = {
            "Host",
            "User-Agent",
            "Accept",
            "Accept-Encoding",
            "Connection",
            "Cookie",
            "Referer",
            "X-Forwarded-For",
            "Via",
            "X-Id"
        };

        /** Returns no header, which takes as long as it can. */
        public String getHeader(String name) {
            for (String each : names) {
                if (each.equalsIgnoreCase(name)) {
                    return each;
                }
            }
            return null;
        }
    }

    /** A request as WebFlux hands it on. */
    public static final class Exchange {
        private final ServerRequest request = new ServerRequest();

        public ServerRequest getRequest() {
            return request;
        }
    }

    /** The part of it that has headers. */
    public static final class ServerRequest {
        private final Headers headers = new Headers();

        public Headers getHeaders() {
            return headers;
        }
    }

    /** Its headers. */
    public static final class Headers {
        private final Request list = new Request();

        public String getFirst(String name) {
            return list.getHeader(name);
        }
    }
}
