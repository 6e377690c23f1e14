// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.value.ArgCall;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NormalTest {
    @Test
    void shouldMakeWholeNumbersLong() {
        assertThat(Normal.of(7)).isEqualTo(7L);
        assertThat(Normal.of((short) 7)).isEqualTo(7L);
        assertThat(Normal.of((byte) -7)).isEqualTo(-7L);
        assertThat(Normal.of(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(Normal.of(new AtomicInteger(7))).isEqualTo(7L);
        assertThat(Normal.of(new AtomicLong(7))).isEqualTo(7L);
        assertThat(Normal.of(BigInteger.valueOf(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Normal.of(new BigInteger("9223372036854775808"))).isEqualTo("9223372036854775808");
    }

    @Test
    void shouldMakeFractionsDoubleWithTheDigitsTheyShow() {
        assertThat(Normal.of(0.2f)).isEqualTo(0.2);
        assertThat(Normal.of(1.0e-7f)).isEqualTo(1.0e-7);
        assertThat(Normal.of(0.7)).isEqualTo(0.7);
        assertThat(Normal.of(new BigDecimal("12.50"))).isEqualTo(12.5);
    }

    @Test
    void shouldHaveNoValueForWhatIsNoNumber() {
        assertThat(Normal.of(Double.NaN)).isNull();
        assertThat(Normal.of(Float.POSITIVE_INFINITY)).isNull();
        assertThat(Normal.of(new BigDecimal("1e400"))).isNull();
    }

    @Test
    void shouldKeepTextAndTruth() {
        assertThat(Normal.of("")).isEqualTo("");
        assertThat(Normal.of(new StringBuilder("built"))).isEqualTo("built");
        assertThat(Normal.of('c')).isEqualTo("c");
        assertThat(Normal.of(new char[] {'a', 'b'})).isEqualTo("ab");
        assertThat(Normal.of(true)).isEqualTo(true);
    }

    @Test
    void shouldNameEnumsByTheirConstant() {
        assertThat(Normal.of(TimeUnit.SECONDS)).isEqualTo("SECONDS");
        assertThat(Normal.of(Spelled.OPEN_AI)).isEqualTo("OPEN_AI");
    }

    @Test
    void shouldWriteValueTypesOfTheJdk() {
        assertThat(Normal.of(Duration.ofMillis(1500))).isEqualTo(1.5);
        assertThat(Normal.of(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(Normal.of(LocalDate.of(2026, 11, 21))).isEqualTo("2026-11-21");
        assertThat(Normal.of(new UUID(0, 1))).isEqualTo("00000000-0000-0000-0000-000000000001");
        assertThat(Normal.of(URI.create("http://localhost:8000/v1"))).isEqualTo("http://localhost:8000/v1");
        assertThat(Normal.of(Map.Entry.class)).isEqualTo("java.util.Map$Entry");
        assertThat(Normal.of(Optional.of(3))).isEqualTo(3L);
        assertThat(Normal.of(Optional.empty())).isNull();
    }

    @Test
    void shouldMakeCollectionsListsWithoutAbsentElements() {
        assertThat(Normal.of(Arrays.asList(1, null, "a", new Object()))).isEqualTo(List.of(1L, "a"));
        assertThat(Normal.of(new String[] {"x"})).isEqualTo(List.of("x"));
        assertThat(Normal.of(new float[] {0.1f, 0.2f})).isEqualTo(List.of(0.1, 0.2));
        assertThat(Normal.of(List.of())).isEqualTo(List.of());
        assertThat(Normal.of(List.of(List.of(1)))).isEqualTo(List.of(List.of(1L)));
        assertThat(Normal.of(new byte[] {1, 2})).isNull();
    }

    @Test
    void shouldKeepMapsInOrder() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("b", 1);
        map.put(TimeUnit.DAYS, 2);
        map.put(3, "three");
        map.put("none", null);
        map.put(new Object(), "no key");
        map.put(null, "no key");

        assertThat(Normal.of(map)).isEqualTo(Map.of("b", 1L, "DAYS", 2L, "3", "three"));
        assertThat(((Map<?, ?>) Normal.of(map)).keySet()).map(Object::toString).containsExactly("b", "DAYS", "3");
    }

    @Test
    void shouldNeverAskAnUnknownObjectForItsText() {
        Object secretive = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("toString was called");
            }
        };

        assertThat(Normal.of(secretive)).isNull();
        assertThat(Normal.of(List.of(secretive))).isEqualTo(List.of());
    }

    @Test
    void shouldEndWithAContainerThatHoldsItself() {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);

        Object normal = Normal.of(itself);
        int depth = 0;
        for (; normal instanceof List<?> list && !list.isEmpty(); normal = list.get(0)) {
            depth++;
        }

        assertThat(depth).isEqualTo(15);
    }

    @Test
    void shouldAskNothingOfACollectionThatTheApplicationMade() {
        ArgCall call = new ArgCall();
        List<Object> broken = new AbstractList<>() {
            @Override
            public Object get(int index) {
                throw new AssertionError("asked");
            }

            @Override
            public int size() {
                throw new AssertionError("asked");
            }
        };

        assertThat(Normal.of(broken, "arg0.items", call)).isNull();
        assertThat(call.reports).isEmpty();
    }

    /** Not what a user would like to read. */
    private enum Spelled {
        OPEN_AI {
            @Override
            public String toString() {
                return "Open AI";
            }
        }
    }
}
