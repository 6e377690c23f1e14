// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.check.type.GetterCheck;
import io.agentprofiler.rules.check.type.Outcome;
import io.agentprofiler.rules.check.type.PathNotes;
import io.agentprofiler.rules.check.type.PathWalk;
import io.agentprofiler.rules.check.type.RulePaths;
import io.agentprofiler.rules.check.type.Signatures;
import io.agentprofiler.rules.check.type.TypeRef;
import io.agentprofiler.rules.check.type.Types;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks that what rules name is on a class path: types, methods by parameter and return types, and every step of every
 * path through the declared types.
 *
 * <p>Where a declared type lacks an accessor its subtypes on the class path are asked, for the object is often one of them.
 * What leads through a type nothing is known of ({@code Object}, a raw collection) cannot be checked and is listed apart.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Errors:</b> none of its own; an unreadable class file passes through.
 */
public final class RuleChecker {
    private static final List<String> RESULT_HOLDERS = List.of(
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Flow$Publisher",
            "org.reactivestreams.Publisher",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.smallrye.mutiny.Uni",
            "java.util.Iterator",
            "java.lang.Iterable",
            "java.util.stream.BaseStream");

    /** As many arguments of a lambda as paths can name. */
    private static final int MOST_ARGUMENTS = 8;

    /** Publishers by name, for class paths that lack the library. */
    private static final Set<String> PUBLISHERS = publishers();

    private final ClassPath classPath;
    private final RuleFile file;
    private final Types types;
    private final GetterCheck getters;
    private final MatchSearch search;
    private final String toldVersion;
    private final String frameworkVersion;

    private RuleChecker(RuleFile file, ClassPath classPath, String toldVersion) {
        this.file = file;
        this.classPath = classPath;
        this.types = new Types(classPath);
        this.getters = new GetterCheck(classPath, types);
        this.search = new MatchSearch(classPath, types);
        this.toldVersion = toldVersion;
        this.frameworkVersion = toldVersion != null ? toldVersion : newestVersion();
    }

    private static Set<String> publishers() {
        Set<String> names = new LinkedHashSet<>(RESULT_HOLDERS);
        try {
            RuleFiles.loadReactive().reactive().forEach(type -> names.add(type.type()));
        } catch (RuleFileException e) {
            throw new IllegalStateException("the bundled file of publishers cannot be read", e);
        }
        return names;
    }

    private String newestVersion() {
        return file.packages().stream()
                .flatMap(prefix -> classPath.namesWithPrefix(prefix).stream())
                .map(classPath::versionOf)
                .filter(version -> Version.of(version) != null)
                .max((left, right) -> Version.of(left).compareTo(Version.of(right)))
                .orElse(null);
    }

    /** Checks every rule of a file; versions are those of the jars. */
    public static CheckReport check(RuleFile file, ClassPath classPath) {
        return check(file, classPath, null);
    }

    /**
     * Checks every rule of a file.
     *
     * @param version what {@code since} and {@code until} are compared with, whatever the jars say; {@code null} to let them
     *     say it
     */
    public static CheckReport check(RuleFile file, ClassPath classPath, String version) {
        RuleChecker checker = new RuleChecker(file, classPath, version);
        return new CheckReport(
                file.name(),
                checker.frameworkVersion,
                file.rules().stream().map(checker::check).toList());
    }

    private RuleResult check(Rule rule) {
        Match match = rule.match();
        List<ClassFile> classes = search.classes(match);
        if (classes.isEmpty()) {
            return notThere(rule, versionBeside(match.type()), "no class " + match.type() + " on the class path");
        }
        String version = toldVersion != null
                ? toldVersion
                : classPath.versionOf(classes.get(0).name());
        List<MatchedMethod> methods = new ArrayList<>();
        List<String> found = new ArrayList<>();
        List<MethodSignature> missing = new ArrayList<>();
        for (MethodSignature signature : match.methods()) {
            List<MatchedMethod> meant = search.methods(match, classes, signature, boundTo(rule));
            methods.addAll(meant);
            if (meant.isEmpty()) {
                missing.add(signature);
            } else {
                found.add(MissingMethod.text(signature));
            }
        }
        if (methods.isEmpty()) {
            MissingMethod why = new MissingMethod(classPath, types);
            return notThere(
                    rule,
                    version,
                    missing.stream()
                            .map(signature -> why.tell(match, classes, signature))
                            .collect(Collectors.joining("; ")));
        }
        List<String> notes = new ArrayList<>();
        // the rule has the methods it needs: what else there is of the name would be noise
        missing.forEach(signature -> notes.add(MissingMethod.bare(match, signature)));
        if (outOfRange(rule, version)) {
            notes.add("is there in " + version + ", though the rule says "
                    + rule.versions().range());
        }
        return paths(rule, version, methods, found, notes);
    }

