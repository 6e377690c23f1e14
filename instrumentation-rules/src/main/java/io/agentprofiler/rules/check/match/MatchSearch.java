// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.match;

import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.check.type.TypeRef;
import io.agentprofiler.rules.check.type.Types;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

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

    /** Returns the methods of these classes, or of their relatives where the match means them, that a signature means. */
    public List<MatchedMethod> methods(Match match, List<ClassFile> classes, MethodSignature signature) {
        if (match.by() != Match.By.SUBTYPE) {
            return classes.stream()
                    .flatMap(file -> in(file, named(file), signature).stream())
                    .filter(found -> !found.method().isAbstract())
                    .toList();
        }
        TypeRef.Named type = named(classes.get(0));
        List<MatchedMethod> above = new ArrayList<>();
        for (TypeRef.Named each : types.hierarchy(type).values()) {
            above.addAll(in(classPath.find(each.name()), each, signature));
        }
        return above.isEmpty() ? below(types.subtypes(type.name()), signature) : above;
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
                .map(method -> new MatchedMethod(file, method, types.resolve(file, as, method)))
                .toList();
    }

    private static TypeRef.Named named(ClassFile file) {
        return new TypeRef.Named(file.name(), List.of());
    }
}
