// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.PathPrinter;
import io.agentprofiler.rules.path.syntax.Source;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Follows a path through declared types.
 *
 * @param types the types of the class path
 * @param roots what each root is in one method
 * @param notes told what a step calls, and what it cannot read
 */
public record PathWalk(Types types, RootTypes roots, PathNotes notes) {
    /** How many names a message lists. */
    private static final int MOST_EXPECTED = 8;

    /**
     * The declared types a path starts from.
     *
     * @param self type of {@code this}
     * @param parameters types of the arguments
     * @param result type of {@code return}
     * @param element types of the element inside {@code each}, {@code null} outside
     * @param kept what this rule keeps, by name; what other rules keep is not known
     */
    public record RootTypes(
            TypeRef self, List<TypeRef> parameters, TypeRef result, Outcome element, Map<String, Outcome> kept) {
        public RootTypes(TypeRef self, List<TypeRef> parameters, TypeRef result, Outcome element) {
            this(self, parameters, result, element, Map.of());
        }

        RootTypes withElement(Outcome inner) {
            return new RootTypes(self, parameters, result, inner, kept);
        }

        RootTypes withKept(Map<String, Outcome> known) {
            return new RootTypes(self, parameters, result, element, known);
        }
    }

    private static final Set<String> SIZED = Set.of("java.util.Collection", "java.util.Map", "java.lang.CharSequence");

    /** Answers whether a rule finds its span by the object that the method is called on. */
    public static boolean isFoundByItself(Rule rule) {
        return rule.key().stream()
                .anyMatch(key -> key != Path.CURRENT
                        && key.syntax().steps().isEmpty()
                        && key.syntax().source() instanceof Source.Root root
                        && root.kind() == Source.Root.RootKind.SELF);
    }

    /** Returns the types of the objects that a rule's span is bound to. */
    public Set<TypeRef> keys(Rule rule) {
        Set<TypeRef> types = new LinkedHashSet<>();
        rule.key().stream()
                .filter(key -> key != Path.CURRENT)
                .forEach(key -> types.addAll(follow(key).types()));
        return types;
    }

    Outcome follow(Path path) {
        return follow(path.syntax());
    }

    private Outcome follow(Branch branch) {
        return steps(source(branch.source()), branch.steps(), branch.source() instanceof Source.OneOf);
    }

    private Outcome source(Source source) {
        if (source instanceof Source.OneOf oneOf) {
            return oneOf(oneOf.alternatives(), this::follow);
        }
        Source.Root root = (Source.Root) source;
        return switch (root.kind()) {
            case SELF -> Outcome.resolved(roots.self());
            case ARG ->
                root.index() < roots.parameters().size()
                        ? Outcome.resolved(roots.parameters().get(root.index()))
                        : Outcome.ABSENT;
            case RESULT -> Outcome.resolved(roots.result());
            case THROWN -> Outcome.resolved(TypeRef.named("java.lang.Throwable"));
            case ANNOTATED ->
                types.isKnown(new TypeRef.Named(root.annotation(), List.of()))
                        ? Outcome.resolved(TypeRef.UNKNOWN)
                        : Outcome.unresolved("no annotation " + root.annotation() + " on the class path");
            case ARGS -> Outcome.UNCHECKED;
            case KEPT -> roots.kept().getOrDefault(root.annotation(), Outcome.UNCHECKED);
            case ELEMENT -> roots.element();
        };
    }

    /**
     * Follows steps.
     *
     * @param any what the first step is taken on may be anything that alternatives lead to, or lie on the way to the innermost object:
     *     such objects need not all have the step
     */
    private Outcome steps(Outcome from, List<Step> steps, boolean any) {
        Outcome at = from;
        boolean others = any;
        for (Step step : steps) {
            if (!at.isResolved()) {
                return at;
            }
            at = step(at.types(), step, others);
            others = step instanceof Step.Choice || step instanceof Step.Field field && field.repeated();
        }
        return at;
    }

    private Outcome step(Set<TypeRef> from, Step step, boolean others) {
        Map<String, PathNotes.Lack> outer = others ? notes.collectLacks(new LinkedHashMap<>()) : null;
        Outcome all = step(from, step);
        if (others) {
            notes.collectLacks(outer);
        }
        return all;
    }