    /**
     * Returns the generic types of the objects that the spans of a rule's operation are bound to, where the rule is about calls on
     * such an object: {@code Stream<Chunk>} where the declared type is {@code Stream<T>}.
     */
    private Set<TypeRef.Named> boundTo(Rule rule) {
        Set<TypeRef.Named> bound = new LinkedHashSet<>();
        if (rule.operation() == null || rule.role() == Role.OPEN || !PathWalk.isFoundByItself(rule)) {
            return bound;
        }
        for (Rule other : file.rules()) {
            if (other.role() != Role.OPEN || !rule.operation().equals(other.operation())) {
                continue;
            }
            List<ClassFile> classes = search.classes(other.match());
            for (MethodSignature signature : classes.isEmpty()
                    ? List.<MethodSignature>of()
                    : other.match().methods()) {
                for (MatchedMethod method : search.methods(other.match(), classes, signature, Set.of())) {
                    PathWalk walk = new PathWalk(types, roots(other, method), new PathNotes(getters, file.packages()));
                    walk.keys(other).stream()
                            .filter(type -> types.isA(type, rule.match().type()))
                            .forEach(type -> bound.add((TypeRef.Named) type));
                }
            }
        }
        return bound;
    }

    private RuleResult notThere(Rule rule, String version, String problem) {
        if (outOfRange(rule, version)) {
            return RuleResult.notThere(rule, version, RuleResult.State.OTHER_VERSION);
        }
        if (rule.versions().optional() && !hasPackage(rule.match().type())) {
            return RuleResult.notThere(rule, null, RuleResult.State.ABSENT);
        }
        return RuleResult.notThere(rule, version, RuleResult.State.BROKEN, problem);
    }

    private RuleResult paths(
            Rule rule, String version, List<MatchedMethod> methods, List<String> found, List<String> notes) {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        Map<String, Map<MethodSignature, String>> unresolved = new LinkedHashMap<>();
        Map<String, Map<MethodSignature, Outcome>> bySignature = new LinkedHashMap<>();
        PathNotes pathNotes = new PathNotes(getters, file.packages());
        for (MatchedMethod method : methods) {
            RulePaths.follow(rule, types, roots(rule, method), pathNotes).forEach((path, outcome) -> {
                outcomes.merge(path, outcome, Outcome::or);
                bySignature
                        .computeIfAbsent(path, each -> new LinkedHashMap<>())
                        .merge(method.meant(), outcome, Outcome::or);
                if (outcome.state() == Outcome.PathState.UNRESOLVED) {
                    unresolved
                            .computeIfAbsent(path, each -> new LinkedHashMap<>())
                            .putIfAbsent(method.meant(), outcome.missing());
                }
            });
        }
        List<String> problems = new ArrayList<>();
        notes.addAll(ReplayCheck.missing(rule.replay(), classPath));
        List<String> resolved = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        List<String> unchecked = new ArrayList<>();
        outcomes.forEach((path, outcome) -> {
            switch (outcome.state()) {
                case UNRESOLVED -> problems.add(path + ": " + outcome.missing() + outcome.expected());
                case ABSENT -> absent.add(path);
                case UNCHECKED -> unchecked.add(path);
                case RESOLVED -> resolved.add(path);
            }
            // overloads may differ in what there is to read; one method in several classes may not
            unresolved.getOrDefault(path, Map.of()).forEach((signature, why) -> {
                if (outcome.state() == Outcome.PathState.ABSENT
                        || bySignature.get(path).get(signature).state() != Outcome.PathState.UNRESOLVED) {
                    pathNotes.notRead(path, why);
                }
            });
        });
        return new RuleResult(
                rule,
                version,
                RuleResult.stateOf(problems, unchecked, pathNotes.notRead()),
                found,
                new RuleResult.Paths(resolved, absent, unchecked, pathNotes.calls(), pathNotes.notRead()),
                problems,
                notes);
    }

