// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.TextValue;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Checks what each part of a rule reads against when it is read, and against the methods' parameters. */
final class RuleChecks {
    private static final List<String> TASKS = List.of("java.lang.Runnable", "java.util.concurrent.Callable");
    /** What a call of these brings, it brings at once. */
    private static final Set<Shape> WHOLE = Set.of(Shape.CALL, Shape.FUTURE, Shape.LAMBDA);

    private static final List<String> HAVE_ELEMENTS = List.of("java.util.Iterator", "java.util.stream.Stream");

    private final Rule rule;
    private final Fields fields;
    /** Number of parameters of the longest method, -1 when a method takes any. */
    private final int parameters;

    private final boolean returnsNothing;

    private RuleChecks(Rule rule, Fields fields) {
        this.rule = rule;
        this.fields = fields;
        List<MethodSignature> methods = rule.match().methods();
        boolean any = methods.stream().anyMatch(method -> method.parameters() == null);
        // those of a lambda are not the method's
        this.parameters = any || rule.shape() == Shape.LAMBDA
                ? -1
                : methods.stream()
                        .mapToInt(method -> method.parameters().size())
                        .max()
                        .orElse(-1);
        this.returnsNothing =
                !methods.isEmpty() && methods.stream().allMatch(method -> "void".equals(method.returns()));
    }

    /** Notes what a rule reads though it is not there. The rule has no other problems. */
    static void check(Rule rule, Fields fields) {
        new RuleChecks(rule, fields).run();
    }

    private void run() {
        attributes("start", rule.start(), true);
        attributes("end", rule.end(), actsOnEntry());
        attributes("content", rule.content(), actsOnEntry());
        rule.key()
                .forEach(path ->
                        path("key", path, actsOnEntry() || rule.role() == Role.ELEMENTS || rule.role() == Role.NOTE));
        if (rule.key().contains(Path.CURRENT) && !findsSpan()) {
            problem("key", "'current' is the span to act on; role " + word() + " has none");
        }
        path("to", rule.to(), false);
        path("thrown", rule.thrown(), true);
        path("traceparent", rule.traceparent(), true);
        if (rule.header() != null) {
            value("header", rule.header().host(), true);
            path("header", rule.header().present(), true);
            path("header", rule.header().into(), true);
        }
        rule.unless().forEach(unless -> path("unless", unless.path(), true));
        if (rule.chunk() != null) {
            for (Rule.Chunk.ChunkKind kind : rule.chunk().kinds()) {
                element("chunk", kind.when());
                element("chunk", kind.unless());
                element("chunk", kind.chars());
            }
            rule.chunk().done().forEach(path -> path("chunk", path, false));
        }
        rule.keep().forEach((name, keep) -> keep.paths().forEach(path -> element("keep > " + name, path)));
        if (rule.failed() != null) {
            path("failed", rule.failed().when(), actsOnEntry());
            value("failed", rule.failed().type(), actsOnEntry());
            value("failed", rule.failed().message(), actsOnEntry());
        }
        for (int number : rule.snapshot()) {
            argument("snapshot", number);
        }
        shape();
        given();
        task();
        lazy();
        name();
        learn();
    }

    /** What is read of an element: of an argument's, {@code return} is there although the method has returned nothing. */
    private void element(String key, Path path) {
        if (path == null || rule.from() < 0) {
            path(key, path, actsOnEntry());
        } else {
            path.roots().args().forEach(number -> argument(key, number));
        }
    }

    private void given() {
        if (rule.from() < 0) {
            return;
        }
        argument("from", rule.from());
        if (rule.chunk() != null && !rule.chunk().done().isEmpty()) {
            problem("chunk", "done has no meaning beside from: what the argument says is the end");
        }
        for (MethodSignature method : rule.match().methods()) {
            List<String> types = method.parameters();
            if (types != null
                    && rule.from() < types.size()
                    && types.get(rule.from()).indexOf('.') < 0) {
                problem("from", "arg" + rule.from() + " is a " + types.get(rule.from()) + ", which brings no elements");
            }
        }
    }

    private void learn() {
        boolean getters = rule.match().methods().stream()
                .allMatch(method ->
                        method.parameters() == null || method.parameters().isEmpty());
        if (rule.role() == Role.LEARN && (!getters || returnsNothing)) {
            problem("match", "is no getter: role learn needs methods that take nothing and return something");
        }
    }

    /** A lazy span begins with nothing but its call, so it cannot be what another call turns out to be, or starts. */
    private void lazy() {
        if (rule.lazy() && rule.nested() == Nesting.INNERMOST) {
            problem("lazy", "has no meaning with nested innermost, which leaves no trace of the outer calls");
        }
        if (rule.lazy() && !rule.unstarted().isEmpty()) {
            problem("lazy", "has no meaning with unstarted");
        }
    }

    private void task() {
        boolean mayReturnOne = rule.match().methods().stream()
                .map(MethodSignature::returns)
                .allMatch(type -> type == null || TASKS.contains(type));
        if (rule.role() == Role.TASK && rule.shape() != Shape.CALL && rule.shape() != Shape.PUBLISHER) {
            problem("shape", "has no meaning for role task, which has call for tasks and publisher");
        } else if (rule.role() == Role.TASK && rule.shape() == Shape.CALL && !mayReturnOne) {
            problem(
                    "match",
                    "returns no task: role task needs a method that returns " + String.join(" or ", TASKS)
                            + ", or the shape publisher");
        }
    }

