// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes rules with only the parts a test is about. */
public final class RuleFixture {
    private final String id;
    private Role role = Role.SPAN;
    private String operation;
    private SpanKind kind = SpanKind.FUNCTION;
    private Shape shape = Shape.CALL;
    private Nesting nested = Nesting.ALL;
    private List<Path> key = List.of();
    private Path to;
    private Path thrown;
    private Path traceparent;
    private Rule.Chunk chunk;
    private List<Rule.Unless> unless = List.of();
    private Rule.Failed failed;
    private List<String> unstarted = List.of();
    private boolean root = true;
    private boolean lazy;

    private RuleFixture(String id) {
        this.id = id;
        this.operation = id;
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
        this.role = role;
        this.operation = operation;
        this.key = List.of(keys).stream()
                .map(text -> text.equals("current") ? Path.CURRENT : PathParser.parse(text))
                .toList();
        if (role == Role.ELEMENTS) {
            this.shape = Shape.ITERATOR;
        }
        return this;
    }

    public RuleFixture kind(SpanKind kind) {
        this.kind = kind;
        return this;
    }

    public RuleFixture unlessUnder(SpanKind... kinds) {
        this.unless = List.of(new Rule.Unless(null, Set.of(), Set.of(kinds)));
        return this;
    }

    public RuleFixture operation(String operation) {
        this.operation = operation;
        return this;
    }

    public RuleFixture shape(Shape shape) {
        this.shape = shape;
        return this;
    }

    public RuleFixture nested(Nesting nested) {
        this.nested = nested;
        return this;
    }

    public RuleFixture to(String path) {
        this.to = PathParser.parse(path);
        return this;
    }

    public RuleFixture thrown(String path) {
        this.thrown = PathParser.parse(path);
        return this;
    }

    public RuleFixture traceparent(String path) {
        this.traceparent = PathParser.parse(path);
        return this;
    }

    public RuleFixture chunk(String type, String chars) {
        this.chunk = new Rule.Chunk(type, chars == null ? null : PathParser.parse(chars));
        return this;
    }

    public RuleFixture done(String path) {
        this.shape = Shape.CALL;
        this.chunk =
                new Rule.Chunk(List.of(new Rule.Chunk.Kind("item", null, null, null)), List.of(PathParser.parse(path)));
        return this;
    }

    /** A condition that fails, which no path of a rule file does. */
    public RuleFixture unless(Path path) {
        this.unless = List.of(new Rule.Unless(path, Set.of("x")));
        return this;
    }

    public RuleFixture unless(String path, String... values) {
        this.unless = List.of(new Rule.Unless(PathParser.parse(path), Set.of(values)));
        return this;
    }

    public RuleFixture failedWhen(String path) {
        this.failed = new Rule.Failed(PathParser.parse(path), null, null, null);
        return this;
    }

    public RuleFixture neverRoot() {
        this.root = false;
        return this;
    }

    public RuleFixture lazy() {
        this.lazy = true;
        return this;
    }

    public RuleFixture unstarted(Class<?> type) {
        this.unstarted = List.of(type.getName());
        return this;
    }

    public Rule build() {
        return new Rule(
                "test",
                id,
                role == Role.SPAN || role == Role.OPEN ? kind : null,
                role,
                operation,
                new Match(Match.By.CLASS, "com.acme.Some", List.of(), List.of()),
                shape,
                nested,
                key,
                to,
                thrown,
                traceparent,
                null,
                Map.of(),
                Map.of(),
                Map.of(),
                chunk,
                Map.of(),
                unless,
                failed,
                Set.of(),
                unstarted,
                false,
                root,
                lazy,
                false,
                true,
                null,
                new Rule.Versions(null, null, false));
    }
}
