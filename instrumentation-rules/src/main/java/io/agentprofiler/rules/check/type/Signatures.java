// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import io.agentprofiler.rules.classfile.ClassFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads descriptors and generic signatures (JVM specification 4.3 and 4.7.9.1). */
public final class Signatures {
    private static final Map<Character, String> PRIMITIVES = Map.of(
            'V', "void", 'Z', "boolean", 'B', "byte", 'C', "char", 'S', "short", 'I', "int", 'J', "long", 'F', "float",
            'D', "double");

    private final String text;
    private int at;

    private Signatures(String text) {
        this.text = text;
    }

    /**
     * A method's types.
     *
     * @param bounds first bounds of its own type variables
     * @param parameters parameter types in order
     * @param returns return type
     */
    public record MethodTypes(Map<String, TypeRef> bounds, List<TypeRef> parameters, TypeRef returns) {}

    /**
     * A class's types.
     *
     * @param bounds first bounds of its type variables, in order
     * @param supertypes superclass, then interfaces
     */
    record ClassTypes(Map<String, TypeRef> bounds, List<TypeRef> supertypes) {}

    /** Reads the descriptor or signature of a field. */
    static TypeRef field(String signature) {
        return new Signatures(signature).type();
    }

    /** Reads a method descriptor or signature. */
    public static MethodTypes method(String signature) {
        Signatures reader = new Signatures(signature);
        Map<String, TypeRef> bounds = reader.bounds();
        reader.at++; // (
        List<TypeRef> parameters = new ArrayList<>();
        while (reader.text.charAt(reader.at) != ')') {
            parameters.add(reader.type());
        }
        reader.at++;
        return new MethodTypes(bounds, List.copyOf(parameters), reader.type());
    }

    /** Reads a class signature. */
    static ClassTypes ofClass(ClassFile file) {
        if (file.signature() == null) {
            List<TypeRef> supertypes = new ArrayList<>();
            if (file.superName() != null) {
                supertypes.add(TypeRef.named(file.superName()));
            }
            file.interfaces().forEach(each -> supertypes.add(TypeRef.named(each)));
            return new ClassTypes(Map.of(), supertypes);
        }
        Signatures reader = new Signatures(file.signature());
        Map<String, TypeRef> bounds = reader.bounds();
        List<TypeRef> supertypes = new ArrayList<>();
        while (reader.at < reader.text.length()) {
            supertypes.add(reader.type());
        }
        return new ClassTypes(bounds, supertypes);
    }

    /** Reads {@code <T:Ljava/lang/Object;>}, if there is one. */
    private Map<String, TypeRef> bounds() {
        Map<String, TypeRef> bounds = new LinkedHashMap<>();
        if (text.charAt(at) != '<') {
            return bounds;
        }
        at++;
        while (text.charAt(at) != '>') {
            int colon = text.indexOf(':', at);
            String name = text.substring(at, colon);
            at = colon;
            while (text.charAt(at) == ':') {
                at++;
                if (text.charAt(at) != ':' && text.charAt(at) != '>') {
                    bounds.putIfAbsent(name, type());
                }
            }
        }
        at++;
        return bounds;
    }

    private TypeRef type() {
        char c = text.charAt(at++);
        return switch (c) {
            case 'L' -> named();
            case '[' -> new TypeRef.Array(type());
            case 'T' -> {
                int end = text.indexOf(';', at);
                String name = text.substring(at, end);
                at = end + 1;
                yield new TypeRef.Variable(name);
            }
            default -> TypeRef.named(PRIMITIVES.get(c));
        };
    }

    private TypeRef named() {
        StringBuilder name = new StringBuilder();
        List<TypeRef> arguments = new ArrayList<>();
        while (true) {
            char c = text.charAt(at++);
            switch (c) {
                case ';' -> {
                    return new TypeRef.Named(name.toString(), arguments);
                }
                case '/' -> name.append('.');
                case '.' -> {
                    name.append('$');
                    arguments.clear();
                }
                case '<' -> arguments.addAll(arguments());
                default -> name.append(c);
            }
        }
    }

    private List<TypeRef> arguments() {
        List<TypeRef> arguments = new ArrayList<>();
        while (text.charAt(at) != '>') {
            switch (text.charAt(at)) {
                case '*' -> {
                    at++;
                    arguments.add(TypeRef.UNKNOWN);
                }
                case '+' -> {
                    at++;
                    arguments.add(type());
                }
                case '-' -> {
                    at++;
                    type();
                    arguments.add(TypeRef.UNKNOWN);
                }
                default -> arguments.add(type());
            }
        }
        at++;
        return arguments;
    }
}
