// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import java.util.List;
import java.util.Map;

/** A type as a signature writes it. */
public sealed interface TypeRef {
    /** Nothing is known of the type: a wildcard, an unbound variable, {@code Object}. */
    TypeRef UNKNOWN = new Unknown();

    /** Replaces type variables; those without a value become {@link #UNKNOWN}. */
    TypeRef with(Map<String, TypeRef> variables);

    /**
     * A class, interface or primitive type.
     *
     * @param name fully qualified name
     * @param arguments type arguments, empty for none or raw
     */
    record Named(String name, List<TypeRef> arguments) implements TypeRef {
        public Named {
            arguments = List.copyOf(arguments);
        }

        @Override
        public TypeRef with(Map<String, TypeRef> variables) {
            if (name.equals("java.lang.Object")) {
                return UNKNOWN;
            }
            return new Named(
                    name, arguments.stream().map(each -> each.with(variables)).toList());
        }
    }

    /** An array. */
    record Array(TypeRef element) implements TypeRef {
        @Override
        public TypeRef with(Map<String, TypeRef> variables) {
            return new Array(element.with(variables));
        }
    }

    /** A type variable. */
    record Variable(String name) implements TypeRef {
        @Override
        public TypeRef with(Map<String, TypeRef> variables) {
            return variables.getOrDefault(name, UNKNOWN);
        }
    }

    /** See {@link #UNKNOWN}. */
    record Unknown() implements TypeRef {
        @Override
        public TypeRef with(Map<String, TypeRef> variables) {
            return this;
        }
    }

    /** Returns a type without arguments. */
    static TypeRef named(String name) {
        return new Named(name, List.of());
    }
}