    /** These roles do their work when the call is entered: it has no result yet. */
    private boolean actsOnEntry() {
        Role role = rule.role();
        return role == Role.CLOSE
                || role == Role.FAIL
                || role == Role.CANCEL
                || role == Role.CHUNK
                || role == Role.SCOPE
                || role == Role.PROPAGATE;
    }

    private boolean findsSpan() {
        Role role = rule.role();
        return role != Role.SPAN
                && role != Role.OPEN
                && role != Role.CARRY
                && role != Role.EXTEND
                && role != Role.LEARN;
    }

    private String shapeWord() {
        return rule.shape().name().toLowerCase(Locale.ROOT);
    }

    private String word() {
        return rule.role().name().toLowerCase(Locale.ROOT);
    }

    private void attributes(String key, Map<String, Value> attributes, boolean onEntry) {
        attributes.forEach((name, value) -> value(key + " > " + name, value, onEntry));
    }

    private void value(String key, Value value, boolean onEntry) {
        if (value != null) {
            roots(key, value.roots(), onEntry);
        }
    }

    private void path(String key, Path path, boolean onEntry) {
        if (path != null) {
            roots(key, path.roots(), onEntry);
        }
    }

    private void roots(String key, Roots roots, boolean onEntry) {
        roots.args().forEach(number -> argument(key, number));
        boolean atTheEnd = key.startsWith("end") || key.startsWith("content") || key.startsWith("failed");
        boolean toldLate = rule.lazy() && (key.startsWith("start") || key.equals("name"));
        if (!roots.kept().isEmpty() && !atTheEnd && !toldLate) {
            problem(
                    key,
                    "reads 'kept' before the span has ended; it is there under end, content and failed, and under start"
                            + " and name of lazy spans");
        }
        if (onEntry && (roots.result() || roots.thrown())) {
            String root = roots.result() ? "return" : "thrown";
            problem(
                    key,
                    "reads '" + root + "' before the method has returned"
                            + (key.startsWith("start") ? "; write it under end" : ""));
        } else if (roots.result() && returnsNothing && rule.from() < 0) {
            problem(key, "reads 'return', but the method returns void");
        }
    }

    private void argument(String key, int number) {
        if (parameters >= 0 && number >= parameters) {
            problem(
                    key,
                    "reads arg" + number + ", but the method has "
                            + (parameters == 0
                                    ? "no parameters"
                                    : parameters == 1
                                            ? "one parameter: arg0"
                                            : parameters + " parameters: arg0 to arg" + (parameters - 1)));
        }
    }

    private void shape() {
        if (rule.role() == Role.ELEMENTS
                && rule.shape() == Shape.ITERATOR
                && !rule.match().methods().stream().allMatch(method -> HAVE_ELEMENTS.contains(method.returns()))) {
            problem(
                    "match",
                    "role elements needs methods that return java.util.Iterator or java.util.stream.Stream, or a chunk"
                            + " with done");
        }
        if (rule.role() == Role.OPEN && rule.shape() != Shape.CALL && rule.shape() != Shape.FUTURE) {
            problem("shape", "has no meaning for role open, which has call, and future for what a future brings");
        }
        if (rule.role() == Role.SPAN && rule.chunk() != null && WHOLE.contains(rule.shape())) {
            problem("chunk", "has no meaning for shape " + shapeWord() + "; publisher and iterator have chunks");
        }
        if (rule.role() == Role.SPAN && !rule.keep().isEmpty() && WHOLE.contains(rule.shape())) {
            problem("keep", "has no meaning for shape " + shapeWord() + "; publisher and iterator have elements");
        }
        lambda();
        if (returnsNothing && rule.shape() != Shape.CALL && rule.shape() != Shape.AUTO) {
            problem("shape", "describes a result, but the method returns void");
        }
    }

    private void lambda() {
        if (rule.shape() != Shape.LAMBDA) {
            return;
        }
        if (rule.role() == Role.ELEMENTS) {
            problem("shape", "has no meaning for role elements");
        }
        if (!rule.unstarted().isEmpty()) {
            problem("unstarted", "has no meaning for shape lambda");
        }
        for (MethodSignature method : rule.match().methods()) {
            String returned = method.returns();
            if (returned != null && returned.indexOf('.') < 0 && !returnsNothing) {
                problem("shape", "describes a lambda, but the method returns " + returned);
            }
        }
    }

    private void name() {
        if (!(rule.name() instanceof TextValue template)) {
            return;
        }
        Set<String> known = new HashSet<>(Set.of("class", "method"));
        known.addAll(rule.start().keySet());
        known.addAll(rule.end().keySet());
        for (String attribute : template.attributes()) {
            if (!known.contains(attribute)) {
                problem(
                        "name",
                        "{" + attribute + "} is neither a path nor an attribute of this rule's start or end"
                                + Nearest.hint(attribute, known));
            }
        }
        roots("name", template.roots(), false);
    }

    private void problem(String key, String text) {
        String top = key.contains(" > ") ? key.substring(0, key.indexOf(" > ")) : key;
        Json.Place at = fields.at(top);
        if (!top.equals(key) && fields.get(top) instanceof Json.Obj object) {
            at = object.get(key.substring(top.length() + 3)).at();
        }
        fields.problems().add(at, key, text);
    }
}
