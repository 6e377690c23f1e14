// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Type;

/** Says what a class has in place of the methods that a rule expects of it: mostly it is the rule that is written wrongly. */
final class NearMiss {
    private static final int ABSTRACT = 0x0400;
    private static final int SYNTHETIC = 0x1000;
    private static final int MOST = 3;
    private static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "void");

    private NearMiss() {}

    /** A method of a class file. */
    record Declared(int access, String name, String descriptor) {
        private String written() {
            String parameters = Arrays.stream(Type.getArgumentTypes(descriptor))
                    .map(Type::getClassName)
                    .collect(Collectors.joining(","));
            return name + "(" + parameters + "):"
                    + Type.getReturnType(descriptor).getClassName();
        }
    }

    /**
     * Returns what there is instead, in words, or {@code null} when there is nothing to say.
     *
     * @param match what the rule matches, none of which the class has
     * @param sameName methods of the class, those that are called like one of the rule's among them
     */
    static String tell(Match match, List<Declared> sameName) {
        for (MethodSignature signature : match.methods()) {
            MethodPattern pattern = MethodPattern.of(signature);
            for (Declared method : sameName) {
                boolean isAbstract = (method.access & ABSTRACT) != 0;
                if (isAbstract && pattern.matches(method.access & ~ABSTRACT, method.name, method.descriptor)) {
                    return match.by() == Match.By.SUBTYPE
                            ? null
                            : signature.name() + " is abstract in " + match.type()
                                    + ": write \"subtypeOf\" in place of \"class\" to trace its implementations";
                }
            }
        }
        String simple = match.methods().stream()
                .flatMap(NearMiss::typesOf)
                .filter(NearMiss::isSimple)
                .findFirst()
                .map(type -> "'" + type + "' is written without its package")
                .orElse(null);
        Set<String> names = match.methods().stream().map(MethodSignature::name).collect(Collectors.toSet());
        List<String> there = sameName.stream()
                .filter(method -> (method.access & SYNTHETIC) == 0 && names.contains(method.name))
                .map(Declared::written)
                .distinct()
                .toList();
        String overloads = there.isEmpty()
                ? null
                : match.type() + " has " + String.join(", ", there.subList(0, Math.min(MOST, there.size())))
                        + (there.size() > MOST ? " and " + (there.size() - MOST) + " more" : "");
        return simple == null ? overloads : overloads == null ? simple : simple + "; " + overloads;
    }

    private static Stream<String> typesOf(MethodSignature signature) {
        return Stream.concat(
                signature.parameters() == null ? Stream.of() : signature.parameters().stream(),
                Stream.ofNullable(signature.returns()));
    }

    private static boolean isSimple(String type) {
        String element = type.replace("[]", "");
        return element.indexOf('.') < 0 && !PRIMITIVES.contains(element);
    }
}
