// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results whose elements the application fetches: iterators, iterables, streams. */
class PulledResultTest {
    /** Ways to ask a stream for its elements that ask its source different questions first. */
    private static final List<Function<Stream<String>, Object>> CONSUMERS = List.of(
            stream -> stream.toList(),
            stream -> stream.map(String::length).toList(),
            stream -> stream.parallel().map(String::length).toList(),
            stream -> stream.iterator().hasNext(),
            stream -> stream.spliterator().estimateSize(),
            stream -> stream.spliterator().trySplit());

    private final TracedCalls traced = TracedCalls.reactive();

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(traced.disabled).isEmpty();
    }

    /** Makes elements with a traced call each. */
    private Iterator<String> lazy(int count) {
        return IntStream.range(0, count).mapToObj(i -> traced.sync("e" + i)).iterator();
    }

    @Test
    void shouldDoTheWorkOfAnIteratorUnderItsSpanAndTheRestOutside() {
        Iterator<String> iterator = traced.call("a", Iterator.class, () -> lazy(1));
        List<String> outside = new ArrayList<>();
        while (iterator.hasNext()) {
            outside.add(iterator.next() + " under " + TracedCalls.current());
        }

        assertThat(outside).containsExactly("e0 under none");
        assertThat(traced.lines())
                .containsExactly("start a", "start sync under a", "end sync ok", "chunk a 0 item 2", "end a ok");
    }

    /** Consumers that take some time for each of three elements, and whether anybody can tell how long. */
    private static final Map<String, Consumer<Stream<String>>> SLOW = Map.of(
            "for each", stream -> stream.forEach(e -> work()),
            "iterator", stream -> stream.iterator().forEachRemaining(e -> work()),
            "next",
                    stream -> {
                        for (Iterator<String> it = stream.iterator(); it.hasNext(); ) {
                            it.next();
                            work();
                        }
                    },
            "limit", stream -> stream.limit(3).forEach(e -> work()),
            "try advance",
                    stream -> {
                        Spliterator<String> spliterator = stream.spliterator();
                        while (spliterator.tryAdvance(e -> {})) {
                            work();
                        }
                    });

    private static long worked;

    private static void work() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 1_000_000) {
            Thread.onSpinWait();
        }
        worked += System.nanoTime() - start;
    }

    @Test
    void shouldMeasureWhatTheConsumerTakesForTheElements() {
        SLOW.forEach((way, consumer) -> {
            worked = 0;
            long start = System.nanoTime();
            try (Stream<String> stream = traced.call("a", Stream.class, () -> Stream.of("x", "y", "z"))) {
                consumer.accept(stream);
            }
            long whole = System.nanoTime() - start;

            Span span = traced.events.started.get(traced.events.started.size() - 1);
            assertThat(span.handler.isKnown()).as(way).isTrue();
            assertThat(span.handler.nanos()).as(way).isBetween(worked, whole);
        });
        Iterator<String> iterator =
                traced.call("a", Iterator.class, () -> List.of("x", "y").iterator());
        worked = 0;
        while (iterator.hasNext()) {
            iterator.next();
            work();
        }
        Span span = traced.events.started.get(traced.events.started.size() - 1);
        assertThat(span.handler.nanos()).isGreaterThanOrEqualTo(worked);
        assertThat(span.handler.sinceLast()).isLessThan(span.handler.nanos());
    }

    @Test
    void shouldNotMeasureTheConsumerForWorkOfTheSource() {
        AtomicInteger made = new AtomicInteger();
        worked = 0;
        Iterator<String> iterator = traced.call(
                "a",
                Iterator.class,
                () -> Stream.generate(() -> {
                            work();
                            return "e" + made.incrementAndGet();
                        })
                        .limit(3)
                        .iterator());
        long start = System.nanoTime();
        List<String> elements = new ArrayList<>();
        while (iterator.hasNext()) {
            elements.add(iterator.next());
        }
        long whole = System.nanoTime() - start;

        assertThat(elements).hasSize(3);
        assertThat(traced.events.started.get(0).handler.nanos()).isLessThanOrEqualTo(whole - worked);
    }

    @Test
    void shouldNotKnowWhatAParallelConsumerTakes() {
        Stream<String> stream = traced.call(
                "a", Stream.class, () -> IntStream.range(0, 64).parallel().mapToObj(i -> "e" + i));

        assertThat(stream.map(String::length).toList()).hasSize(64);

        assertThat(traced.events.started.get(0).handler.isKnown()).isFalse();
    }

    @Test
    void shouldHandRemainingElementsOverOutside() {
        List<String> outside = new ArrayList<>();
        Iterator<String> iterator = traced.call("a", Iterator.class, () -> lazy(2));

        iterator.forEachRemaining(e -> outside.add(e + " under " + TracedCalls.current()));

        assertThat(outside).containsExactly("e0 under none", "e1 under none");
        assertThat(traced.lines()).startsWith("start a", "start sync under a").endsWith("end a ok");
        assertThat(traced.lines()).hasSize(8);
    }

    @Test
    void shouldTakeTheEndOfAnIteratorThatNobodyAskedForMore() {
        Iterator<String> iterator =
                traced.call("a", Iterator.class, () -> List.of("x").iterator());

        assertThat(iterator.next()).isEqualTo("x");
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);

        assertThat(traced.lines()).containsExactly("start a", "chunk a 0 item 1", "end a ok");
    }

    @Test
    void shouldNotTakeTheConsumersFailureForTheSources() {
        IllegalStateException failure = new IllegalStateException("mine");
        Iterator<String> iterator =
                traced.call("a", Iterator.class, () -> List.of("x", "y").iterator());
        Stream<String> stream = traced.call("a", Stream.class, () -> Stream.of("x", "y"));

        assertThatThrownBy(() -> iterator.forEachRemaining(e -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThatThrownBy(() -> stream.forEach(e -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(iterator.next()).isEqualTo("y");
        assertThat(iterator.hasNext()).isFalse();

        assertThat(traced.lines())
                .containsExactly(
                        "start a",
                        "start a",
                        "chunk a 0 item 1",
                        "chunk a 0 item 1",
                        "end a cancelled",
                        "chunk a 1 item 1",
                        "end a ok");
    }

    @Test
    void shouldTakeTheFirstIterationOfAnIterable() {
        AtomicInteger iterations = new AtomicInteger();
        Iterable<String> made = () -> {
            iterations.incrementAndGet();
            return lazy(1);
        };
        Iterable<String> iterable = traced.call("a", Iterable.class, () -> made);

        assertThat(iterations).hasValue(0);
        assertThat(iterable).containsExactly("e0");
        assertThat(iterations.get()).isPositive();
        assertThat(traced.lines())
                .startsWith("start a", "start sync under a", "end sync ok", "chunk a 0 item 2", "end a ok");
    }

    @Test
    void shouldEndWithTheCallWhereTheElementsAreThere() {
        List<String> list = List.of("x");

        assertThat((Object) traced.call("a", Iterable.class, () -> list)).isSameAs(list);
        assertThat(traced.<Iterator<String>>call("a", Iterator.class, () -> null))
                .isNull();

        assertThat(traced.lines()).containsExactly("start a", "end a ok", "start a", "end a ok");
    }

    @Test
    void shouldLeaveWhatMustBeClosedAsItIs() {
        AtomicInteger closed = new AtomicInteger();
        class Page implements Iterable<String>, AutoCloseable {
            @Override
            public Iterator<String> iterator() {
                return lazy(1);
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        }
        Page page = new Page();
        Scanner scanner = new Scanner("x y");

        Object returned = traced.call("a", Iterable.class, () -> page);
        assertThat(returned).isSameAs(page);
        assertThat((Object) traced.call("a", Iterator.class, () -> scanner)).isSameAs(scanner);
        assertThat(closed).hasValue(0);

        assertThat(traced.lines()).containsExactly("start a", "end a ok", "start a", "end a ok");
    }

    @Test
    void shouldDoTheWorkOfAStreamUnderItsSpan() {
        Stream<String> stream =
                traced.call("a", Stream.class, () -> Stream.of("x", "y").map(traced::sync));

        assertThat(stream.map(e -> e + " under " + TracedCalls.current()).toList())
                .containsExactly("x under none", "y under none");

        assertThat(traced.lines())
                .containsExactly(
                        "start a",
                        "start sync under a",
                        "end sync ok",
                        "chunk a 0 item 1",
                        "start sync under a",
                        "end sync ok",
                        "chunk a 1 item 1",
                        "end a ok");
    }

    @Test
    void shouldKeepAParallelStreamParallelAndCountAllOfIt() {
        Stream<Integer> parallel = traced.call(
                "a", Stream.class, () -> IntStream.range(0, 1000).boxed().parallel());
        Stream<Integer> later =
                traced.call("a", Stream.class, () -> IntStream.range(0, 1000).boxed());

        assertThat(parallel.isParallel()).isTrue();
        assertThat(parallel.mapToInt(i -> i).sum()).isEqualTo(499_500);
        assertThat(later.parallel().mapToInt(i -> i).sum()).isEqualTo(499_500);

        for (Span span : traced.events.started) {
            assertThat(span.chunks.count).isEqualTo(1000);
        }
        assertThat(traced.lines()).filteredOn("end a ok"::equals).hasSize(2);
    }

    @Test
    void shouldEndACutStreamWhenItIsClosed() {
        AtomicInteger closed = new AtomicInteger();
        try (Stream<String> stream = traced.call(
                "a", Stream.class, () -> Stream.iterate("x", x -> x + "x").onClose(closed::incrementAndGet))) {
            assertThat(stream.limit(2)).containsExactly("x", "xx");
        }

        assertThat(closed).hasValue(1);
        assertThat(traced.lines()).containsExactly("start a", "chunk a 0 item 1", "chunk a 1 item 2", "end a ok");
    }

    @Test
    void shouldPassTheStreamsFailureOn() {
        IllegalStateException failure = new IllegalStateException("torn");
        Stream<String> stream = traced.call(
                "a",
                Stream.class,
                () -> Stream.of("x").peek(e -> {
                    throw failure;
                }));

        assertThatThrownBy(stream::toList).isSameAs(failure);

        assertThat(traced.lines()).containsExactly("start a", "end a error");
        assertThat(traced.events.thrown).containsExactly(failure);
    }

    @Test
    void shouldLeaveALazyStreamsFailureToWhoConsumesIt() {
        for (Function<Stream<String>, Object> consumer : CONSUMERS) {
            IllegalArgumentException failure = new IllegalArgumentException("model not reachable");
            Stream<String> stream = traced.call(
                    "a",
                    Stream.class,
                    () -> StreamSupport.stream(
                            () -> {
                                throw failure;
                            },
                            0,
                            false));

            assertThatThrownBy(() -> consumer.apply(stream)).isSameAs(failure);

            assertThat(traced.lines()).endsWith("start a", "end a error");
        }
    }

    @Test
    void shouldEvaluateNothingBeforeTheStreamIsConsumed() {
        AtomicInteger evaluated = new AtomicInteger();
        Stream<String> stream = traced.call(
                "a",
                Stream.class,
                () -> Stream.of(3, 1, 2)
                        .parallel()
                        .map(i -> {
                            evaluated.incrementAndGet();
                            return traced.sync("x" + i);
                        })
                        .sorted());

        assertThat(evaluated).hasValue(0);
        assertThat(stream.toList()).containsExactly("x1", "x2", "x3");
        assertThat(traced.lines())
                .startsWith("start a")
                .contains("chunk a 2 item 2")
                .endsWith("end a ok");
    }

    @Test
    void shouldKeepOrderAndResultsOfAStream() {
        List<Stream<Integer>> streams = List.of(
                traced.call("a", Stream.class, () -> Stream.of(3, 1, 2, 1)),
                traced.call("a", Stream.class, () -> Stream.of(3, 1, 2, 1).parallel()),
                traced.call("a", Stream.class, () -> Stream.of(3, 1, 2, 1).map(i -> i)));

        assertThat(streams.get(0).sorted().distinct().toArray(Integer[]::new)).containsExactly(1, 2, 3);
        assertThat(streams.get(1).limit(2).toList()).containsExactly(3, 1);
        assertThat(streams.get(2).skip(1).distinct().toList()).containsExactly(1, 2);
        assertThat(ofSet().sorted().toList()).containsExactly(1, 2, 3);
        assertThat(ofSet().parallel().distinct()).containsExactlyInAnyOrder(1, 2, 3);
    }

    private Stream<Integer> ofSet() {
        return traced.call("a", Stream.class, () -> Set.of(3, 1, 2).stream());
    }

    @Test
    void shouldEndAStreamThatIsOnlyCounted() {
        Stream<String> stream = traced.call("a", Stream.class, () -> Stream.of("x"));

        assertThat(stream.count()).isOne();

        assertThat(traced.lines()).containsExactly("start a", "chunk a 0 item 1", "end a ok");
    }

    @Test
    void shouldHandAConsumedStreamOnAsItIs() {
        Stream<String> stream = traced.call("a", Stream.class, () -> {
            Stream<String> consumed = Stream.of("x");
            consumed.forEach(e -> {});
            return consumed;
        });

        assertThatThrownBy(stream::toList).isInstanceOf(IllegalStateException.class);

        assertThat(traced.lines()).containsExactly("start a", "end a error");
    }

    @Test
    void shouldTakeElementsAndTheEndAfterWhatMadeThemWasCollected() {
        List<Function<List<WeakReference<?>>, Iterator<String>>> ways = List.of(
                gone -> kept(gone, traced.<Iterable<String>>call("a", Iterable.class, () -> () -> lazy(2)))
                        .iterator(),
                gone -> kept(gone, traced.<Stream<String>>call("a", Stream.class, () -> Stream.of("e0", "e1")))
                        .iterator());
        for (Function<List<WeakReference<?>>, Iterator<String>> way : ways) {
            List<WeakReference<?>> gone = new ArrayList<>();
            Iterator<String> iterator = way.apply(gone);

            assertThat(iterator.next()).isEqualTo("e0");
            traced.collect(gone.get(0));
            assertThat(iterator.next()).isEqualTo("e1");
            assertThat(iterator.hasNext()).isFalse();

            assertThat(traced.lines()).endsWith("chunk a 1 item 2", "end a ok").doesNotContain("abandoned a");
        }
    }

    private static <T> T kept(List<WeakReference<?>> gone, T result) {
        gone.add(new WeakReference<>(result));
        return result;
    }

    @Test
    void shouldGiveUpWhatIsDroppedUnreadOrHalfRead() {
        List<Runnable> drops = List.of(
                () -> traced.call("a", Iterator.class, () -> lazy(1)),
                () -> traced.<Iterable<String>>call("a", Iterable.class, () -> () -> lazy(1)),
                () -> traced.call("a", Stream.class, () -> Stream.of("e0")),
                () -> traced.<Iterable<String>>call("a", Iterable.class, () -> () -> lazy(2))
                        .iterator()
                        .next(),
                () -> traced.<Stream<String>>call("a", Stream.class, () -> Stream.of("e0", "e1"))
                        .iterator()
                        .next());
        for (int i = 0; i < drops.size(); i++) {
            drops.get(i).run();

            int expected = i + 1;
            await().untilAsserted(() -> {
                traced.collect(new WeakReference<>(new Object()));
                assertThat(traced.lines()).filteredOn("abandoned a"::equals).hasSize(expected);
            });
        }
        assertThat(traced.lines()).doesNotContain("end a ok");
    }
}
