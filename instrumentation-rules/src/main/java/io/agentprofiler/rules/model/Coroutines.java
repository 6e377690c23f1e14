// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.Map;
import java.util.Set;

/**
 * How a language's coroutines are compiled: what tells a function that can be suspended, and what of it is found where. All
 * names are of classes, methods and fields as the JVM has them.
 *
 * @param continuation type of the last parameter of a function that can be suspended; it returns {@code Object}
 * @param suspended constant of an enum that such a function returns when it was suspended
 * @param failure field, with what was thrown, of the class of a failed outcome; any other object is the value
 * @param nothing class of the value of a function that returns none
 * @param frame continuations that the compiler makes of functions and lambdas
 * @param callers by the class that declares it, the field of a continuation that holds its caller's; subclasses count too
 * @param roots classes of coroutines: what no other function called. Only those that are begun by a {@link Role#LAUNCH}
 * @param generated superclasses of the classes that the compiler makes: their methods are no operations of anybody's
 */
public record Coroutines(
        String continuation,
        NamedMember suspended,
        NamedMember failure,
        String nothing,
        Frame frame,
        Map<String, String> callers,
        Set<String> roots,
        Set<String> generated) {
    public Coroutines {
        callers = Map.copyOf(callers);
        roots = Set.copyOf(roots);
        generated = Set.copyOf(generated);
    }

    /**
     * A field or constant.
     *
     * @param type its class
     * @param name its name
     */
    public record NamedMember(String type, String name) {}

    /**
     * The continuations of functions and lambdas.
     *
     * @param type their class
     * @param step method that runs one on to its next suspension, given an outcome
     * @param label field of a function's own continuation that is negative while the function is entered again
     */
    public record Frame(String type, MethodSignature step, String label) {}
}
