// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.agent.writer.NamingReader;
import io.agentprofiler.rules.model.Rule;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two threads begin the first operation below a lazy span at once, while a third ends it. */
class LazyRaceTest {
    private static final int REQUESTS = 3_000;

    @Test
    void shouldTellAStartOnceAndBeforeAllBelow() throws Exception {
        Order order = new Order();
        EventPipeline pipeline = EventPipeline.open(
                Settings.parse(new Properties()), TraceClock.now(), new NamingReader(), List.of(order));
        List<Rule> rules = Stream.of(rule("request").lazy(), rule("work"))
                .map(RuleFixture::build)
                .toList();
        RuleStates states = new RuleStates(rules, (index, reason) -> {
            throw new AssertionError(reason);
        });
        Engine engine = new Engine(states, List.of(), null, pipeline.events(), FlightSpans.OFF, 1, false);
        JoinPoint request = engine.joinPoint(0, "com.acme.Some", "request", "void", new String[0][]);
        JoinPoint work = engine.joinPoint(1, "com.acme.Some", "work", "void", new String[0][]);
        CyclicBarrier together = new CyclicBarrier(3);
        ExecutorService threads = Executors.newFixedThreadPool(2);

        for (int i = 0; i < REQUESTS; i++) {
            Object handle = EngineFixture.enter(request, null);
            Span span = ThreadContext.get().current;
            Runnable below = () -> {
                ThreadContext.get().current = span;
                EngineFixture.call(work, () -> "x");
                ThreadContext.get().current = null;
            };
            List<Future<?>> running =
                    List.of(threads.submit(() -> run(together, below)), threads.submit(() -> run(together, below)));
            run(together, () -> request.exit(handle, null, null));
            for (Future<?> each : running) {
                each.get();
            }
        }
        threads.shutdown();
        pipeline.close();

        PipelineCounters.Snapshot counters = pipeline.counters();
        assertThat(order.wrong).isZero();
        assertThat(counters.started()).isEqualTo(counters.ended()).isEqualTo(order.started.size());
        assertThat(counters.open()).isZero();
        assertThat(counters.queuedEvents()).isZero();
        assertThat(counters.droppedEvents()).isZero();
        assertThat(counters.started()).isBetween(2L * REQUESTS, 3L * REQUESTS);
    }

    private static void run(CyclicBarrier together, Runnable task) {
        try {
            together.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        task.run();
    }

    /** Sees whether the start of a span comes before the starts of those below it, and once. */
    private static final class Order implements TraceSink {
        final Set<Long> started = new HashSet<>();
        int wrong;

        @Override
        public boolean start(SpanStart start) {
            boolean known = start.parentId == 0 || started.contains(start.parentId);
            boolean rooted = start.span.parent == null || start.parentId == start.span.parent.id;
            if (!known || !rooted || !started.add(start.span.id)) {
                wrong++;
            }
            return true;
        }

        @Override
        public boolean chunk(SpanChunk chunk) {
            return true;
        }

        @Override
        public boolean end(SpanEnd end) {
            if (!started.contains(end.span.id)) {
                wrong++;
            }
            return true;
        }

        @Override
        public void counters(PipelineCounters.Snapshot counters) {}

        @Override
        public void flush() {}

        @Override
        public void close(PipelineCounters.Snapshot counters) {}
    }
}
