// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.path.root.ElementRoots;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PathReadTest {
    @Test
    void shouldStartAtEveryObjectOfTheCall() {
        Throwable failure = new IllegalStateException("down");
        TestCall call = TestCall.of("a", "b")
                .on("self")
                .returning("result")
                .throwing(failure)
                .annotated("com.acme.Id", 7);

        assertThat(read("this", call)).isEqualTo("self");
        assertThat(read("arg1", call)).isEqualTo("b");
        assertThat(read("arg2", call)).isNull();
        assertThat(read("return", call)).isEqualTo("result");
        assertThat(read("thrown.getMessage()", call)).isEqualTo("down");
        assertThat(read("arg@com.acme.Id", call)).isEqualTo(7);
        assertThat(read("arg@com.acme.Other", call)).isNull();
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldHandOverObjectsAsTheyAre() {
        Object object = new Object();

        assertThat(read("arg0", TestCall.of(object))).isSameAs(object);
        assertThat(read("arg0['k']", TestCall.of(Map.of("k", object)))).isSameAs(object);
    }

    @Test
    void shouldReadWhatCameInEventsAsOneMap() {
        TestCall call = TestCall.of("data: {\"usage\": {\"in\": 12}}\n\ndata: {\"usage\": {\"out\": 7}}\n", 7);

        assertThat(read("arg0[events].usage.in", call)).isEqualTo(12);
        assertThat(read("arg0[events].(none?|usage).out", call)).isEqualTo(7);
        assertThat(read("arg1[events]", call)).isNull();
    }

    @Test
    void shouldReadWhatATextOrItsBytesSayInJson() {
        String body =
                "{\"usage\": {\"in\": 12, \"x-y\": 0.5}, \"parts\": [{\"text\": \"a\"}, {\"text\": null}], \"done\": true}";
        TestCall call = TestCall.of(body, body.getBytes(StandardCharsets.UTF_8), "12", "[1", "", "1 2", 7);

        assertThat(read("arg0[json].usage.in", call)).isEqualTo(12);
        assertThat(read("arg1[json].usage['x-y']", call)).isEqualTo(0.5);
        assertThat(read("arg1[json].(none|parts[].text)", call)).isEqualTo(List.of("a"));
        assertThat(read("arg1[json].done", call)).isEqualTo(true);
        assertThat(read("arg1[json].parts.size", call)).isEqualTo(2);
        assertThat(read("arg2[json]", call)).isEqualTo(12);
        for (int i = 3; i < 7; i++) {
            assertThat(read("arg" + i + "[json]", call)).isNull();
        }
        assertThat(call.unresolved).isEmpty();
        assertThat(read("arg0[json]", TestCall.of("\"" + "x".repeat(1 << 20) + "\"")))
                .isNull();
        assertThat(read("arg0[json]", TestCall.of("[".repeat(100) + "]".repeat(100))))
                .isNull();
    }

    @Test
    void shouldReadMapKeysByNameAndInQuotes() {
        TestCall call = TestCall.of(Map.of("name", "n", "a.b", 1, "class", "c", "size", "s", "inner", Map.of("x", 2)));

        assertThat(read("arg0.name", call)).isEqualTo("n");
        assertThat(read("arg0['a.b']", call)).isEqualTo(1);
        assertThat(read("arg0['class']", call)).isEqualTo("c");
        assertThat(read("arg0['size']", call)).isEqualTo("s");
        assertThat(read("arg0.inner.x", call)).isEqualTo(2);
        assertThat(read("arg0.other", call)).isNull();
        assertThat(read("arg0['other'].more", call)).isNull();
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldCallAMethodOfAMapOnlyWhenWrittenAsOne() {
        TestCall call = TestCall.of(Map.of("isEmpty", "a key"));

        assertThat(read("arg0.isEmpty", call)).isEqualTo("a key");
        assertThat(read("arg0.isEmpty()", call)).isEqualTo(false);
        assertThat(call.called).containsExactly("arg0.isEmpty()");
    }

    @Test
    void shouldReportAKeyOfWhatIsNoMap() {
        TestCall call = TestCall.of("text");

        assertThat(read("arg0['k'].x", call)).isNull();
        assertThat(call.unresolved).containsExactly("arg0['k'].x | java.lang.String | ['k']");
    }

    @Test
    void shouldCountElementsFromBothEnds() {
        TestCall call = TestCall.of(List.of("a", "b", "c"), new String[] {"x", "y"}, new int[] {4, 5}, List.of());

        assertThat(read("arg0[0]", call)).isEqualTo("a");
        assertThat(read("arg0[-1]", call)).isEqualTo("c");
        assertThat(read("arg0[-3]", call)).isEqualTo("a");
        assertThat(read("arg0[3]", call)).isNull();
        assertThat(read("arg0[-4]", call)).isNull();
        assertThat(read("arg1[1]", call)).isEqualTo("y");
        assertThat(read("arg2[-1]", call)).isEqualTo(5);
        assertThat(read("arg3[0]", call)).isNull();
        assertThat(call.unresolved).isEmpty();
        assertThat(read("arg0[0][0]", call)).isNull();
        assertThat(call.unresolved).containsExactly("arg0[0][0] | java.lang.String | [0]");
    }

    @Test
    void shouldMapTheRestOverElements() {
        TestCall call = TestCall.of(
                List.of(Map.of("n", 1), Map.of("n", 2), Map.of()),
                new Object[] {"ab", null, "c"},
                new long[] {1L, 2L},
                Set.of("one"),
                List.of());

        assertThat(read("arg0[].n", call)).isEqualTo(List.of(1, 2));
        assertThat(read("arg1[]", call)).isEqualTo(List.of("ab", "c"));
        assertThat(read("arg1[].size", call)).isEqualTo(List.of(2, 1));
        assertThat(read("arg2[]", call)).isEqualTo(List.of(1L, 2L));
        assertThat(read("arg3[]", call)).isEqualTo(List.of("one"));
        assertThat(read("arg4[].whatever", call)).isEqualTo(List.of());
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldNestListsOfLists() {
        TestCall call = TestCall.of(List.of(
                Map.of("calls", List.of(Map.of("name", "a"), Map.of("name", "b"))),
                Map.of("calls", List.of(Map.of("name", "c")))));

        assertThat(read("arg0[].calls[].name", call)).isEqualTo(List.of(List.of("a", "b"), List.of("c")));
        assertThat(read("(arg0[].calls)[].size", call)).isEqualTo(List.of(2, 1));
        assertThat(read("(arg0[].calls).size", call)).isEqualTo(2);
    }

    @Test
    void shouldReportElementsOnlyWhenNoneHasTheAccessor() {
        TestCall call = TestCall.of(List.of("text", new StringBuilder("b"), 1));

        assertThat(read("arg0[].isEmpty", call)).isEqualTo(List.of(false, false));
        assertThat(call.unresolved).isEmpty();
        assertThat(read("arg0[].nothing", call)).isNull();
        assertThat(call.unresolved).containsExactly("arg0[].nothing | java.lang.String | nothing");
    }

    @Test
    void shouldNotIterateWhatIterationMayConsume() {
        TestCall call = TestCall.of((Iterable<String>) () -> {
            throw new AssertionError("iterated");
        });

        assertThat(read("arg0[]", call)).isNull();
        assertThat(call.unresolved).hasSize(1);
    }

    @Test
    void shouldMeasureSizes() {
        TestCall call =
                TestCall.of(List.of(1, 2), Map.of("a", 1), "four", new int[] {1, 2, 3}, new Object[0], new Sized(9), 5);

        assertThat(read("arg0.size", call)).isEqualTo(2);
        assertThat(read("arg1.size", call)).isEqualTo(1);
        assertThat(read("arg2.size", call)).isEqualTo(4);
        assertThat(read("arg3.size", call)).isEqualTo(3);
        assertThat(read("arg4.size", call)).isEqualTo(0);
        assertThat(read("arg5.size", call)).isEqualTo(9);
        assertThat(call.unresolved).isEmpty();
        assertThat(read("arg6.size", call)).isNull();
        assertThat(call.unresolved).containsExactly("arg6.size | java.lang.Integer | size");
    }

    @Test
    void shouldNameClasses() {
        TestCall call = TestCall.of(Map.Entry.class, new Sized(1), new Object() {});

        assertThat(read("arg0.class", call)).isEqualTo("java.lang.Class");
        assertThat(read("arg0.name", call)).isEqualTo("java.util.Map$Entry");
        assertThat(read("arg1.class", call)).isEqualTo("io.agentprofiler.rules.path.PathReadTest$Sized");
        assertThat(read("arg1.simpleClass", call)).isEqualTo("Sized");
        assertThat(read("arg2.simpleClass", call)).isEqualTo("PathReadTest$1");
    }

    @Test
    void shouldTakeTheFirstAlternativeThatIsThere() {
        TestCall call = TestCall.of(Map.of("b", 1, "c", Map.of("d", 2)), new Sized(3));

        assertThat(read("arg0.a|b", call)).isEqualTo(1);
        assertThat(read("arg0.(a.x|c.d)", call)).isEqualTo(2);
        assertThat(read("arg0.(c.x|c.y)", call)).isNull();
        assertThat(read("arg1.length|size", call)).isEqualTo(3);
        assertThat(read("(return.x|arg1.size|arg0.b)", call)).isEqualTo(3);
        assertThat(read("(return|arg2)", call)).isNull();
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldReportAChoiceOnlyWhenNoAlternativeExists() {
        TestCall call = TestCall.of("text");

        assertThat(read("arg0.(x.y|z)", call)).isNull();
        assertThat(read("(arg0.u|arg0.v)", call)).isNull();
        assertThat(read("(arg0.u|return.v)", call)).isNull();
        assertThat(call.unresolved)
                .containsExactly("arg0.(x.y|z) | java.lang.String | x", "(arg0.u|arg0.v) | java.lang.String | u");
    }

    @Test
    void shouldNotReportWhatIsOptional() {
        TestCall call = TestCall.of("text", List.of("a"));

        assertThat(read("arg0.details?.cached", call)).isNull();
        assertThat(read("arg0.a|b?", call)).isNull();
        assertThat(read("arg1[].calls?", call)).isEqualTo(List.of());
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldUnwrapOptionalsAnywhere() {
        TestCall call = TestCall.of(
                Optional.of(Map.of("o", Optional.of(Optional.of("deep")), "none", Optional.empty())),
                OptionalInt.of(1),
                OptionalLong.of(2),
                OptionalDouble.of(0.5),
                OptionalInt.empty(),
                List.of(Optional.of("x"), Optional.empty()));

        assertThat(read("arg0.o", call)).isEqualTo("deep");
        assertThat(read("arg0.none.more", call)).isNull();
        assertThat(read("arg1", call)).isEqualTo(1);
        assertThat(read("arg2", call)).isEqualTo(2L);
        assertThat(read("arg3", call)).isEqualTo(0.5);
        assertThat(read("arg4", call)).isNull();
        assertThat(read("arg5[]", call)).isEqualTo(List.of("x"));
        assertThat(read("arg5[0].size", call)).isEqualTo(1);
    }

    @Test
    void shouldReadTheElementInsideEach() {
        TestCall call = TestCall.of(Map.of("id", "outer"));
        ElementRoots roots = new ElementRoots(call);
        roots.element(Map.of("id", "inner"));

        assertThat(PathParser.parseInEach("id").read(roots)).isEqualTo("inner");
        assertThat(PathParser.parseInEach("arg0.id").read(roots)).isEqualTo("outer");
        assertThat(PathParser.parseInEach("(missing|id)").read(roots)).isEqualTo("inner");
        assertThat(PathParser.parseInEach("it.id.nothing").read(roots)).isNull();
        assertThat(call.unresolved).containsExactly("it.id.nothing | java.lang.String | nothing");
    }

    @Test
    void shouldReadNothingOfContainersThatTheApplicationMade() {
        Map<String, Object> sorted = new TreeMap<>(AccessorTest.counting());
        sorted.put("k", "v");
        AccessorTest.COMPARED.set(0);
        List<Object> broken = Collections.unmodifiableList(new java.util.AbstractList<>() {
            @Override
            public Object get(int index) {
                throw new AssertionError("asked");
            }

            @Override
            public int size() {
                throw new AssertionError("asked");
            }
        });
        TestCall call = TestCall.of(Arrays.asList(sorted, broken));

        assertThat(read("arg0[1][0]", call)).isNull();
        assertThat(read("arg0[1][]", call)).isNull();
        assertThat(read("arg0[1].size", call)).isNull();
        assertThat(call.failed).isEmpty();
        assertThat(call.notRead)
                .hasSize(3)
                .allMatch(line -> line.endsWith("is not a collection that can be read without calling it"));
        assertThat(read("arg0[0].k", call)).isEqualTo("v");
        assertThat(AccessorTest.COMPARED).hasValue(0);
    }

    private static Object read(String path, TestCall call) {
        return PathParser.parse(path).read(call);
    }

    /** Something with a size of its own. */
    record Sized(int size) {}
}
