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
 * @param except which calls are always made, as they need nothing that may be gone: for each of these attributes of the start, some
 *     texts of which it is one
 * @param result what the method returns, {@code null} where it returns nothing; of a future or a publisher, its value
 * @param never why no recorded call answers another, so that every call is made; {@code null} where recorded calls answer
 */
public record Replay(
        List<String> by, Map<String, List<String>> when, Map<String, List<String>> except, Made result, String never) {
    /** The name that stands for a constructor. */
    public static final String CONSTRUCTOR = "new";

    /** The text that stands for an attribute that was not recorded, in {@code when}. */
    public static final String ABSENT = "null";

    public Replay {
        by = List.copyOf(by);
        when = copy(when);
        except = copy(except);
    }

    /** Returns what says of a rule that its calls are always made. */
    public static Replay never(String reason) {
        return new Replay(List.of(), Map.of(), Map.of(), null, reason);
    }

    /** Answers whether a recorded call answers though it has no value for an attribute. */
    public boolean mayBeAbsent(String attribute) {
        return when.getOrDefault(attribute, List.of()).contains(ABSENT);
    }

    private static Map<String, List<String>> copy(Map<String, List<String>> conditions) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        conditions.forEach((name, texts) -> copy.put(name, List.copyOf(texts)));
        return Collections.unmodifiableMap(copy);
    }

    /** Answers whether a call with these attributes is always made. */
    public boolean isExcepted(Map<String, ?> attributes) {
        for (Map.Entry<String, List<String>> each : except.entrySet()) {
            Object value = attributes.get(each.getKey());
            if (value != null && each.getValue().contains(value.toString())) {
                return true;
            }
        }
        return false;
    }

    /** An object made of what was recorded. */
    public sealed interface Made permits Recorded, Written, OfClass, EachElement, MapOf, Called {}

    /**
     * A recorded value as it is.
     *
     * @param name an attribute; inside of {@link EachElement}, a field of the element
     */
    public record Recorded(String name) implements Made {}

    /**
     * A recorded value as JSON, for a method that reads JSON.
     *
     * @param name an attribute; inside of {@link EachElement}, a field of the element
     */
    public record Written(String name) implements Made {}

    /**
     * A text, a number, a truth or a record of the class that was recorded beside it; {@code null} where none was, or where the class
     * is {@link #ABSENT}.
     *
     * @param name an attribute that holds it, as it is or as its text
     * @param type an attribute with the name of its class
     */
    public record OfClass(String name, String type) implements Made {}

    /**
     * A list with an object for each element of a recorded one.
     *
     * @param name an attribute; inside of {@link EachElement}, a field of the element
     * @param unless fields that say that an element cannot be made again: a call with an element that has one answers none
     * @param as what each becomes
     */
    public record EachElement(String name, List<String> unless, Made as) implements Made {
        public EachElement {
            unless = List.copyOf(unless);
        }
    }

    /**
     * A map as it was, with values of the types that they had.
     *
     * @param name an attribute, inside of {@link EachElement} a field of the element, that is a map
     * @param types likewise, with the types of those values whose type the trace does not tell; {@code null} where it tells all of them
     * @param keys the class of the keys' constants; {@code null} where keys are texts
     */
    public record MapOf(String name, String types, String keys) implements Made {}

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