    private Outcome step(Set<TypeRef> from, Step step) {
        Outcome all = null;
        Map<String, String> missing = new LinkedHashMap<>();
        for (TypeRef type : from) {
            Outcome outcome = step(type, step);
            if (outcome.state() == Outcome.PathState.UNRESOLVED) {
                missing.put(describe(type), outcome.missing());
            }
            all = all == null ? outcome : all.or(outcome);
        }
        if (all == null) {
            return Outcome.UNCHECKED;
        }
        if (all.isResolved()) {
            missing.forEach((type, why) -> notes.lacks(type, new PathNotes.Lack(written(step), why)));
        }
        return all;
    }

    /** Follows alternatives: a class lacks something only if it does so in each that leads anywhere. */
    private <T> Outcome oneOf(List<T> alternatives, Function<T, Outcome> follow) {
        Outcome all = null;
        Map<String, PathNotes.Lack> inEach = null;
        for (T alternative : alternatives) {
            Map<String, PathNotes.Lack> outer = notes.collectLacks(new LinkedHashMap<>());
            Outcome outcome = follow.apply(alternative);
            Map<String, PathNotes.Lack> here = notes.collectLacks(outer);
            if (outcome.isResolved() || outcome.state() == Outcome.PathState.UNCHECKED) {
                if (inEach == null) {
                    inEach = here;
                } else {
                    inEach.keySet().retainAll(here.keySet());
                }
            }
            all = all == null ? outcome : all.or(outcome);
        }
        if (inEach != null) {
            inEach.forEach(notes::lacks);
        }
        return Objects.requireNonNull(all, "alternatives are at least one");
    }

    private static String written(Step step) {
        return step instanceof Step.Accessor accessor
                ? accessor.name()
                : step instanceof Step.Field field
                        ? "@" + field.name()
                        : step instanceof Step.Key key ? key.key() : step instanceof Step.Index ? "[0]" : "[]";
    }

    private void lacking(TypeRef.Named type, Step step, String why) {
        types.lacking(type, step).forEach(each -> notes.lacks(each, new PathNotes.Lack(written(step), why)));
    }

    private Outcome step(TypeRef type, Step step) {
        if (type == TypeRef.UNKNOWN) {
            return Outcome.UNCHECKED;
        }
        if (step instanceof Step.Accessor accessor) {
            return accessor(type, accessor);
        }
        if (step instanceof Step.Field field) {
            return field(type, field);
        }
        if (step instanceof Step.Key key) {
            return mapValue(type, "['" + key.key() + "']");
        }
        if (step instanceof Step.Index index) {
            return element(type, "java.util.List", "[" + index.index() + "]");
        }
        if (step instanceof Step.Each) {
            return element(type, "java.lang.Iterable", "[]");
        }
        if (step instanceof Step.FromJson json) {
            return type instanceof TypeRef.Array || types.isA(type, "java.lang.String")
                    ? Outcome.UNCHECKED
                    : Outcome.unresolved(
                            PathPrinter.print(json) + " on " + describe(type) + ", which is neither a text nor bytes");
        }
        if (step instanceof Step.Size) {
            boolean sized = type instanceof TypeRef.Array || SIZED.stream().anyMatch(each -> types.isA(type, each));
            return sized
                    ? Outcome.resolved(TypeRef.named("long"))
                    : accessor(type, new Step.Accessor("size", false, false));
        }
        if (step instanceof Step.ClassName) {
            return Outcome.resolved(TypeRef.named("java.lang.String"));
        }
        return oneOf(
                ((Step.Choice) step).alternatives(), alternative -> steps(Outcome.resolved(type), alternative, false));
    }

    private Outcome accessor(TypeRef type, Step.Accessor step) {
        if (!step.call() && types.isA(type, "java.util.Map")) {
            return mapValue(type, step.name());
        }
        if (type instanceof TypeRef.Named named && !types.isKnown(named)) {
            return Outcome.UNCHECKED;
        }
        String brackets = !step.call() ? "" : step.argument() == null ? "()" : "(text)";
        String missing = "no accessor '" + step.name() + brackets + "' on " + describe(type);
        Set<TypeRef> found = type instanceof TypeRef.Named named ? types.accessor(named, step) : Set.<TypeRef>of();
        if (found.isEmpty()) {
            return step.optional()
                    ? Outcome.ABSENT
                    : Outcome.unresolved(missing, brackets.isEmpty() ? expected(type, step.name()) : "");
        }
        if (!step.optional() && !step.listed()) {
            lacking((TypeRef.Named) type, step, "no such accessor");
        }
        if (step.listed()) {
            // runs the listed class's own code and none of the application's
            return resolved(found);
        }
        if (step.call()) {
            notes.calls(describe(type) + "." + step.name() + brackets);
        } else {
            String unread = unread((TypeRef.Named) type, step.name());
            if (unread != null) {
                return Outcome.unresolved(unread);
            }
        }
        return resolved(found);
    }

