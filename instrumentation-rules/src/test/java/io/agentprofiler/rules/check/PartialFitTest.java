// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.rule.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that fit some implementations, and elements of streams whose type the signature tells. */
class PartialFitTest {
    private static final String ASK = "\"match\": {\"subtypeOf\": \"acme.Model\", \"method\": \"ask():acme.Reply\"}";

    @TempDir
    Path folder;

    private void models() throws IOException {
        compile("""
                package acme; public interface Model { Reply ask(); }
                class Reply { String text; Usage usage; }
                abstract class Usage {}
                class A extends Usage implements Model { String name; int in; public Reply ask() { return null; } }
                class B extends Usage implements Model { String name; int in; public Reply ask() { return null; } }
                class C extends B {}
                class D extends Usage implements Model { String name; int in; public Reply ask() { return null; } }
                class Odd extends Usage implements Model { public Reply ask() { return null; } }
                """);
    }

    @Test
    void shouldNameTheImplementationThatLacksAFieldOthersHave() throws Exception {
        models();

        CheckReport report = check(ASK + """
                , "start": {"a": "this.@name", "b": "this.name"}, "end": {"c": "return.usage.in"}""");

        assertThat(report.results().get(0).paths().notRead())
                .containsExactly(
                        "'@name' on acme.Odd: no such field",
                        "'name' on acme.Odd: no such accessor",
                        "'in' on acme.Odd: no such accessor");
        assertThat(report.isSound()).isTrue();
        assertThat(report.lines().get(0))
                .isEqualTo("acme: 0 rules fit, 1 fits some classes only, 0 are for other versions, "
                        + "0 look at parts that are not there, 0 are broken");
    }

    @Test
    void shouldFitWhereTheRuleSaysThatAClassMayLackIt() throws Exception {
        models();

        CheckReport report = check(ASK + """
                , "start": {"a": "this.@name?", "b": "this.name?", "c": "(this.nick|this.name?)"},
                "end": {"d": "return.usage.in?"}""");

        assertThat(report.results().get(0).paths().notRead()).isEmpty();
        assertThat(report.results().get(0).state()).isEqualTo(RuleResult.State.FITS);
    }

    @Test
    void shouldTakeWhatOneOfTheAlternativesHas() throws Exception {
        compile("""
                package acme; public interface Model { Reply ask(); }
                class Reply {}
                class A implements Model { String name; public Reply ask() { return null; } }
                class B implements Model { String title; public Reply ask() { return null; } }
                class Odd implements Model { public Reply ask() { return null; } }
                """);

        assertThat(check(ASK + ", \"start\": {\"a\": \"this.(name|title)\"}")
                        .results()
                        .get(0)
                        .paths()
                        .notRead())
                .containsExactly("'name' on acme.Odd: no such accessor");
    }

    @Test
    void shouldNameTheImplementationWhoseResultLacksIt() throws Exception {
        compile("""
                package acme; public interface Model<R> { R ask(); }
                class Good { String text; }
                class Bad { String txt; }
                class A implements Model<Good> { public Good ask() { return null; } }
                class B implements Model<Bad> { public Bad ask() { return null; } }
                """);

        RuleResult result = check("""
                "match": {"subtypeOf": "acme.Model", "method": "ask(..)"}, "end": {"a": "return.text"}""").results().get(0);

        assertThat(result.state()).isEqualTo(RuleResult.State.PARTIAL);
        assertThat(result.paths().notRead()).containsExactly("a: return.text: no accessor 'text' on acme.Bad");
    }

