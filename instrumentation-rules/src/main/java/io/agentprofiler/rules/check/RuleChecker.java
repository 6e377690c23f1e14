// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.check.match.MatchSearch;
import io.agentprofiler.rules.check.match.MatchedMethod;
import io.agentprofiler.rules.check.match.MissingMethod;
import io.agentprofiler.rules.check.path.GetterCheck;
import io.agentprofiler.rules.check.path.Outcome;
import io.agentprofiler.rules.check.path.PathNotes;
import io.agentprofiler.rules.check.path.PathWalk;
import io.agentprofiler.rules.check.path.RulePaths;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.check.type.TypeRef;
import io.agentprofiler.rules.check.type.Types;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            return notThere(rule, frameworkVersion, "no class " + match.type() + " on the class path");
        }
        String version = toldVersion != null
                ? toldVersion
                : classPath.versionOf(classes.get(0).name());
        List<MatchedMethod> methods = new ArrayList<>();
        List<String> found = new ArrayList<>();
        List<MethodSignature> missing = new ArrayList<>();
        for (MethodSignature signature : match.methods()) {
            List<MatchedMethod> meant = search.methods(match, classes, signature);
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
        Map<String, String> unresolved = new LinkedHashMap<>();
        PathNotes pathNotes = new PathNotes(getters, file.packages());
        for (MatchedMethod method : methods) {
            RulePaths.follow(rule, types, roots(rule, method), pathNotes).forEach((path, outcome) -> {
                outcomes.merge(path, outcome, Outcome::or);
                if (outcome.state() == Outcome.State.UNRESOLVED) {
                    unresolved.putIfAbsent(path, outcome.missing());
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
                case UNRESOLVED -> problems.add(path + ": " + outcome.missing());
                case ABSENT -> {
                    absent.add(path);
                    // another of the methods has it, and would read it if it could
                    if (unresolved.containsKey(path)) {
                        pathNotes.notRead(path, unresolved.get(path));
                    }
                }
                case UNCHECKED -> unchecked.add(path);
                case RESOLVED -> resolved.add(path);
            }
        });
        return new RuleResult(
                rule,
                version,
                problems.isEmpty() ? RuleResult.State.FITS : RuleResult.State.BROKEN,
                found,
                resolved,
                problems,
                notes,
                absent,
                unchecked,
                pathNotes.calls(),
                pathNotes.notRead());
    }

    private PathWalk.Roots roots(Rule rule, MatchedMethod method) {
        String self = rule.match().by() == Match.By.PREFIX
                ? method.in().name()
                : rule.match().type();
        TypeRef returns = method.types().returns();
        return new PathWalk.Roots(
                TypeRef.named(self),
                method.types().parameters(),
                rule.shape() == Shape.CALL ? returns : held(returns),
                null);
    }

    /** Returns what a future, publisher or iterator holds; nothing is known of what the file's own publishers hold; others as they are. */
    private TypeRef held(TypeRef type) {
        if (file.reactive().stream().anyMatch(own -> types.isA(type, own.type()))) {
            return TypeRef.UNKNOWN;
        }
        return RESULT_HOLDERS.stream()
                .filter(holder -> types.isA(type, holder))
                .findFirst()
                .map(holder -> types.argument(type, holder, 0))
                .orElse(type);
    }

    private boolean outOfRange(Rule rule, String version) {
        Version at = Version.of(version);
        Version since = Version.of(rule.versions().since());
        Version until = Version.of(rule.versions().until());
        return at != null && ((since != null && at.compareTo(since) < 0) || (until != null && at.compareTo(until) > 0));
    }

    /** Answers whether anything of the type's package is on the class path. */
    private boolean hasPackage(String type) {
        int dot = type.lastIndexOf('.');
        return dot >= 0
                && !classPath.namesWithPrefix(type.substring(0, dot + 1)).isEmpty();
    }
}
