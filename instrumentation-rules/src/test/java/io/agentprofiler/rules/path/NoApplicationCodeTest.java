// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.access.Learned;
import io.agentprofiler.rules.value.normal.Normal;
import io.agentprofiler.rules.value.normal.Structure;
import io.undertow.servlet.spec.HttpServletResponseImpl;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects of the application that the JDK's own classes would ask on our behalf. {@link #RAN} counts what ran. */
class NoApplicationCodeTest {
    private static final AtomicInteger RAN = new AtomicInteger();
    private static final Comparator<String> COUNTING = (left, right) -> {
        RAN.incrementAndGet();
        return left.compareTo(right);
    };

    @BeforeEach
    void forget() {
        RAN.set(0);
    }

    @Test
    void shouldNotCompareKeysOfAMapBehindAView() {
        Map<String, String> sorted = new TreeMap<>(COUNTING);
        sorted.put("a", "1");
        sorted.put("name", "2");
        RAN.set(0);

        assertThat(read("arg0.name", Collections.unmodifiableMap(sorted))).isEqualTo("2");
        assertThat(read("arg0['a']", Collections.unmodifiableSortedMap(new TreeMap<>(sorted))))
                .isEqualTo("1");
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldNotChangeTheOrderOfAMapBehindAView() {
        Map<String, String> byAccess = new LinkedHashMap<>(8, 0.75f, true);
        byAccess.put("name", "1");
        byAccess.put("other", "2");

        assertThat(read("arg0.name", Collections.unmodifiableMap(byAccess))).isEqualTo("1");
        assertThat(byAccess.keySet()).containsExactly("name", "other");
    }

    @Test
    void shouldNotGoThroughPartsOfSortedSets() {
        TreeSet<String> sorted = new TreeSet<>(COUNTING);
        sorted.addAll(List.of("a", "b", "c"));
        ConcurrentSkipListSet<String> skipping = new ConcurrentSkipListSet<>(COUNTING);
        skipping.addAll(List.of("a", "b", "c"));
        TreeMap<String, String> map = new TreeMap<>(COUNTING);
        map.put("a", "1");
        map.put("b", "2");
        Object part = sorted.subSet("a", "c");
        Object head = skipping.headSet("c");
        Object keys = map.tailMap("b").keySet();
        RAN.set(0);

        assertThat(read("arg0[]", sorted)).isEqualTo(List.of("a", "b", "c"));
        assertThat(read("arg0[]", skipping)).isEqualTo(List.of("a", "b", "c"));
        assertThat(read("arg0[]", part)).isNull();
        assertThat(read("arg0.size", head)).isNull();
        assertThat(read("arg0[]", keys)).isNull();
        assertThat(Normal.of(part)).isNull();
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldAskNoKeyWhetherItIsTheOne() {
        Map<Object, Object> byObject = new HashMap<>();
        byObject.put(new Key("a"), "1");
        byObject.put("name", "2");
        Object looked = new Lookup(byObject, new Key("a"));
        RAN.set(0);

        assertThat(read("arg0.name", byObject)).isEqualTo("2");
        assertThat(read("arg0.found", looked)).isNull();
        assertThat(read("arg0.named", looked)).isEqualTo("2");
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldAskNoNumberOfTheApplication() {
        Count count = new Count();

        assertThat(read("arg0.many", count)).isNull();
        assertThat(Normal.of(new Amount())).isNull();
        assertThat(Normal.of(new Price("2"))).isNull();
        assertThat(Structure.of(new Price("2"))).isNotInstanceOf(Number.class);
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldWriteAUrlWithoutItsHandler() throws Exception {
        URL url = new URL(null, "acme://host:81/a/b?c=d#e", new Handler());
        RAN.set(0);

        assertThat(Normal.of(url)).isEqualTo("acme://host:81/a/b?c=d#e");
        assertThat(Normal.of(new URL("https://api.acme.com/v1"))).isEqualTo("https://api.acme.com/v1");
        assertThat(Normal.of(new URL("file:/a/b"))).isEqualTo("file:/a/b");
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldAskNeitherClocksNorEntriesOfTheApplication() {
        Object clock = Clock.offset(new OwnClock(), java.time.Duration.ofHours(1));
        Map<String, String> map = new OwnMap();
        Object entry = Collections.unmodifiableMap(map).entrySet().iterator().next();
        RAN.set(0);

        assertThat(read("arg0.instant", clock)).isNull();
        assertThat(read("arg0.value", entry)).isNull();
        assertThat(read("arg0.value", Map.entry("a", "b"))).isEqualTo("b");
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldNotReadCollectionsThatOverrideHowTheyAreRead() {
        assertThat(read("arg0[]", new CountingList())).isNull();
        assertThat(read("arg0.size", new CountingList())).isNull();
        assertThat(read("arg0[0]", new TaggedList())).isEqualTo("a");
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldCallListedClassesAndNothingThatExtendsThem() {
        HttpServletResponseImpl own = new HttpServletResponseImpl(-7) {
            @Override
            public int getStatus() {
                return RAN.incrementAndGet();
            }
        };
        TestCall call = TestCall.of(own);

        assertThat(read("arg0.getStatus!()", new HttpServletResponseImpl(-7))).isEqualTo(7);
        assertThat(PathParser.parse("arg0.getStatus!()").read(call)).isNull();
        assertThat(call.notRead)
                .hasSize(1)
                .allMatch(line -> line.contains("is not one of the classes whose getStatus()"));
        assertThat(read("arg0.(getStatus!()|@status)", own)).isEqualTo(-7);
        assertThat(RAN).hasValue(0);
    }

    @Test
    void shouldFollowAFieldToTheInnermostObject() {
        Wrapper inner = new Wrapper(null, "inner");
        Wrapper circle = new Wrapper(null, "circle");
        circle.wrapped = circle;

        assertThat(read("arg0.@wrapped*.@name", new Wrapper(new Wrapper(inner, "b"), "a")))
                .isEqualTo("inner");
        assertThat(read("arg0.@wrapped*.@name", inner)).isEqualTo("inner");
        assertThat(read("arg0.@wrapped*.length", "text")).isEqualTo(4);
        assertThat(read("arg0.@wrapped*.@name", circle)).isNull();
    }

    @Test
    void shouldReadWhatAGetterToldOthers() {
        Tool tool = new Tool();
        Tool another = new Tool();
        Learned.add(tool, Learned.nameOf("getDefinition"), Map.of("name", "weather"));
        TestCall call = TestCall.of(another);

        assertThat(read("arg0.definition.name", tool)).isEqualTo("weather");
        assertThat(read("arg0.tool.definition.name", new Holder(tool))).isEqualTo("weather");
        assertThat(read("arg0.definition.name", new Delegating(tool))).isEqualTo("weather");
        assertThat(PathParser.parse("arg0.definition.name").read(call)).isNull();
        assertThat(call.notRead).hasSize(1);
        Learned.add(tool, "definition", Map.of("name", "forecast"));
        assertThat(read("arg0.definition.name", tool)).isEqualTo("forecast");
        assertThat(RAN).hasValue(0);
    }

    private static Object read(String path, Object object) {
        TestCall call = TestCall.of(object);
        Object value = PathParser.parse(path).read(call);
        assertThat(call.failed).isEmpty();
        return value;
    }

    private record Key(String text) {
        @Override
        public boolean equals(Object other) {
            RAN.incrementAndGet();
            return other instanceof Key key && key.text.equals(text);
        }

        @Override
        public int hashCode() {
            RAN.incrementAndGet();
            return "name".hashCode();
        }
    }

    private record Lookup(Map<Object, Object> map, Key key) {
        Object found() {
            return map.get(key);
        }

        Object named() {
            return map.get("name");
        }
    }

    private static final class Amount extends Number {
        private static final long serialVersionUID = 1;

        @Override
        public int intValue() {
            return RAN.incrementAndGet();
        }

        @Override
        public long longValue() {
            return RAN.incrementAndGet();
        }

        @Override
        public float floatValue() {
            return RAN.incrementAndGet();
        }

        @Override
        public double doubleValue() {
            return RAN.incrementAndGet();
        }
    }

    private static final class Count {
        private final Number number = new Amount();
        private final String few = null;

        String many() {
            return number.intValue() > 3 ? "many" : few;
        }
    }

    private static final class Price extends BigDecimal {
        private static final long serialVersionUID = 1;

        Price(String digits) {
            super(digits);
        }

        @Override
        public double doubleValue() {
            return RAN.incrementAndGet();
        }

        @Override
        public String toString() {
            return "" + RAN.incrementAndGet();
        }
    }

    private static final class Handler extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected String toExternalForm(URL url) {
            return "" + RAN.incrementAndGet();
        }
    }

    private static final class OwnClock extends Clock {
        @Override
        public ZoneId getZone() {
            RAN.incrementAndGet();
            return ZoneId.of("UTC");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            RAN.incrementAndGet();
            return Instant.EPOCH;
        }
    }

    private static final class OwnMap extends AbstractMap<String, String> {
        @Override
        public java.util.Set<Entry<String, String>> entrySet() {
            return java.util.Set.of(new Entry<>() {
                @Override
                public String getKey() {
                    return "" + RAN.incrementAndGet();
                }

                @Override
                public String getValue() {
                    return "" + RAN.incrementAndGet();
                }

                @Override
                public String setValue(String value) {
                    throw new UnsupportedOperationException();
                }
            });
        }
    }

    private static final class CountingList extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @Override
        public int size() {
            return RAN.incrementAndGet();
        }
    }

    private static final class TaggedList extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        TaggedList() {
            super(List.of("a"));
        }

        @Override
        public String toString() {
            return "" + RAN.incrementAndGet();
        }
    }

    private static final class Wrapper {
        private final String name;
        private Wrapper wrapped;

        Wrapper(Wrapper wrapped, String name) {
            this.wrapped = wrapped;
            this.name = name;
        }
    }

    /** Made when it is asked for. */
    private static final class Definition {
        private final String name;

        Definition(String name) {
            this.name = name;
        }

        String name() {
            return name;
        }
    }

    private static class Tool {
        private final String made = "by the application";

        Definition getDefinition() {
            RAN.incrementAndGet();
            return new Definition(made);
        }
    }

    private record Holder(Tool tool) {}

    private static final class Delegating {
        private final Tool tool;

        Delegating(Tool tool) {
            this.tool = tool;
        }

        Definition getDefinition() {
            return tool.getDefinition();
        }
    }
}
