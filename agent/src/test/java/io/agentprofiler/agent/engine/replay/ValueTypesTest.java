// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.value.normal.Structure;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values go into data and come back, or are not made at all. */
class ValueTypesTest {
    /** Returns what the type says that a method of {@link Declared} returns. */
    private static Type declared(String method) {
        return Arrays.stream(Declared.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(method))
                .map(Method::getGenericReturnType)
                .findFirst()
                .orElseThrow();
    }

    private static Object again(Type type, Object value) throws UnsupportedException {
        return ValueTypes.ofData(type).of(Structure.of(value));
    }

    private static void isMadeAgain(String method, Object value) throws UnsupportedException {
        assertThat(again(declared(method), value)).isEqualTo(value).isNotSameAs(value);
    }

    @Test
    void shouldMakeValuesWithoutParts() throws UnsupportedException {
        List<Object> values = List.of(
                new BigDecimal("12.50"),
                new BigDecimal("12.5"),
                new BigDecimal("1E+3"),
                BigInteger.TEN,
                BigInteger.TWO.pow(80),
                UUID.fromString("6f1d7f1e-5b5e-4c1a-8f43-0123456789ab"),
                URI.create("https://acme.example/a?b=c"),
                LocalDate.of(2026, 11, 24),
                Instant.parse("2026-11-24T01:02:03.000000004Z"),
                ZonedDateTime.parse("2026-10-25T02:30+01:00[Europe/Berlin]"),
                Duration.ofSeconds(3, 7),
                Duration.ofNanos(-1),
                Year.of(5),
                TimeUnit.DAYS,
                'x',
                0.2f,
                (byte) -7);
        for (Object value : values) {
            Class<?> type = value instanceof TimeUnit ? TimeUnit.class : value.getClass();
            assertThat(again(type, value)).as(type.getName()).isEqualTo(value);
        }
        assertThat((char[]) again(char[].class, new char[] {'a', 'b'})).containsExactly('a', 'b');
        assertThat((int[]) again(int[].class, new int[] {1, 2})).containsExactly(1, 2);
        assertThat((String[][]) again(String[][].class, new String[][] {{"a"}, {}}))
                .isDeepEqualTo(new String[][] {{"a"}, {}});
    }

    @Test
    void shouldMakeContainersOfWhatTheirTypesDeclare() throws UnsupportedException {
        Map<Integer, List<BigDecimal>> prices = new LinkedHashMap<>();
        prices.put(7, List.of(new BigDecimal("1.10")));
        prices.put(3, List.of());

        isMadeAgain("texts", List.of("a", ""));
        isMadeAgain("numbers", new ArrayList<>(Arrays.asList(1, null, 3)));
        isMadeAgain("prices", prices);
        assertThat(again(declared("prices"), prices)).as("in their order").hasToString(prices.toString());
        isMadeAgain("units", Set.of(TimeUnit.DAYS, TimeUnit.HOURS));
        isMadeAgain("byDay", Map.of(LocalDate.of(2026, 1, 2), true));
        isMadeAgain("found", Optional.of("a"));
        assertThat(again(declared("found"), Optional.empty())).isEqualTo(Optional.empty());
    }

    @Test
    void shouldMakeRecordsByTheirCanonicalConstructor() throws UnsupportedException {
        Offer offer = new Offer("pens", new BigDecimal("1.50"), Optional.empty(), List.of(new Part("cap", null)));

        assertThat(again(Offer.class, offer)).isEqualTo(offer);
        isMadeAgain("page", new Page<>(List.of(offer), 1, null));
        isMadeAgain("tree", List.of(new Tree("a", List.of(new Tree("b", List.of())))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"objects", "json", "open", "nested", "times", "collection", "number"})
    void shouldNotMakeWhatTypesDoNotTell(String method) {
        assertThatThrownBy(() -> ValueTypes.ofData(declared(method)))
                .isInstanceOf(UnsupportedException.class)
                .hasMessageEndingWith("cannot be made again");
    }

    @Test
    void shouldNotMakeWhatWasNotRecordedExactly() {
        assertThatThrownBy(() -> again(double.class, Double.NaN)).hasMessage("no double in the recording");
        assertThatThrownBy(() -> again(declared("texts"), Arrays.asList("a", null)))
                .hasMessage("no java.lang.String in the recording");
        assertThatThrownBy(() -> again(Duration.class, Duration.ofDays(400)))
                .hasMessage("no java.time.Duration in the recording");
        assertThatThrownBy(() -> again(declared("prices"), Map.of("x", List.of())))
                .hasMessage("no java.lang.Integer in the recording");
        assertThatThrownBy(() -> again(declared("numbers"), new OwnList()))
                .hasMessage("no java.util.List in the recording");
        assertThatThrownBy(() -> ValueTypes.ofData(Part.class).of(Map.of("name", "a", "size", 1L)))
                .hasMessageEndingWith("it had other components");
    }

    @Test
    void shouldNotTakeWhatAConstructorMakesOtherwise() {
        assertThatThrownBy(() -> ValueTypes.ofData(Upper.class).of(Map.of("text", "a")))
                .hasMessageEndingWith("its constructor makes another of it");
        assertThatThrownBy(() -> ValueTypes.ofData(Upper.class).of(Map.of("text", "")))
                .hasMessageEndingWith("its constructor throws java.lang.IllegalArgumentException");
    }

    /** A collection of the application's own, which is not looked into. */
    private static final class OwnList extends ArrayList<Integer> {
        private static final long serialVersionUID = 1L;
    }

    private record Offer(String article, BigDecimal price, Optional<String> note, List<Part> parts) {}

    private record Part(String name, Integer count) {}

    private record Page<T>(List<T> items, int number, T best) {}

    private record Tree(String name, List<Tree> below) {}

    private record Upper(String text) {
        Upper {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("nothing");
            }
            text = text.toUpperCase(java.util.Locale.ROOT);
        }
    }

    /** Methods of a user. */
    private interface Declared {
        List<String> texts();

        List<Integer> numbers();

        Map<Integer, List<BigDecimal>> prices();

        Set<TimeUnit> units();

        Map<LocalDate, Boolean> byDay();

        Optional<? extends String> found();

        Page<Offer> page();

        List<Tree> tree();

        List<Object> objects();

        Map<String, Object> json();

        <T> List<T> open();

        Optional<List<String>> nested();

        OptionalInt times();

        Collection<String> collection();

        Number number();
    }
}
