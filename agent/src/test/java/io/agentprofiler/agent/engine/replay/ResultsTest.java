// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.replay.Data;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.value.normal.DataTypes;
import io.agentprofiler.rules.value.normal.Structure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private static final Replay.Recorded VALUE = new Replay.Recorded("value");
    private static final String SHELF = Shelf.class.getName();

    private static Object made(Class<?> type, Object recorded) throws UnsupportedException {
        return Results.of(VALUE, name -> false, type, ResultsTest.class).make(Map.of("value", recorded));
    }

    @Test
    void shouldMakeValuesOfTheTypeThatTheyWere() throws UnsupportedException {
        assertThat(made(String.class, "text")).isEqualTo("text");
        assertThat(made(boolean.class, true)).isEqualTo(true);
        assertThat(made(int.class, 7L)).isEqualTo(7);
        assertThat(made(Short.class, 7L)).isEqualTo((short) 7);
        assertThat(made(byte.class, -7L)).isEqualTo((byte) -7);
        assertThat(made(Long.class, 1L << 40)).isEqualTo(1L << 40);
        assertThat(made(float.class, 0.2)).isEqualTo(0.2f);
        assertThat(made(double.class, 0.25)).isEqualTo(0.25);
        assertThat(made(char.class, "x")).isEqualTo('x');
        assertThat(made(TimeUnit.class, "DAYS")).isEqualTo(TimeUnit.DAYS);
    }

    @Test
    void shouldMakeNothingThatWasNotRecordedExactly() {
        assertThatThrownBy(() -> made(int.class, 1L << 40)).hasMessage("value is no int in the recording");
        assertThatThrownBy(() -> made(String.class, 7L)).hasMessage("value is no java.lang.String in the recording");
        assertThatThrownBy(() -> made(TimeUnit.class, "YEARS")).isInstanceOf(UnsupportedException.class);
        assertThatThrownBy(() -> made(List.class, List.of()))
                .hasMessage("results of type java.util.List cannot be made again");
    }

    @Test
    void shouldMakeNothingOfWhatAMethodReturnsThatReturnsNothing() throws UnsupportedException {
        assertThat(made(void.class, "text")).isNull();
        assertThat(Results.of(null, name -> false, void.class, ResultsTest.class)
                        .make(Map.of()))
                .isNull();
    }

    @Test
    void shouldCallConstructorsAndBuildersThatTheRuleNames() throws UnsupportedException {
        Replay.Made item = new Replay.Called(
                Item.class.getName(),
                new MethodSignature("new", List.of("java.lang.String", "int"), null),
                List.of(new Replay.Recorded("name"), new Replay.Recorded("count")),
                List.of(),
                null);
        Replay.Made shelf = new Replay.Called(
                SHELF,
                new MethodSignature("builder", List.of(), null),
                List.of(),
                List.of(
                        new Replay.Setting(
                                new MethodSignature("title", List.of("java.lang.String"), null),
                                new Replay.Recorded("title")),
                        new Replay.Setting(
                                new MethodSignature("note", List.of("java.lang.String"), null),
                                new Replay.Recorded("note")),
                        new Replay.Setting(
                                new MethodSignature("items", List.of("java.util.List"), null),
                                new Replay.EachElement("items", List.of(), item))),
                new MethodSignature("build", List.of(), null));

        assertThat(Results.of(shelf, name -> false, Shelf.class, ResultsTest.class)
                        .make(Map.of("title", "A", "items", List.of(Map.of("name", "pen", "count", 3L)))))
                .isEqualTo(new Shelf("A", "none", List.of(new Item("pen", 3))));
        assertThatThrownBy(() -> Results.of(shelf, name -> false, String.class, ResultsTest.class))
                .hasMessage(Shelf.class.getTypeName() + " was to be made, but the method returns java.lang.String");
    }

    private static Object map(String keys, Map<String, Object> recorded) throws UnsupportedException {
        return Results.of(new Replay.MapOf("map", "types", keys), name -> false, Map.class, ResultsTest.class)
                .make(recorded);
    }

    @Test
    void shouldMakeMapsWithValuesOfTheTypesThatTheyHad() throws UnsupportedException {
        UUID uuid = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
        Map<String, Object> was = new HashMap<>();
        was.put("text", "a");
        was.put("whole", 7);
        was.put("long", 7L);
        was.put("float", 0.2f);
        was.put("double", 2.0);
        was.put("truth", true);
        was.put("uuid", uuid);
        was.put("decimal", new BigDecimal("5.00"));
        was.put("big", BigInteger.TWO.pow(70));
        was.put("nothing", null);
        was.put("list", Arrays.asList("x", null, 3L));
        was.put("map", Map.of("short", (short) 3, "int", 4));
        Map<String, Object> recorded = new HashMap<>();
        recorded.put("map", Data.copy(Structure.of(was)));
        recorded.put("types", Data.copy(DataTypes.of(was)));

        assertThat(map(null, recorded)).isEqualTo(was);
        assertThat(recorded.get("types"))
                .isEqualTo(Map.of(
                        "long", "java.lang.Long",
                        "float", "java.lang.Float",
                        "uuid", "java.util.UUID",
                        "decimal", "java.math.BigDecimal",
                        "big", "java.math.BigInteger",
                        "nothing", "null",
                        "list", List.of("", "null", "java.lang.Long"),
                        "map", Map.of("short", "java.lang.Short")));
        assertThat(DataTypes.of(Map.of("a", 1, "b", List.of(1.5, "x")))).isNull();
        assertThat(map(TimeUnit.class.getName(), Map.of("map", Map.of("DAYS", 2L))))
                .isEqualTo(Map.of(TimeUnit.DAYS, 2));
    }

    @Test
    void shouldMakeNoMapWithAValueThatIsNotRecordedExactly() {
        assertThatThrownBy(() -> map(null, Map.of("map", Map.of("n", 1L << 40))))
                .hasMessage("map cannot be made again");
        assertThatThrownBy(() -> map(null, Map.of("map", Map.of("n", 7L), "types", Map.of("n", "java.time.Year"))))
                .hasMessage("map cannot be made again");
        assertThatThrownBy(() -> map(null, Map.of("map", Map.of(), "types", Map.of("n", "java.lang.Double"))))
                .hasMessage("map cannot be made again");
        assertThatThrownBy(() -> map(null, Map.of("map", List.of()))).hasMessage("map cannot be made again");
        assertThatThrownBy(() -> map(TimeUnit.class.getName(), Map.of("map", Map.of("YEARS", 2L))))
                .isInstanceOf(UnsupportedException.class);
        assertThatThrownBy(() -> map("com.acme.Absent", Map.of("map", Map.of())))
                .hasMessage("its rule names what is not in this version: com.acme.Absent");
    }

    @Test
    void shouldMakeValuesOfTheClassThatWasRecorded() throws UnsupportedException {
        Replay.Made item = new Replay.Called(
                Result.class.getName(),
                new MethodSignature("new", List.of("java.lang.Object", "java.lang.String"), null),
                List.of(new Replay.OfClass("text", "class"), new Replay.Recorded("text")),
                List.of(),
                null);
        Results results = Results.of(item, name -> false, Result.class, ResultsTest.class);

        assertThat(results.make(Map.of("text", "5", "class", "java.lang.Integer")))
                .isEqualTo(new Result(5, "5"));
        assertThat(results.make(Map.of("text", 5L, "class", "java.lang.Long"))).isEqualTo(new Result(5L, "5"));
        assertThat(results.make(Map.of("text", "true", "class", "java.lang.Boolean")))
                .isEqualTo(new Result(true, "true"));
        assertThat(results.make(Map.of("text", "2.5", "class", "java.lang.Double")))
                .isEqualTo(new Result(2.5, "2.5"));
        assertThat(results.make(Map.of("text", "5", "class", "java.lang.String")))
                .isEqualTo(new Result("5", "5"));
        assertThat(results.make(Map.of("text", "Success"))).isEqualTo(new Result(null, "Success"));
        assertThatThrownBy(() -> results.make(Map.of("text", "{}", "class", "com.acme.Weather")))
                .hasMessage("text is no com.acme.Weather in the recording");
        assertThatThrownBy(() -> results.make(Map.of("text", "5.0", "class", "java.lang.Integer")))
                .hasMessage("text is no java.lang.Integer in the recording");
    }

    @Test
    void shouldSayWhatAVersionLacks() {
        Replay.Made absent = new Replay.Called(
                SHELF, new MethodSignature("of", List.of("int"), null), List.of(VALUE), List.of(), null);

        assertThatThrownBy(() -> Results.of(absent, name -> false, Shelf.class, ResultsTest.class))
                .hasMessage("its rule names what is not in this version: " + SHELF);
    }

    /** What a tool returned, and what the model gets. */
    public record Result(Object object, String text) {}

    /** A value type of a framework. */
    public record Item(String name, int count) {}

    /** One with a builder. */
    public record Shelf(String title, String note, List<Item> items) {
        /** Returns a builder. */
        public static Builder builder() {
            return new Builder();
        }

        /** Its builder. */
        public static class Builder {
            private String title;
            private String note = "none";
            private List<Item> items;

            /** Sets the title. */
            public Builder title(String text) {
                title = text;
                return this;
            }

            /** Sets the note. */
            public Builder note(String text) {
                note = text;
                return this;
            }

            /** Sets the items. */
            public Builder items(List<Item> all) {
                items = all;
                return this;
            }

            /** Makes the shelf. */
            public Shelf build() {
                return new Shelf(title, note, items);
            }
        }
    }
}
