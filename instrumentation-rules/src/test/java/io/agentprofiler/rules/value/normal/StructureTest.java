// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StructureTest {
    private static final AtomicInteger CALLS = new AtomicInteger();

    @Test
    void shouldWriteRecordsAndObjectsByTheirFieldsWithoutCallingThem() {
        Order order = new Order("A1", List.of(new Item("tea", 2)), Optional.of(Size.LARGE));

        assertThat(Structure.of(order))
                .isEqualTo(Map.of(
                        "above",
                        7L,
                        "id",
                        "A1",
                        "items",
                        List.of(Map.of("name", "tea", "count", 2L)),
                        "size",
                        "LARGE"));
        assertThat(CALLS).as("methods of the application that were called").hasValue(0);
    }

    @Test
    void shouldKeepPlainValuesCollectionsAndMaps() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("n", 1);
        map.put("nothing", null);
        map.put("list", new Object[] {"a", 2.5, null, true});

        assertThat(Structure.of(map))
                .isEqualTo(Map.of("n", 1L, "nothing", "<null>", "list", List.of("a", 2.5, "<null>", true)));
        assertThat(Structure.of(null)).isNull();
    }

    @Test
    void shouldTellApartWhatDeclaredTypesDoNot() {
        Map<Object, Object> keys = new LinkedHashMap<>();
        keys.put("1", "text");
        keys.put(1, "number");

        assertThat(Structure.of(List.of(Optional.empty(), Optional.of("a")))).isEqualTo(List.of(List.of(), "a"));
        assertThat(Structure.of(List.of(Double.NaN, Float.NEGATIVE_INFINITY)))
                .isEqualTo(List.of("<NaN>", "<-Infinity>"));
        assertThat(Structure.of(
                        List.of(new BigDecimal("12.5"), new BigDecimal("12.50"), BigDecimal.TEN, new AtomicLong(7))))
                .isEqualTo(List.of(12.5, "12.50", "10", 7L));
        assertThat(Structure.of(keys)).isEqualTo(Map.of("1", "number", "…", true));
        assertThat(Structure.of(Map.of(new Item("tea", 1), 1))).isEqualTo(Map.of("…", true));
        assertThat(Structure.of(new Login("me", null))).isEqualTo(Map.of("user", "me"));
    }

    @Test
    void shouldNameTheClassOfWhatItCannotLookInto() {
        List<Object> own = new AbstractList<>() {
            @Override
            public Object get(int index) {
                throw new AssertionError("looked into");
            }

            @Override
            public int size() {
                throw new AssertionError("looked into");
            }
        };
        Runnable lambda = () -> CALLS.incrementAndGet();

        assertThat(Structure.of(own)).isEqualTo("<" + own.getClass().getName() + ">");
        assertThat(Structure.of(new Vector<>(List.of(1)))).isEqualTo("<java.util.Vector>");
        assertThat(Structure.of(Collections.unmodifiableList(own)).toString()).startsWith("<java.util.Collections$");
        assertThat(Structure.of(new byte[] {1})).isEqualTo("<byte[]>");
        assertThat(Structure.of(Thread.currentThread())).isEqualTo("<java.lang.Thread>");
        assertThat(Structure.of(lambda).toString()).startsWith("<" + StructureTest.class.getName());
    }

    @Test
    void shouldLookBehindSynchronizedViewsWithoutTheirLock() {
        List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of("a", List.of("b"))));
        Map<String, Object> map = Collections.synchronizedMap(new LinkedHashMap<>(Map.of("list", list)));

        assertThat(whileLockedElsewhere(map, () -> whileLockedElsewhere(list, () -> Structure.of(map))))
                .isEqualTo(Map.of("list", List.of("a", List.of("b"))));
        assertThat(Structure.of(Collections.synchronizedList(new Vector<>(List.of(1)))))
                .isEqualTo("<java.util.Vector>");
    }

    /** Returns what {@code read} returns while another thread holds the lock of {@code monitor}; without end if it waits. */
    private static Object whileLockedElsewhere(Object monitor, Supplier<Object> read) {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                held.countDown();
                await(done);
            }
        });
        holder.start();
        await(held);
        try {
            return read.get();
        } finally {
            done.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldBlankTextsWhoseNamesSoundLikeSecrets() {
        assertThat(Structure.of(Map.of("apiKey", "abc", "Password", "x", "max_tokens", 5)))
                .isEqualTo(Map.of("apiKey", "[redacted]", "Password", "[redacted]", "max_tokens", 5L));
        assertThat(Structure.of(new Login("me", "hunter2"))).isEqualTo(Map.of("user", "me", "password", "[redacted]"));
    }

    @Test
    void shouldEndWhateverTheObjectIs() {
        Node node = new Node();
        node.next = node;
        List<Integer> many = IntStream.range(0, 100_000).boxed().toList();

        assertThat(Structure.of(node).toString()).contains("<" + Node.class.getName() + ">");
        assertThat((List<?>) Structure.of(many)).hasSizeLessThan(1100).last().isEqualTo("…");
    }

    @Test
    void shouldAddWhatTheClassSaysAndRenameFields() {
        Object data = Structure.of(
                new Item("tea", 2), Map.of(Item.class.getName(), Map.of("type", "item")), Map.of("count", "number"));

        assertThat(data).isEqualTo(Map.of("type", "item", "name", "tea", "number", 2L));
    }

    @Test
    void shouldWriteWhatAnObjectWraps() {
        Object json = new Json(
                Map.of("city", new Json("Oslo"), "password", new Json("open"), "near", new Json(List.of(new Json(2)))));

        assertThat(Structure.of(json, Map.of(), Map.of("value", "this")))
                .isEqualTo(Map.of("city", "Oslo", "password", "[redacted]", "near", List.of(2L)));
    }

    enum Size {
        LARGE
    }

    record Item(String name, int count) {
        @Override
        public String name() {
            CALLS.incrementAndGet();
            return name;
        }
    }

    record Json(Object value) {}

    record Login(String user, String password) {}

    static class Above {
        private static final String STATIC = "static";

        @SuppressWarnings("unused")
        private final long above = 7;

        @SuppressWarnings("unused")
        private final transient String hidden = STATIC;
    }

    @SuppressWarnings("unused")
    static final class Order extends Above {
        private final String id;
        private final List<Item> items;
        private final Optional<Size> size;

        Order(String id, List<Item> items, Optional<Size> size) {
            this.id = id;
            this.items = items;
            this.size = size;
        }

        public String getId() {
            CALLS.incrementAndGet();
            return id;
        }

        @Override
        public String toString() {
            CALLS.incrementAndGet();
            return id;
        }
    }

    static final class Node {
        Node next;
    }
}
