// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.PathSyntaxException;
import io.agentprofiler.rules.path.syntax.Source;
import io.agentprofiler.rules.path.syntax.Source.Root;
import io.agentprofiler.rules.path.syntax.Source.RootKind;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathParserTest {
    @Test
    void shouldReadEveryRoot() {
        assertThat(syntax("this")).isEqualTo(new Branch(Root.of(RootKind.SELF), List.of()));
        assertThat(syntax("arg12")).isEqualTo(new Branch(new Root(RootKind.ARG, 12, null), List.of()));
        assertThat(syntax("return")).isEqualTo(new Branch(Root.of(RootKind.RESULT), List.of()));
        assertThat(syntax("thrown")).isEqualTo(new Branch(Root.of(RootKind.THROWN), List.of()));
        assertThat(syntax("arg@com.acme.Outer$Id"))
                .isEqualTo(new Branch(new Root(RootKind.ANNOTATED, -1, "com.acme.Outer$Id"), List.of()));
    }

    @Test
    void shouldReadEveryStep() {
        assertThat(steps("this.a.b().c?.d()?.size.class.simpleClass[0][-1]['a.b'][].e"))
                .containsExactly(
                        name("a"),
                        new Step.Accessor("b", true, false),
                        new Step.Accessor("c", false, true),
                        new Step.Accessor("d", true, true),
                        new Step.Size(),
                        new Step.ClassName(false),
                        new Step.ClassName(true),
                        new Step.Index(0),
                        new Step.Index(-1),
                        new Step.Key("a.b"),
                        new Step.Each(),
                        name("e"));
    }

    @Test
    void shouldReadACallOfAWordAsAMethod() {
        assertThat(steps("this.size().class()"))
                .containsExactly(new Step.Accessor("size", true, false), new Step.Accessor("class", true, false));
    }

    @Test
    void shouldReadAMethodThatIsGivenAText() {
        assertThat(steps("this.headers.getFirst('x-\\'y').get('')?"))
                .containsExactly(
                        name("headers"),
                        new Step.Accessor("getFirst", true, false, "x-'y", false),
                        new Step.Accessor("get", true, true, "", false));
    }

    @Test
    void shouldReadCallsOfListedClassesAndRepeatedFields() {
        assertThat(steps("this.@request*.(getHeader!('a')|getStatus!()?).@next?.@last"))
                .containsExactly(
                        new Step.Field("request", false, true),
                        new Step.Choice(List.of(
                                List.of(new Step.Accessor("getHeader", true, false, "a", true)),
                                List.of(new Step.Accessor("getStatus", true, true, null, true)))),
                        new Step.Field("next", true, false),
                        new Step.Field("last", false, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "arg0.getHeader!; column 16: found the end, expected '(': what is marked with '!' is called",
                "arg0.getSecret!(); column 17: found ')', expected a method of one of the classes that rules/types/calls lists"
            })
    void shouldRefuseCallsThatAreNotListed(String path, String message) {
        assertThatThrownBy(() -> PathParser.parse(path)).hasMessageContaining(message);
    }

    @Test
    void shouldReadQuotesAndBackslashesInKeys() {
        assertThat(steps("this['it\\'s'][' \\\\ ']['']"))
                .containsExactly(new Step.Key("it's"), new Step.Key(" \\ "), new Step.Key(""));
    }

    @Test
    void shouldChooseBetweenTheNamesOfOneStep() {
        assertThat(steps("this.a|b|class.c"))
                .containsExactly(
                        new Step.Choice(
                                List.of(List.of(name("a")), List.of(name("b")), List.of(new Step.ClassName(false)))),
                        name("c"));
    }

    @Test
    void shouldChooseBetweenSequencesInParentheses() {
        assertThat(steps("this.(a.b|c[0]|(d|e).f).g"))
                .containsExactly(
                        new Step.Choice(List.of(
                                List.of(name("a"), name("b")),
                                List.of(name("c"), new Step.Index(0)),
                                List.of(new Step.Choice(List.of(List.of(name("d")), List.of(name("e")))), name("f")))),
                        name("g"));
    }

    @Test
    void shouldChooseBetweenWholePaths() {
        assertThat(syntax("(return.a|arg0.b).c"))
                .isEqualTo(new Branch(
                        new Source.OneOf(List.of(
                                new Branch(Root.of(RootKind.RESULT), List.of(name("a"))),
                                new Branch(new Root(RootKind.ARG, 0, null), List.of(name("b"))))),
                        List.of(name("c"))));
    }

    @Test
    void shouldStartAtTheElementInsideEach() {
        Branch expected = new Branch(Root.of(RootKind.ELEMENT), List.of(name("a"), name("b")));

        assertThat(PathParser.parseInEach("a.b").syntax()).isEqualTo(expected);
        assertThat(PathParser.parseInEach("it.a.b").syntax()).isEqualTo(expected);
        assertThat(PathParser.parseInEach("it").syntax()).isEqualTo(new Branch(Root.of(RootKind.ELEMENT), List.of()));
        assertThat(PathParser.parseInEach("[0]").syntax())
                .isEqualTo(new Branch(Root.of(RootKind.ELEMENT), List.of(new Step.Index(0))));
        assertThat(PathParser.parseInEach("arg0.a").syntax())
                .isEqualTo(new Branch(new Root(RootKind.ARG, 0, null), List.of(name("a"))));
    }

    @Test
    void shouldTellWhatAPathReads() {
        assertThat(PathParser.parse("this.a").roots()).isEqualTo(new Roots(true, Set.of(), false, false, Set.of()));
        assertThat(PathParser.parse("(arg0.a|(return|arg2)|thrown|arg@a.B)").roots())
                .isEqualTo(new Roots(false, Set.of(0, 2), true, true, Set.of("a.B")));
        assertThat(PathParser.parseInEach("a.b").roots()).isEqualTo(Roots.NONE);
    }

    @Test
    void shouldKeepTheTextAsWritten() {
        assertThat(PathParser.parse("(this.a)")).hasToString("(this.a)");
        assertThat(PathParser.parseInEach("a")).hasToString("a").isEqualTo(PathParser.parseInEach("it.a"));
    }

    @ParameterizedTest
    @CsvSource({
        "arg0, true",
        "arg0.name, true",
        "this, true",
        "(arg0|arg1), true",
        "arg@a.B, true",
        "it.x, true",
        "return.x, true",
        "thrown.message, true",
        "gen_ai.request.model, false",
        "class, false",
        "arg, false",
        "arg255, false",
        "arg01, false",
        "returned, false",
        "this_one.x, false"
    })
    void shouldTellPathsFromAttributeNames(String text, boolean path) {
        assertThat(PathParser.startsAtRoot(text)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '"',
            value = {
                "\"\"         ! 1 ! the end ! this, argN, arg*, return, thrown, kept or arg@Annotation",
                "name         ! 1 ! 'n'     ! this, argN, arg*, return, thrown, kept or arg@Annotation",
                "it.name      ! 1 ! 'i'     ! this, argN, arg*, return, thrown, kept or arg@Annotation; 'it' is known inside \"each\" only",
                "arg255       ! 1 ! 'a'     ! this, argN, arg*, return, thrown, kept or arg@Annotation",
                "arg          ! 1 ! 'a'     ! this, argN, arg*, return, thrown, kept or arg@Annotation",
                "arg0..x      ! 6 ! '.'     ! a name",
                "arg0.        ! 6 ! the end ! a name",
                "arg0.1x      ! 6 ! '1'     ! a name",
                "arg0 .x      ! 5 ! ' '     ! '.', '[' or the end",
                "arg0.x)      ! 7 ! ')'     ! '.', '[' or the end",
                "arg0.x(1)    ! 8 ! '1'     ! ')' or a 'text': accessors take nothing, or one text",
                "arg0.x|arg1.y ! 8 ! 'a'    ! a name; a choice between whole paths stands in parentheses:"
                        + " (arg0.a|arg1.b)",
                "arg0|arg1    ! 5 ! '|'     ! '.' or the end; a choice between more than names stands in parentheses:"
                        + " (arg0.a|arg1.b[0])",
                "arg0.x[0]|y  ! 10 ! '|'    ! '.' or the end; a choice between more than names stands in parentheses:"
                        + " (arg0.a|arg1.b[0])",
                "arg0.(x      ! 8 ! the end ! ')', '|', '.' or '['",
                "(arg0.x      ! 8 ! the end ! ')', '|', '.' or '['",
                "arg0.x[      ! 8 ! the end ! ']', a number or a 'key'",
                "arg0.x[01]   ! 8 ! '0'     ! ']', a number or a 'key'",
                "arg0.x[+1]   ! 8 ! '+'     ! ']', a number or a 'key'",
                "arg0.x[a]    ! 8 ! 'a'     ! ']', a number or a 'key'",
                "arg0.x[1     ! 9 ! the end ! ']'",
                "arg0.x['a    ! 10 ! the end ! the closing quote",
                "arg0.x['\\a'] ! 10 ! 'a'   ! ' or \\ after a backslash",
                "arg@         ! 5 ! the end ! the annotation's fully qualified name; steps after it need parentheses:"
                        + " (arg@fq.Type).x",
                "arg@a.B.     ! 9 ! the end ! the annotation's fully qualified name; steps after it need parentheses:"
                        + " (arg@fq.Type).x",
                "arg0[-0]     ! 6 ! '-'     ! ']', a number or a 'key'",
                "arg0[9999999999] ! 6 ! '9' ! ']', a number or a 'key'",
            })
    void shouldPointAtTheErrorAndSayWhatIsExpected(String path, int column, String found, String expected) {
        assertThatThrownBy(() -> PathParser.parse(path))
                .isInstanceOfSatisfying(PathSyntaxException.class, e -> {
                    assertThat(e.column()).isEqualTo(column);
                    assertThat(e.expected()).isEqualTo(expected);
                })
                .hasMessage("path '" + path + "', column " + column + ": found " + found + ", expected " + expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"()", "this.()", "this.(a|)", "(this|)", "(|this)", "this.a|", "this.?", "this.a??", "this.a?()"
            })
    void shouldRefuseEmptyPieces(String path) {
        assertThatThrownBy(() -> PathParser.parse(path)).isInstanceOf(PathSyntaxException.class);
    }

    private static Branch syntax(String path) {
        return PathParser.parse(path).syntax();
    }

    private static List<Step> steps(String path) {
        return syntax(path).steps();
    }

    private static Step name(String name) {
        return new Step.Accessor(name, false, false);
    }
}