    @ParameterizedTest
    @CsvSource({
        "java.util.stream.Stream, iterator",
        "java.util.Iterator, iterator",
        "java.util.concurrent.CompletableFuture, future",
        "java.util.concurrent.Flow$Publisher, publisher",
        "org.reactivestreams.Publisher, publisher",
        "reactor.core.publisher.Flux, publisher",
        "reactor.core.publisher.Flux, auto",
        "acme.Tokens, iterator"
    })
    void shouldCheckElementsByTheSignature(String type, String shape) throws Exception {
        compile(
                """
                package acme; public class Model { public %s<Chunk> stream() { return null; } }
                class Chunk { String text; }
                """.formatted(type.replace('$', '.')),
                "package org.reactivestreams; public interface Publisher<T> {}",
                "package reactor.core.publisher; public abstract class Flux<T> implements org.reactivestreams.Publisher<T> {}",
                "package acme; public interface Tokens<T> extends java.util.Iterator<T>, AutoCloseable {}");
        // the libraries are there to compile with, as they are in a build, and not on the class path that is checked
        delete("org/reactivestreams/Publisher.class");
        delete("reactor/core/publisher/Flux.class");
        String rule = "\"shape\": \"" + shape + "\", \"match\": {\"class\": \"acme.Model\", \"method\": \"stream():"
                + type + "\"}, \"end\": {\"a\": \"return.%s\"}";

        assertThat(check(rule.formatted("text")).results().get(0).state()).isEqualTo(RuleResult.State.FITS);
        assertThat(check(rule.formatted("txt")).results().get(0).problems())
                .containsExactly("a: return.txt: no accessor 'txt' on acme.Chunk; expected 'text'");
    }

    @Test
    void shouldCheckElementsOfTheStreamThatAnotherRuleOpens() throws Exception {
        compile("""
                package acme; public class Model { public Stream<Chunk> ask() { return null; } }
                interface Stream<T> { java.util.Iterator<T> events(); }
                class Chunk { String text; }
                """);
        String rules = """
                "role": "open", "operation": "ask", "key": "return", "kind": "llm",
                "match": {"class": "acme.Model", "method": "ask():acme.Stream"}},
                {"id": "events", "role": "elements", "operation": "ask", "key": "this",
                "match": {"subtypeOf": "acme.Stream", "method": "events():java.util.Iterator"},
                "chunk": {"type": "text", "chars": "return.%s"}""";

        assertThat(check(rules.formatted("text")).lines().get(0)).startsWith("acme: 2 rules fit, 0 are");
        assertThat(check(rules.formatted("txt")).results().get(1).problems())
                .containsExactly("chunk: return.txt: no accessor 'txt' on acme.Chunk; expected 'text'");
    }

    @Test
    void shouldSayHowManyRulesCouldNotBeCheckedInFull() throws Exception {
        compile("""
                package acme; public class Model { public java.util.Iterator<?> stream() { return null; } public Model ask() { return null; } }
                """);

        CheckReport report = check("""
                "shape": "iterator", "match": {"class": "acme.Model", "method": "stream():java.util.Iterator"},
                "end": {"a": "return.text"}},
                {"id": "ask", "kind": "llm", "match": {"class": "acme.Model", "method": "ask():acme.Model"}""");

        assertThat(report.isSound()).isTrue();
        assertThat(report.results())
                .extracting(RuleResult::state)
                .containsExactly(RuleResult.State.UNCHECKED, RuleResult.State.FITS);
        assertThat(report.lines())
                .containsExactly(
                        "acme: 1 rule fits, 1 fits as far as it could be checked, 0 are for other versions, "
                                + "0 look at parts that are not there, 0 are broken",
                        "  acme/r: not checkable: a: return.text");
    }

    private CheckReport check(String rule) throws Exception {
        String file = "{\"format\": \"agent-profiler-rules/1\", \"rules\": [{\"id\": \"r\", " + rule + "}]}";
        try (ClassPath classPath = ClassPath.open(List.of(folder.resolve("classes")))) {
            return RuleChecker.check(RuleParser.parse("acme.json", file, Origin.USER), classPath);
        }
    }

    private void compile(String... sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String[] arguments = new String[sources.length + 2];
        arguments[0] = "-d";
        arguments[1] = classes.toString();
        for (int i = 0; i < sources.length; i++) {
            String type = sources[i].replaceFirst("(?s).*?public (abstract )?(class|interface) (\\w+).*", "$3");
            Path source = Files.createDirectories(folder.resolve("src" + i)).resolve(type + ".java");
            arguments[i + 2] = Files.writeString(source, sources[i]).toString();
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments))
                .isZero();
    }

    private void delete(String file) throws IOException {
        Files.delete(folder.resolve("classes").resolve(file));
    }
}
