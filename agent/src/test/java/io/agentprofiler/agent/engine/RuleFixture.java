// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.SignatureParser;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.value.UrlValue;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Set;

/** Makes rules with only the parts a test is about. */
public final class RuleFixture {
    private final Rule.RuleDraft rule = new Rule.RuleDraft();

    private RuleFixture(String id) {
        rule.file = "test";
        rule.id = id;
        rule.kind = SpanKind.FUNCTION;
        rule.operation = id;
        rule.match = new Match(Match.By.CLASS, "com.acme.Some", List.of(), List.of());
    }

    public static RuleFixture rule(String id) {
        return new RuleFixture(id);
    }

    /** Returns the types of reactive libraries that every run knows. */
    public static List<ReactiveType> reactive() {
        try {
            return RuleFiles.loadReactive().reactive();
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns how coroutines are compiled, as every run knows it. */
    public static Coroutines coroutines() {
        try {
            return RuleFiles.loadCoroutines().coroutines();
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }

    public RuleFixture role(Role role, String operation, String... keys) {
        rule.role = role;
        rule.operation = operation;
        rule.key = List.of(keys).stream()
                .map(text -> text.equals("current") ? Path.CURRENT : PathParser.parse(text))
                .toList();
        if (role == Role.ELEMENTS) {
            rule.shape = Shape.ITERATOR;
        }
        return this;
    }

    /** The span is bound to what a path leads to, where its call opens it. */
    public RuleFixture openedFor(Path key) {
        rule.role = Role.OPEN;
        rule.operation = "opened";
        rule.key = List.of(key);
        return this;
    }

    /** The argument of this number brings the elements. */
    public RuleFixture from(int argument) {
        rule.from = argument;
        rule.shape = Shape.CALL;
        return this;
    }

    public RuleFixture kind(SpanKind kind) {
        rule.kind = kind;
        return this;
    }

    public RuleFixture unlessUnder(SpanKind... kinds) {
        rule.unless = List.of(new Rule.Unless(null, Set.of(), false, Set.of(kinds)));
        return this;
    }

    public RuleFixture unlessNotUnder(SpanKind... kinds) {
        rule.unless = List.of(new Rule.Unless(null, Set.of(), true, Set.of(kinds)));
        return this;
    }

    public RuleFixture operation(String operation) {
        rule.operation = operation;
        return this;
    }

    public RuleFixture shape(Shape shape) {
        rule.shape = shape;
        return this;
    }

    public RuleFixture nested(Nesting nested) {
        rule.nested = nested;
        return this;
    }

    public RuleFixture to(String path) {
        rule.to = PathParser.parse(path);
        return this;
    }

    public RuleFixture thrown(String path) {
        rule.thrown = PathParser.parse(path);
        return this;
    }

    public RuleFixture traceparent(String path) {
        rule.traceparent = PathParser.parse(path);
        return this;
    }

    /** A method that sends a request. */
    public RuleFixture header(String url, String present, String into, String type, String call) {
        MethodSignature method;
        try {
            method = SignatureParser.parse(call);
        } catch (SignatureParser.SignatureException e) {
            throw new AssertionError(e);
        }
        rule.role = Role.PROPAGATE;
        rule.kind = null;
        rule.header = new Rule.Header(
                new UrlValue(PathParser.parse(url), UrlValue.UrlPart.HOST),
                PathParser.parse(present),
                PathParser.parse(into),
                List.of(type),
                List.of(new Rule.Header.HeaderCall(null, method)),
                null);
        return this;
    }

    /** A method that sends a request which is a record with a map. */
    public RuleFixture headerEntry(String url, String type, String component) {
        rule.role = Role.PROPAGATE;
        rule.kind = null;
        rule.header = new Rule.Header(
                new UrlValue(PathParser.parse(url), UrlValue.UrlPart.HOST),
                PathParser.parse("arg0." + component + "['traceparent']"),
                PathParser.parse("arg0"),
                List.of(type),
                List.of(),
                component);
        return this;
    }

    public RuleFixture chunk(String type, String chars) {
        rule.chunk = new Rule.Chunk(type, chars == null ? null : PathParser.parse(chars));
        return this;
    }

    public RuleFixture done(String path) {
        rule.shape = Shape.CALL;
        rule.chunk = new Rule.Chunk(
                List.of(new Rule.Chunk.ChunkKind("item", null, Set.of(), null, null)), List.of(PathParser.parse(path)));
        return this;
    }

    /** A condition that fails, which no path of a rule file does. */
    public RuleFixture unless(Path path) {
        rule.unless = List.of(new Rule.Unless(path, Set.of("x")));
        return this;
    }

    public RuleFixture unless(String path, String... values) {
        rule.unless = List.of(new Rule.Unless(PathParser.parse(path), Set.of(values)));
        return this;
    }

    public RuleFixture failedWhen(String path) {
        rule.failed = new Rule.Failed(PathParser.parse(path), null, Set.of(), null, null);
        return this;
    }

    public RuleFixture neverRoot() {
        rule.root = false;
        return this;
    }

    public RuleFixture lazy() {
        rule.lazy = true;
        return this;
    }

    public RuleFixture unstarted(Class<?> type) {
        rule.unstarted = List.of(type.getName());
        return this;
    }

    public Rule build() {
        if (rule.role != Role.SPAN && rule.role != Role.OPEN) {
            rule.kind = null;
        }
        return rule.build();
    }
}
