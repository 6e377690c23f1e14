// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.access.CallTargets;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.PathSyntaxException;
import io.agentprofiler.rules.path.syntax.Source;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;

/** Whatever can be said in the language is printed so that it is read back as it was. */
class PathRoundTripTest {
    @Property(edgeCases = EdgeCasesMode.NONE)
    void shouldParseWhatItPrints(@ForAll("branches") Branch branch) {
        Path parsed = PathParser.parseInEach(branch.toString());

        assertThat(parsed.syntax()).isEqualTo(branch);
        assertThat(parsed.syntax()).hasToString(branch.toString());
    }

    @Property
    void shouldAnswerAnyTextWithAPathOrASyntaxError(@ForAll @StringLength(max = 30) String text) {
        parseOrPointAtTheError(text);
    }

    @Property
    void shouldAnswerAnythingThatLooksLikeAPathWithAPathOrASyntaxError(@ForAll("nearlyPaths") String text) {
        parseOrPointAtTheError(text);
    }

    private static void parseOrPointAtTheError(String text) {
        try {
            Branch branch = PathParser.parseInEach(text).syntax();
            assertThat(PathParser.parseInEach(branch.toString()).syntax()).isEqualTo(branch);
        } catch (PathSyntaxException e) {
            assertThat(e.column()).isBetween(1, text.length() + 1);
            assertThat(e).hasMessageStartingWith("path '" + text + "', column " + e.column() + ": found ");
        }
    }

    @Provide
    Arbitrary<String> nearlyPaths() {
        return Arbitraries.of(
                        "arg0", "arg1", "this", "return", "thrown", "it", "arg@a.B", "x", "size", "class", ".", "..",
                        "|", "(", ")", "()", "?", "[", "]", "[]", "[0]", "[-1]", "['k']", "'", "\\", " ")
                .list()
                .ofMaxSize(8)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<Branch> branches() {
        return branches(2);
    }

    private static Arbitrary<Branch> branches(int depth) {
        return Combinators.combine(sources(depth), steps(depth).list().ofMaxSize(4))
                .as(Branch::new);
    }

    private static Arbitrary<Source> sources(int depth) {
        Arbitrary<Source> roots = Arbitraries.of(
                Source.Root.of(Source.RootKind.SELF),
                Source.Root.of(Source.RootKind.RESULT),
                Source.Root.of(Source.RootKind.THROWN),
                Source.Root.of(Source.RootKind.ELEMENT),
                new Source.Root(Source.RootKind.ARG, 0, null),
                new Source.Root(Source.RootKind.ARG, 254, null));
        if (depth == 0) {
            return roots;
        }
        Arbitrary<Source> annotated = Arbitraries.just(new Source.OneOf(
                List.of(new Branch(new Source.Root(Source.RootKind.ANNOTATED, -1, "a.b.C$D"), List.of()))));
        Arbitrary<Source> choices =
                branches(depth - 1).list().ofMinSize(1).ofMaxSize(3).map(Source.OneOf::new);
        return Arbitraries.oneOf(roots, annotated, choices);
    }

    private static Arbitrary<Step> steps(int depth) {
        Arbitrary<String> names = Arbitraries.oneOf(
                Arbitraries.strings()
                        .withCharRange('a', 'f')
                        .withChars("_$é9")
                        .ofMinLength(1)
                        .ofMaxLength(4)
                        .filter(name -> CallTargets.refusesName(name) == null),
                Arbitraries.of("it", "this", "return", "thrown", "arg0", "arg", "arg255"));
        Arbitrary<Step> accessors = Combinators.combine(
                        names.filter(name -> Character.isJavaIdentifierStart(name.charAt(0))),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as((name, call, optional) -> new Step.Accessor(name, call, optional));
        Arbitrary<Step> fields = Combinators.combine(
                        names.filter(name -> Character.isJavaIdentifierStart(name.charAt(0))), Arbitraries.of(0, 1, 2))
                .as((name, way) -> new Step.Field(name, way == 1, way == 2));
        Arbitrary<Step> listed = Combinators.combine(
                        Arbitraries.of("getHeader", "getStatus", "get"),
                        Arbitraries.of(true, false),
                        Arbitraries.strings().ofMaxLength(5).injectNull(0.5))
                .as((name, optional, text) -> new Step.Accessor(name, true, optional, text, true));
        Arbitrary<Step> given = Combinators.combine(
                        names.filter(name -> Character.isJavaIdentifierStart(name.charAt(0))),
                        Arbitraries.of(true, false),
                        Arbitraries.strings().ofMaxLength(5))
                .as((name, optional, text) -> new Step.Accessor(name, true, optional, text, false));
        Arbitrary<Step> keys = Arbitraries.strings().ofMaxLength(5).map(Step.Key::new);
        Arbitrary<Step> indexes =
                Arbitraries.integers().between(-99_999, 99_999).map(Step.Index::new);
        Arbitrary<Step> others = Arbitraries.of(
                new Step.Each(),
                new Step.FromJson(true),
                new Step.FromJson(false),
                new Step.Size(),
                new Step.ClassName(true),
                new Step.ClassName(false));
        if (depth == 0) {
            return Arbitraries.oneOf(accessors, given, fields, listed, keys, indexes, others);
        }
        Arbitrary<Step> choices = steps(depth - 1)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(Step.Choice::new);
        return Arbitraries.oneOf(accessors, given, fields, listed, keys, indexes, others, choices);
    }
}