    private PathWalk.RootTypes roots(Rule rule, MatchedMethod method) {
        String self = rule.match().by() == Match.By.PREFIX
                ? method.in().name()
                : rule.match().type();
        TypeRef returns = method.types().returns();
        if (rule.shape() == Shape.LAMBDA) {
            Signatures.MethodTypes lambda = lambda(returns);
            return new PathWalk.RootTypes(TypeRef.named(self), lambda.parameters(), lambda.returns(), null);
        }
        TypeRef result = rule.shape() == Shape.CALL ? returns : held(returns, rule.shape());
        List<TypeRef> parameters = method.types().parameters();
        return new PathWalk.RootTypes(
                TypeRef.named(self),
                parameters,
                rule.from() < 0 || rule.from() >= parameters.size()
                        ? result
                        : held(parameters.get(rule.from()), Shape.PUBLISHER),
                null);
    }

    /** Returns what a lambda of an interface takes and returns; nothing is known of it where the interface is not on the class path. */
    private Signatures.MethodTypes lambda(TypeRef type) {
        ClassFile declared = type instanceof TypeRef.Named named ? classPath.find(named.name()) : null;
        if (declared != null) {
            for (ClassFile.Method method : declared.methods()) {
                if (method.isAbstract()) {
                    return types.resolve(declared, (TypeRef.Named) type, method);
                }
            }
        }
        return new Signatures.MethodTypes(
                Map.of(), Collections.nCopies(MOST_ARGUMENTS, TypeRef.UNKNOWN), TypeRef.UNKNOWN);
    }

    /**
     * Returns what a future, publisher or iterator holds, others as they are. Where the class of a publisher is not on the class path,
     * or says nothing of its supertypes, the argument that the method's signature gives it is what it holds.
     */
    private TypeRef held(TypeRef type, Shape shape) {
        for (String holder : RESULT_HOLDERS) {
            if (types.isA(type, holder)) {
                return types.argument(type, holder, 0);
            }
        }
        for (ReactiveType own : file.reactive()) {
            if (types.isA(type, own.type())) {
                return types.argument(type, own.type(), 0);
            }
        }
        if (!(type instanceof TypeRef.Named named) || (shape == Shape.AUTO && !PUBLISHERS.contains(named.name()))) {
            return type;
        }
        return named.arguments().size() == 1 ? named.arguments().get(0).with(Map.of()) : TypeRef.UNKNOWN;
    }

    private boolean outOfRange(Rule rule, String version) {
        Version at = Version.of(version);
        Version since = Version.of(rule.versions().since());
        Version until = Version.of(rule.versions().until());
        return at != null && ((since != null && at.compareTo(since) < 0) || (until != null && at.compareTo(until) > 0));
    }

    /** Returns the framework's version; of a file for several, the version of the jar that has the package of a missing type. */
    private String versionBeside(String type) {
        return frameworkVersion != null
                ? frameworkVersion
                : namesOfPackage(type).stream()
                        .map(classPath::versionOf)
                        .filter(version -> Version.of(version) != null)
                        .findFirst()
                        .orElse(null);
    }

    /** Answers whether anything of the type's package is on the class path. */
    private boolean hasPackage(String type) {
        return !namesOfPackage(type).isEmpty();
    }

    private Collection<String> namesOfPackage(String type) {
        int dot = type.lastIndexOf('.');
        return dot < 0 ? List.of() : classPath.namesWithPrefix(type.substring(0, dot + 1));
    }

    /**
     * A framework version by its leading numbers: {@code 1.5.0-beta11} is 1.5.0.
     *
     * @param numbers major first
     */
    private record Version(int[] numbers) implements Comparable<Version> {
        private static final Pattern LEADING = Pattern.compile("^\\d+(\\.\\d+)*");

        /** Returns the version a text begins with, {@code null} when it begins with no number. */
        static Version of(String text) {
            Matcher matcher = LEADING.matcher(text == null ? "" : text);
            return matcher.find()
                    ? new Version(Arrays.stream(matcher.group().split("\\."))
                            .mapToInt(Integer::parseInt)
                            .toArray())
                    : null;
        }

        @Override
        public int compareTo(Version other) {
            for (int i = 0; i < Math.max(numbers.length, other.numbers.length); i++) {
                int difference = Integer.compare(at(i), other.at(i));
                if (difference != 0) {
                    return difference;
                }
            }
            return 0;
        }

        private int at(int index) {
            return index < numbers.length ? numbers[index] : 0;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Version version && compareTo(version) == 0;
        }

        @Override
        public int hashCode() {
            int hash = 0;
            for (int i = 0; i < numbers.length; i++) {
                hash += numbers[i] * (i + 1) * 31;
            }
            return hash;
        }
    }
}
