// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.check.type.TypeRef;
import io.agentprofiler.rules.check.type.Types;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Finds the classes and methods a rule's match means. */
public record MatchSearch(ClassPath classPath, Types types) {
    /** Returns the classes the match names; empty when there are none. */
    public List<ClassFile> classes(Match match) {
        if (match.by() == Match.By.PREFIX) {
            return classPath.namesWithPrefix(match.type()).stream()
                    .filter(name -> !match.except().contains(name))
                    .map(classPath::find)
                    .toList();
        }
        ClassFile named = classPath.find(match.type());
        return named == null ? List.of() : List.of(named);
    }

    /**
     * Returns the methods of these classes, or of their relatives where the match means them, that a signature means.
     *
     * @param seen generic types of the objects that the methods are called on; empty where nothing is known of them
     */
    public List<MatchedMethod> methods(
            Match match, List<ClassFile> classes, MethodSignature signature, Set<TypeRef.Named> seen) {
        if (match.by() != Match.By.SUBTYPE) {
            return classes.stream()
                    .flatMap(file -> views(file, seen).stream().flatMap(as -> in(file, as, signature).stream()))
                    .filter(found -> !found.method().isAbstract())
                    .toList();
        }
        ClassFile type = classes.get(0);
        List<MatchedMethod> above = above(views(type, seen), signature);
        if (above.isEmpty()) {
            return below(types.subtypes(type.name()), signature);
        }
        Set<TypeRef.Named> implemented =
                seen.isEmpty() && above.stream().anyMatch(MatchSearch::isVague) ? implemented(type.name()) : Set.of();
        return implemented.isEmpty() ? above : above(implemented, signature);
    }

    private List<MatchedMethod> above(Set<TypeRef.Named> views, MethodSignature signature) {
        List<MatchedMethod> above = new ArrayList<>();
        for (TypeRef.Named view : views) {
            for (TypeRef.Named each : types.hierarchy(view).values()) {
                above.addAll(in(classPath.find(each.name()), each, signature));
            }
        }
        return above;
    }

    /** Returns a class as these generic types see it, as it declares itself where they say nothing of it. */
    private Set<TypeRef.Named> views(ClassFile file, Set<TypeRef.Named> seen) {
        Set<TypeRef.Named> views = new LinkedHashSet<>();
        for (TypeRef.Named each : seen) {
            TypeRef.Named view = types.hierarchy(each).get(file.name());
            if (view != null) {
                views.add(view);
            }
        }
        return views.isEmpty() ? Set.of(named(file)) : views;
    }

    /** Returns a generic type as its implementations fill it in; empty where none does. */
    private Set<TypeRef.Named> implemented(String type) {
        Set<TypeRef.Named> views = new LinkedHashSet<>();
        for (String each : types.subtypes(type)) {
            TypeRef.Named view =
                    types.hierarchy(new TypeRef.Named(each, List.of())).get(type);
            if (view != null && view.arguments().stream().anyMatch(argument -> argument != TypeRef.UNKNOWN)) {
                views.add(view);
            }
        }
        return views;
    }

    private static boolean isVague(MatchedMethod method) {
        return isVague(method.types().returns())
                || method.types().parameters().stream().anyMatch(MatchSearch::isVague);
    }

    private static boolean isVague(TypeRef type) {
        return type == TypeRef.UNKNOWN
                || type instanceof TypeRef.Array array && isVague(array.element())
                || type instanceof TypeRef.Named named
                        && named.arguments().stream().anyMatch(MatchSearch::isVague);
    }

    /** Implementations of a generic interface may have other erased types than it has. */
    private List<MatchedMethod> below(Collection<String> subtypes, MethodSignature signature) {
        return subtypes.stream()
                .map(classPath::find)
                .filter(Objects::nonNull)
                .flatMap(file -> in(file, named(file), signature).stream())
                .toList();
    }

    private List<MatchedMethod> in(ClassFile file, TypeRef.Named as, MethodSignature signature) {
        return file.methods().stream()
                .filter(method -> MatchedMethod.matches(signature, method))
                .map(method -> new MatchedMethod(file, method, types.resolve(file, as, method), signature))
                .toList();
    }

    private static TypeRef.Named named(ClassFile file) {
        return new TypeRef.Named(file.name(), List.of());
    }
}
