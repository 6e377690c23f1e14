// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.model.MethodSignature;
import java.util.Set;

/**
 * A rule's method signature, compared with methods of class files.
 *
 * <p>Matches exactly, on erased parameter and return types. Abstract, native, bridge and other synthetic methods,
 * constructors and the methods every object has are never matched; a wildcard name leaves private methods alone as well.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param name method name, {@code null} for any
 * @param parameters the descriptor up to and with the closing parenthesis, {@code null} for any
 * @param returns descriptor of the result, {@code null} for any
 */
public record MethodPattern(String name, String parameters, String returns) {
    private static final int PRIVATE = 0x0002;
    private static final int BRIDGE = 0x0040;
    private static final int NATIVE = 0x0100;
    private static final int ABSTRACT = 0x0400;
    private static final int SYNTHETIC = 0x1000;

    private static final Set<String> OF_EVERY_OBJECT = Set.of(
            "equals(Ljava/lang/Object;)Z",
            "hashCode()I",
            "toString()Ljava/lang/String;",
            "clone()Ljava/lang/Object;",
            "finalize()V");

    /** Compiles a signature. */
    static MethodPattern of(MethodSignature signature) {
        StringBuilder parameters = null;
        if (signature.parameters() != null) {
            parameters = new StringBuilder("(");
            for (String type : signature.parameters()) {
                parameters.append(descriptor(type));
            }
            parameters.append(')');
        }
        return new MethodPattern(
                signature.name().equals("*") ? null : signature.name(),
                parameters == null ? null : parameters.toString(),
                signature.returns() == null ? null : descriptor(signature.returns()));
    }

    /** Answers whether a method of a class file is meant. */
    boolean matches(int access, String methodName, String descriptor) {
        if ((access & (ABSTRACT | NATIVE | BRIDGE | SYNTHETIC)) != 0 || methodName.charAt(0) == '<') {
            return false;
        }
        if (name == null ? (access & PRIVATE) != 0 : !name.equals(methodName)) {
            return false;
        }
        if (parameters != null && !descriptor.startsWith(parameters)) {
            return false;
        }
        if (returns != null
                && !(descriptor.endsWith(returns)
                        && descriptor.charAt(descriptor.length() - returns.length() - 1) == ')')) {
            return false;
        }
        return !OF_EVERY_OBJECT.contains(methodName + descriptor);
    }

    /** Returns the descriptor of a type written as in Java source, nested classes with {@code $}. */
    public static String descriptor(String type) {
        int dimensions = 0;
        String element = type.trim();
        while (element.endsWith("[]")) {
            element = element.substring(0, element.length() - 2).trim();
            dimensions++;
        }
        String plain = switch (element) {
            case "void" -> "V";
            case "boolean" -> "Z";
            case "byte" -> "B";
            case "char" -> "C";
            case "short" -> "S";
            case "int" -> "I";
            case "long" -> "J";
            case "float" -> "F";
            case "double" -> "D";
            default -> "L" + element.replace('.', '/') + ";";
        };
        return "[".repeat(dimensions) + plain;
    }
}
