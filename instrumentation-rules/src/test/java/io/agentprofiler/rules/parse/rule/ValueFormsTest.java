// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sums, conditions, shared values and arrays of several collections, from rule file to value. */
class ValueFormsTest {
    @Test
    void shouldPutTheTemplateOfAnEndpointTogetherWithOneSlashBeforeEachPart() throws RuleFileException {
        String route = """
                {"route": ["arg0.app", "arg0.type", "arg0.method"]}""";

        assertThat(value(route, Map.of("type", "/", "method", "/ask/{id}"))).isEqualTo("/ask/{id}");
        assertThat(value(route, Map.of("type", "/desk/", "method", "/ask"))).isEqualTo("/desk/ask");
        assertThat(value(route, Map.of("type", "desk", "method", "ask/"))).isEqualTo("/desk/ask");
        assertThat(value(route, Map.of("app", "/api/", "type", "/", "method", "//ask")))
                .isEqualTo("/api/ask");
        assertThat(value(route, Map.of("type", "/desk"))).isEqualTo("/desk");
        assertThat(value(route, Map.of("type", "/", "method", ""))).isEqualTo("/");
        assertThat(value(route, Map.of())).isNull();
    }

    @Test
    void shouldAddWhatIsThere() throws RuleFileException {
        String plus = """
                {"plus": ["arg0.fresh", "arg0.read", "arg0.written"]}""";

        assertThat(value(plus, Map.of("fresh", 10, "read", 4, "written", 2L))).isEqualTo(16L);
        assertThat(value(plus, Map.of("fresh", 10))).isEqualTo(10L);
        assertThat(value(plus, Map.of("fresh", 10, "read", 0.5))).isEqualTo(10.5);
    }

    @Test
    void shouldNotKnowASumWhoseFirstPartIsAbsent() throws RuleFileException {
        assertThat(value("{\"plus\": [\"arg0.fresh\", \"arg0.read\"]}", Map.of("read", 4)))
                .isNull();
    }

    @Test
    void shouldTakeAValueOnlyWhereItsConditionHolds() throws RuleFileException {
        String present = "{\"if\": \"arg0.text\", \"then\": {\"const\": \"yes\"}}";
        String named = "{\"if\": \"arg0.role\", \"in\": [\"USER\", \"AI\"], \"then\": \"arg0.text\"}";

        assertThat(value(present, Map.of("text", ""))).isEqualTo("yes");
        assertThat(value(present, Map.of("text", false))).isNull();
        assertThat(value(present, Map.of())).isNull();
        assertThat(value(named, Map.of("role", Role.AI, "text", "hi"))).isEqualTo("hi");
        assertThat(value(named, Map.of("role", Role.TOOL, "text", "hi"))).isNull();
        assertThat(value(named, Map.of("text", "hi"))).isNull();
    }

    @Test
    void shouldTakeTheOtherValueWhereTheConditionDoesNotHold() throws RuleFileException {
        String either = "{\"if\": \"arg0.role\", \"in\": \"AI\", \"then\": \"arg0.text\", \"else\": \"arg0.role\"}";

        assertThat(value(either, Map.of("role", Role.AI, "text", "hi"))).isEqualTo("hi");
        assertThat(value(either, Map.of("role", Role.TOOL, "text", "hi"))).isEqualTo("TOOL");
    }

    @Test
    void shouldPutTheElementsOfSeveralCollectionsIntoOneArray() throws RuleFileException {
        String parts = """
                [ "arg0.text",
                  {"each": "arg0.calls", "as": {"call": "it"}},
                  {"if": "arg0.more", "then": {"each": "arg0.more", "as": "it"}} ]""";

        assertThat(value(parts, Map.of("text", "hi", "calls", List.of("a", "b"), "more", List.of("c"))))
                .isEqualTo(Arrays.asList("hi", Map.of("call", "a"), Map.of("call", "b"), "c"));
        assertThat(value(parts, Map.of("text", "hi", "calls", List.of()))).isEqualTo(List.of("hi"));
    }

    @Test
    void shouldReadASharedValueWhereItIsUsed() throws RuleFileException {
        String shared = """
                "shared": {"name": {"of": "(arg0.name|arg0.id)", "map": {"A": "a"}}},""";

        assertThat(value(shared, "{\"shared\": \"name\"}", Map.of("id", "A"))).isEqualTo("a");
    }

    @Test
    void shouldNameASharedValueThatIsNotThere() {
        assertThatThrownBy(() -> value("\"shared\": {\"provider\": \"arg0\"},", "{\"shared\": \"provder\"}", Map.of()))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining(
                        "'provder' is not a shared value of this file; did you mean 'provider'?; it has provider");
        assertThatThrownBy(() -> value("{\"shared\": \"any\"}", Map.of()))
                .hasMessageContaining("there are no shared values here: the file has no key \"shared\"");
        assertThatThrownBy(() -> value("\"shared\": {\"a\": {\"shared\": \"a\"}},", "{\"shared\": \"a\"}", Map.of()))
                .hasMessageContaining(
                        "there are no shared values here: the file has no key \"shared\", or this is one");
    }

    @Test
    void shouldSpellATextThatStandsForNothingAsAbsent() throws RuleFileException {
        String spelled = "{\"of\": \"arg0.name\", \"map\": {\"unknown\": null, \"A\": \"a\"}}";

        assertThat(value(spelled, Map.of("name", "unknown"))).isNull();
        assertThat(value(spelled, Map.of("name", "A"))).isEqualTo("a");
        assertThat(value(spelled, Map.of("name", "B"))).isEqualTo("B");
        assertThat(value(spelled, Map.of("name", List.of("unknown", "A")))).isEqualTo(List.of("a"));
    }

    @Test
    void shouldInsistOnTheParts() {
        assertThatThrownBy(() -> value("{\"plus\": [\"arg0\"]}", Map.of()))
                .hasMessageContaining("expected an array of two or more paths");
        assertThatThrownBy(() -> value("{\"if\": \"arg0\"}", Map.of())).hasMessageContaining("key 'then' is missing");
    }

    enum Role {
        AI,
        TOOL
    }

    private static Object value(String value, Object argument) throws RuleFileException {
        return value("", value, argument);
    }

    private static Object value(String shared, String value, Object argument) throws RuleFileException {
        String file = """
                { "format": "agent-profiler-rules/1", %s
                  "rules": [ { "id": "r", "match": { "class": "com.acme.Model", "method": "call(java.lang.Object):void" },
                               "start": { "acme.value": %s } } ] }
                """.formatted(shared, value);
        return RuleParser.parse("acme.json", file, Origin.USER)
                .rules()
                .get(0)
                .start()
                .get("acme.value")
                .evaluate(new OneArgument(argument), name -> null);
    }

    private record OneArgument(Object argument) implements PathRoots {
        @Override
        public Object self() {
            return null;
        }

        @Override
        public Object arg(int index) {
            return index == 0 ? argument : null;
        }

        @Override
        public Object result() {
            return null;
        }

        @Override
        public Throwable thrown() {
            return null;
        }

        @Override
        public Object annotatedArg(String annotationType) {
            return null;
        }
    }
}
