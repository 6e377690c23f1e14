// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a recorded call answers one that is equal to it, without the method being run.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * @param by attributes of the rule's start and content that two equal calls have in common; all are read before the method runs
 * @param when what must have been recorded of a call for its answer to be the one that the method gave: for each attribute, one of
 *     some texts, {@link #ABSENT} where it may be absent; a call for which that does not hold answers none
 * @param result what the method returns, {@code null} where it returns nothing
 */
public record Replay(List<String> by, Map<String, List<String>> when, Made result) {
    /** The name that stands for a constructor. */
    public static final String CONSTRUCTOR = "new";

    /** The text that stands for an attribute that was not recorded, in {@code when}. */
    public static final String ABSENT = "null";

    public Replay {
        by = List.copyOf(by);
        Map<String, List<String>> conditions = new LinkedHashMap<>();
        when.forEach((name, texts) -> conditions.put(name, List.copyOf(texts)));
        when = Collections.unmodifiableMap(conditions);
    }

    /** An object made of what was recorded. */
    public sealed interface Made permits Recorded, OfClass, Elements, Called {}

    /**
     * A recorded value as it is.
     *
     * @param name an attribute; inside of {@link Elements}, a field of the element
     */
    public record Recorded(String name) implements Made {}

    /**
     * A text, a number or a truth of the class that was recorded beside it; {@code null} where none was.
     *
     * @param name an attribute that holds it, as it is or as its text
     * @param type an attribute with the name of its class
     */
    public record OfClass(String name, String type) implements Made {}

    /**
     * A list with an object for each element of a recorded one.
     *
     * @param name an attribute; inside of {@link Elements}, a field of the element
     * @param as what each becomes
     */
    public record Elements(String name, Made as) implements Made {}

    /**
     * What a public static method or constructor returns, or a builder that it returns.
     *
     * @param type the class
     * @param method the method, with its parameters; {@link #CONSTRUCTOR} for a constructor
     * @param of its arguments; one that was not recorded is {@code null}
     * @param with methods of the builder that are called on it in this order, each with one argument; one whose argument was
     *     not recorded is left out
     * @param build the method of the builder that returns the object, {@code null} where there is no builder
     */
    public record Called(String type, MethodSignature method, List<Made> of, List<Setting> with, MethodSignature build)
            implements Made {
        public Called {
            of = List.copyOf(of);
            with = List.copyOf(with);
        }
    }

    /**
     * A method of a builder, and its argument.
     *
     * @param method the method, with its one parameter
     * @param argument the argument
     */
    public record Setting(MethodSignature method, Made argument) {}
}
