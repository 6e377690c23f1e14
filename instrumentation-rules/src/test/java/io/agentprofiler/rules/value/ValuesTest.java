// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.list.EachValue;
import io.agentprofiler.rules.value.list.ListValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each form of value, evaluated. */
class ValuesTest {
    @Test
    void shouldReadAPathNormalised() {
        assertThat(value(new PathValue(path("arg0.n")), Map.of("n", 3))).isEqualTo(3L);
        assertThat(value(new PathValue(path("arg0.n")), Map.of())).isNull();
        assertThat(value(new PathValue(path("arg0")), new Object())).isNull();
    }

    @Test
    void shouldAnswerAConstant() {
        assertThat(value(new ConstantValue("openai"))).isEqualTo("openai");
        assertThat(new ConstantValue("openai").roots()).isEqualTo(Roots.NONE);
    }

    @Test
    void shouldLeaveAbsentFieldsOutOfObjects() {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("b", new PathValue(path("arg0.b")));
        fields.put("a", new PathValue(path("arg0.a")));
        Value object = new ObjectValue(fields);

        assertThat(value(object, Map.of("a", 1))).isEqualTo(Map.of("a", 1L));
        assertThat(((Map<?, ?>) value(object, Map.of("a", 1, "b", 2))).keySet())
                .map(Object::toString)
                .containsExactly("b", "a");
        assertThat(value(object, Map.of())).isNull();
    }

    @Test
    void shouldLeaveAbsentElementsOutOfArrays() {
        Value list = new ListValue(List.of(new PathValue(path("arg0.a")), new PathValue(path("arg0.b"))));

        assertThat(value(list, Map.of("b", 1))).isEqualTo(List.of(1L));
        assertThat(value(list, Map.of())).isNull();
    }

    @Test
    void shouldWriteOneValueForEachElement() {
        Value role = new SpelledValue(PathParser.parseInEach("type"), Map.of("AI", "assistant"), Map.of());
        Value each = new EachValue(
                path("arg0"),
                new ObjectValue(Map.of("role", role, "id", new PathValue(PathParser.parseInEach("arg1")))));

        assertThat(value(each, List.of(Map.of("type", "AI"), Map.of("type", "USER")), 5))
                .isEqualTo(List.of(Map.of("role", "assistant", "id", 5L), Map.of("role", "USER", "id", 5L)));
        assertThat(value(each, (Object) new Object[] {Map.of("type", "X")})).isEqualTo(List.of(Map.of("role", "X")));
        assertThat(value(each, List.of())).isEqualTo(List.of());
        assertThat(value(each, (Object) null)).isNull();
        assertThat(each.roots()).isEqualTo(new Roots(false, Set.of(0, 1), false, false, Set.of()));
    }

    @Test
    void shouldNestEachInEach() {
        Value names = new EachValue(PathParser.parseInEach("calls"), new PathValue(PathParser.parseInEach("name")));
        Value each = new EachValue(path("arg0"), new ObjectValue(Map.of("calls", names)));

        assertThat(value(
                        each,
                        List.of(
                                Map.of("calls", List.of(Map.of("name", "a"), Map.of("name", "b"))),
                                Map.of("calls", List.of()))))
                .isEqualTo(List.of(Map.of("calls", List.of("a", "b")), Map.of("calls", List.of())));
    }

    @Test
    void shouldReportEachOfWhatHasNoElements() {
        ArgCall call = new ArgCall("text");

        assertThat(new EachValue(path("arg0"), new ConstantValue(1)).evaluate(call, none -> null))
                .isNull();
        assertThat(call.reports).containsExactly("unresolved arg0");
    }

    @Test
    void shouldSpellTexts() {
        Value reason = new SpelledValue(path("arg0"), Map.of("TOOL_EXECUTION", "tool_calls"), Map.of());

        assertThat(value(reason, "TOOL_EXECUTION")).isEqualTo("tool_calls");
        assertThat(value(reason, "OTHER")).isEqualTo("OTHER");
        assertThat(value(reason, 5)).isEqualTo(5L);
        assertThat(value(reason, List.of("TOOL_EXECUTION", "OTHER"))).isEqualTo(List.of("tool_calls", "OTHER"));
        assertThat(value(reason, new Object())).isNull();
        assertThat(value(reason, (Object) null)).isNull();
    }

    @Test
    void shouldSpellByTheLongestPrefixOfTextOrClassName() {
        Map<String, String> prefixes =
                Map.of("java.util.", "util", "java.util.concurrent.", "concurrent", "gpt-", "openai");
        Value spelled = new SpelledValue(path("arg0"), Map.of("gpt-4", "four"), prefixes);

        assertThat(value(spelled, new java.util.concurrent.Semaphore(1))).isEqualTo("concurrent");
        assertThat(value(spelled, new java.util.Random(1))).isEqualTo("util");
        assertThat(value(spelled, "gpt-5")).isEqualTo("openai");
        assertThat(value(spelled, "gpt-4")).isEqualTo("four");
        assertThat(value(spelled, "claude")).isEqualTo("claude");
        assertThat(value(spelled, new Object())).isNull();
    }

    @Test
    void shouldTakeAwayWhatWasThereBefore() {
        Value minus = new MinusValue(path("arg0"), path("arg1"));

        assertThat(value(minus, 20, 10)).isEqualTo(10L);
        assertThat(value(minus, 20, null)).isEqualTo(20L);
        assertThat(value(minus, null, 10)).isNull();
        assertThat(value(minus, 5, 10)).isNull();
        assertThat(value(minus, 10, 10)).isEqualTo(0L);
        assertThat(value(minus, 1.5, 1)).isEqualTo(0.5);
        assertThat(value(minus, "20", 10)).isNull();
    }

    @Test
    void shouldReadTheSameWhateverOrderTheMapsCameIn() {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            keys.add("k" + i);
        }
        Map<String, Value> fields = new LinkedHashMap<>();
        keys.forEach(key -> fields.put(key, new ConstantValue(key)));

        assertThat(((Map<?, ?>) value(new ObjectValue(fields))).keySet())
                .map(Object::toString)
                .containsExactlyElementsOf(keys);
    }

    private static Path path(String text) {
        return PathParser.parse(text);
    }

    private static Object value(Value value, Object... args) {
        return value.evaluate(new ArgCall(args), name -> null);
    }
}
