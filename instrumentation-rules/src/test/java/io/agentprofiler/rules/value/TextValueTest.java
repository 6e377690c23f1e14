// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.path.root.Roots;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextValueTest {
    private final Map<String, Object> attributes = Map.of(
            "gen_ai.request.model", "gpt-4o", "n", 5L, "t", 0.7, "list", List.of("a", 1L), "map", Map.of("k", 1L));

    @Test
    void shouldFillInAttributesAndPaths() {
        assertThat(text("chat {gen_ai.request.model}")).isEqualTo("chat gpt-4o");
        assertThat(text("{n}/{t} of {arg0.name}", Map.of("name", "x"))).isEqualTo("5/0.7 of x");
        assertThat(text("{(arg0.a|arg0.b)}", Map.of("b", true))).isEqualTo("true");
        assertThat(text("{list} {map}")).isEqualTo("a, 1 k=1");
    }

    @Test
    void shouldDropWhatIsAbsentWithTheSpaceBeforeIt() {
        assertThat(text("chat {none}")).isEqualTo("chat");
        assertThat(text("call {none} now")).isEqualTo("call now");
        assertThat(text("{none} {none} chat")).isEqualTo("chat");
        assertThat(text("{arg0.name}: {n}")).isEqualTo(": 5");
    }

    @Test
    void shouldBeAbsentWhenNothingIsLeftToSay() {
        assertThat(text("{none}")).isNull();
        assertThat(text("{none}.{none}")).isNull();
        assertThat(text("({none})")).isNull();
    }

    @Test
    void shouldKeepPlainTextAndDoubledBraces() {
        assertThat(text("plain")).isEqualTo("plain");
        assertThat(text("...")).isEqualTo("...");
        assertThat(text("{{n}} {n}}}")).isEqualTo("{n} 5}");
    }

    @Test
    void shouldReportWhatAPathCannotRead() {
        ArgCall call = new ArgCall("text");

        assertThat(TemplateParser.parse("x {arg0.nothing}", false).evaluate(call, name -> null))
                .isEqualTo("x");
        assertThat(call.reports).containsExactly("unresolved arg0.nothing");
    }

    @Test
    void shouldTellWhatItReads() {
        TextValue text = TemplateParser.parse("{a.b} {arg1.x} {c} {return}", false);

        assertThat(text.attributes()).containsExactly("a.b", "c");
        assertThat(text.roots()).isEqualTo(new Roots(false, Set.of(1), true, false, Set.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "chat {model        ! 6  ! '{' is never closed; write {{ for the brace",
                "chat model}        ! 11 ! '}' without '{'; write }} for the brace",
                "chat {}            ! 7  ! '' is neither an attribute's name nor a path",
                "chat {a b}         ! 7  ! 'a b' is neither an attribute's name nor a path",
                "chat {arg0..x}     ! 12 ! path 'arg0..x', column 6: found '.', expected a name",
            })
    void shouldPointAtTheError(String template, int column, String problem) {
        assertThatThrownBy(() -> TemplateParser.parse(template, false))
                .isInstanceOfSatisfying(
                        TemplateSyntaxException.class,
                        e -> assertThat(e.column()).isEqualTo(column))
                .hasMessage("text '" + template + "', column " + column + ": " + problem);
    }

    private Object text(String template, Object... args) {
        return TemplateParser.parse(template, false).evaluate(new ArgCall(args), attributes::get);
    }
}