    /** Says what could stand there instead; nothing where a type has no steps. */
    private String expected(TypeRef type, String name) {
        Set<String> steps = types.steps(type);
        if (steps.isEmpty()) {
            return "";
        }
        String nearest = Nearest.of(name, steps);
        return "; expected "
                + (nearest != null
                        ? "'" + nearest + "'"
                        : steps.size() == 1
                                ? "'" + steps.iterator().next() + "'"
                                : "one of "
                                        + steps.stream()
                                                .limit(MOST_EXPECTED)
                                                .map(each -> "'" + each + "'")
                                                .collect(Collectors.joining(", "))
                                        + (steps.size() > MOST_EXPECTED ? " and others" : ""));
    }

    private Outcome resolved(Set<TypeRef> found) {
        return found.stream()
                .map(this::unwrapped)
                .map(Outcome::resolved)
                .reduce(Outcome::or)
                .orElseThrow();
    }

    private Outcome field(TypeRef type, Step.Field step) {
        if (step.repeated()) {
            return innermost(type, step.name());
        }
        Set<TypeRef> found = types.fields(type, step.name());
        if (found.isEmpty()) {
            return step.optional()
                    ? Outcome.ABSENT
                    : Outcome.unresolved(
                            "no field '" + step.name() + "' in " + describe(type), expected(type, step.name()));
        }
        if (!step.optional() && type instanceof TypeRef.Named named) {
            lacking(named, step, "no such field");
        }
        return resolved(found);
    }

    /** Returns the type itself, and all that the field leads to from it again and again. */
    private Outcome innermost(TypeRef type, String name) {
        Set<TypeRef> all = new LinkedHashSet<>();
        Deque<TypeRef> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            TypeRef at = open.remove();
            if (all.add(at)) {
                types.fields(at, name).stream().map(this::unwrapped).forEach(open::add);
            }
        }
        return Outcome.resolved(all);
    }

    /** Notes classes in which the accessor is not read; returns what is wrong when it is read in none. */
    private String unread(TypeRef.Named type, String name) {
        Map<String, String> classes = notes.getters().classes(type.name(), name);
        if (!classes.isEmpty() && classes.values().stream().noneMatch(String::isEmpty)) {
            String why = classes.values().iterator().next();
            return "'" + name + "' on " + describe(type) + " is " + why + "; name the fields behind it, or write '"
                    + name + "()' to have it called, which runs the application's code";
        }
        classes.forEach((each, why) -> {
            if (!why.isEmpty()) {
                notes.notRead(name, each, why);
            }
        });
        return null;
    }

    /** Paths look into optionals and atomic references. */
    private TypeRef unwrapped(TypeRef type) {
        for (String holder : List.of("java.util.Optional", "java.util.concurrent.atomic.AtomicReference")) {
            if (types.isA(type, holder)) {
                return unwrapped(types.argument(type, holder, 0));
            }
        }
        return type;
    }

    private Outcome mapValue(TypeRef type, String step) {
        return types.isA(type, "java.util.Map")
                ? Outcome.resolved(types.argument(type, "java.util.Map", 1))
                : Outcome.unresolved("no " + step + " on " + describe(type));
    }

    private Outcome element(TypeRef type, String collection, String step) {
        if (type instanceof TypeRef.Array array) {
            return Outcome.resolved(array.element());
        }
        return types.isA(type, collection)
                ? Outcome.resolved(types.argument(type, "java.lang.Iterable", 0))
                : Outcome.unresolved("no " + step + " on " + describe(type));
    }

    /** Returns the types of a list of all objects a path reads. */
    static Outcome all(Outcome each) {
        if (!each.isResolved()) {
            return each;
        }
        Set<TypeRef> arrays = new LinkedHashSet<>();
        each.types().forEach(type -> arrays.add(new TypeRef.Array(type)));
        return Outcome.resolved(arrays);
    }

    /** Returns the types of the elements of what a path reads. */
    Outcome elements(Outcome collection) {
        return steps(collection, List.of(new Step.Each()), true);
    }

    /** Returns a type as people write it. */
    static String describe(TypeRef type) {
        if (type instanceof TypeRef.Array array) {
            return describe(array.element()) + "[]";
        }
        return type instanceof TypeRef.Named named ? named.name() : "an unknown type";
    }
}
