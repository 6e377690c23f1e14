// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
            StringBuilder written = new StringBuilder(name).append('(');
            for (Type parameter : Type.getArgumentTypes(descriptor)) {
                boolean first = written.charAt(written.length() - 1) == '(';
                written.append(first ? "" : ",").append(parameter.getClassName());
            }
            return written.append("):")
                    .append(Type.getReturnType(descriptor).getClassName())
                    .toString();
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
        String simple = simpleType(match);
        List<String> there = overloads(match, sameName);
        String overloads = there.isEmpty()
                ? null
                : match.type() + " has " + String.join(", ", there.subList(0, Math.min(MOST, there.size())))
                        + (there.size() > MOST ? " and " + (there.size() - MOST) + " more" : "");
        return simple == null ? overloads : overloads == null ? simple : simple + "; " + overloads;
    }

    /** Returns which of a rule's types is written without its package, in words; {@code null} where none is. */
    private static String simpleType(Match match) {
        for (MethodSignature signature : match.methods()) {
            List<String> types = new ArrayList<>();
            if (signature.parameters() != null) {
                types.addAll(signature.parameters());
            }
            if (signature.returns() != null) {
                types.add(signature.returns());
            }
            for (String type : types) {
                if (isSimple(type)) {
                    return "'" + type + "' is written without its package";
                }
            }
        }
        return null;
    }

    /** Returns the methods of a class that are called like one of the rule's, each once. */
    private static List<String> overloads(Match match, List<Declared> sameName) {
        Set<String> names = new HashSet<>();
        for (MethodSignature signature : match.methods()) {
            names.add(signature.name());
        }
        Set<String> there = new LinkedHashSet<>();
        for (Declared method : sameName) {
            if ((method.access & SYNTHETIC) == 0 && names.contains(method.name)) {
                there.add(method.written());
            }
        }
        return List.copyOf(there);
    }

    private static boolean isSimple(String type) {
        String element = type.replace("[]", "");
        return element.indexOf('.') < 0 && !PRIMITIVES.contains(element);
    }
}
