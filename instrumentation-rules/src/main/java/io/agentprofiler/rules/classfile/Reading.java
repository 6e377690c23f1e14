// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.util.List;

/**
 * What a method returns, said without the method: a field, a constant, what another getter returns, or a choice between
 * those. Boxing, casts, optionals and unmodifiable views or copies are left out: whoever reads does not tell them apart.
 */
public sealed interface Reading {
    // No constants in here: two threads of which one begins with the interface and one with a record would wait for
    // each other.

    /**
     * The object the method is called on, or one of its arguments.
     *
     * @param index 0 for the object, arguments from 1; from 0 of a static method
     */
    record Argument(int index) implements Reading {
        /** The object itself. */
        public static final Reading SELF = new Argument(0);
    }

    /** Always the same: text, a number as the JVM holds it, {@code null}. */
    record Constant(Object value) implements Reading {
        /** Nothing: null, or a method that throws. */
        public static final Reading ABSENT = new Constant(null);
    }

    /**
     * A field.
     *
     * @param of whose
     * @param owner class the field is looked for in, with its superclasses
     * @param name its name
     * @param descriptor its erased type
     */
    record FieldRead(Reading of, String owner, String name, String descriptor) implements Reading {}

    /**
     * What a method of another object, or another one of this, returns.
     *
     * @param on the object first, then the arguments
     * @param owner class or interface that the call names
     * @param name the method's name
     * @param descriptor its erased types
     * @param exact whether the method of {@code owner} is meant, whatever the object's class
     */
    record Call(List<Reading> on, String owner, String name, String descriptor, boolean exact) implements Reading {
        public Call {
            on = List.copyOf(on);
        }
    }

    /**
     * What a method of the JDK returns that neither waits nor calls anything else, for objects of the JDK's own classes.
     *
     * @param kind the method
     * @param on the object first, then the arguments
     */
    record Jdk(JdkKind kind, List<Reading> on) implements Reading {
        public Jdk {
            on = List.copyOf(on);
        }

        /** Which method. */
        public enum JdkKind {
            /** {@code size()} of a collection or map. */
            SIZE,
            /** {@code isEmpty()} of a collection, map or text. */
            IS_EMPTY,
            /** {@code get(int)} of a list. */
            ELEMENT,
            /** {@code get(Object)} of a map. */
            VALUE,
            /** {@code isCompletedExceptionally()} of a future. */
            HAS_FAILED,
            /** {@code getClass()}. */
            CLASS,
            /** {@code getName()} of a class. */
            CLASS_NAME,
            /** {@code getSimpleName()} of a class. */
            SIMPLE_NAME,
            /** {@code get()} of an atomic reference or number. */
            ATOMIC
        }
    }

    /** Whether an object is null, as a number: 1 or 0. */
    record IsNull(Reading of) implements Reading {}

    /** Whether an object is of a class, as a number: 1 or 0. */
    record InstanceOf(Reading of, String type) implements Reading {}

    /** Whether two objects are the same one, as a number: 1 or 0. */
    record IsSame(Reading left, Reading right) implements Reading {}

    /**
     * How two whole numbers compare, as a number: 1 or 0.
     *
     * @param how what is asked
     */
    record Compare(How how, Reading left, Reading right) implements Reading {
        /** What is asked. */
        public enum How {
            /** Whether they are the same number. */
            EQUAL,
            /** Whether the left one is less. */
            LESS,
            /** Whether the left one is greater. */
            GREATER
        }
    }

    /** The sum of two whole numbers. */
    record Sum(Reading left, Reading right) implements Reading {}

    /** A number that stands for a truth value: 1 or 0. */
    record Truth(Reading of) implements Reading {}

    /** {@code then} where a number is not 0, else {@code otherwise}. */
    record If(Reading condition, Reading then, Reading otherwise) implements Reading {}

    /** Cannot be said without running the method. */
    record Computed(String why) implements Reading {}

    /** Returns this with the arguments of a static method in place of their numbers. */
    default Reading with(List<Reading> arguments) {
        if (this instanceof Argument argument) {
            return arguments.get(argument.index());
        }
        if (this instanceof FieldRead field) {
            return new FieldRead(field.of().with(arguments), field.owner(), field.name(), field.descriptor());
        }
        if (this instanceof Call call) {
            return new Call(all(call.on(), arguments), call.owner(), call.name(), call.descriptor(), call.exact());
        }
        if (this instanceof Jdk jdk) {
            return new Jdk(jdk.kind(), all(jdk.on(), arguments));
        }
        if (this instanceof IsNull question) {
            return new IsNull(question.of().with(arguments));
        }
        if (this instanceof InstanceOf question) {
            return new InstanceOf(question.of().with(arguments), question.type());
        }
        if (this instanceof IsSame same) {
            return new IsSame(same.left().with(arguments), same.right().with(arguments));
        }
        if (this instanceof Compare compare) {
            return new Compare(
                    compare.how(),
                    compare.left().with(arguments),
                    compare.right().with(arguments));
        }
        if (this instanceof Sum sum) {
            return new Sum(sum.left().with(arguments), sum.right().with(arguments));
        }
        if (this instanceof Truth truth) {
            return new Truth(truth.of().with(arguments));
        }
        if (this instanceof If choice) {
            return new If(
                    choice.condition().with(arguments),
                    choice.then().with(arguments),
                    choice.otherwise().with(arguments));
        }
        return this;
    }

    private static List<Reading> all(List<Reading> readings, List<Reading> arguments) {
        return readings.stream().map(each -> each.with(arguments)).toList();
    }

    /** Answers whether there is anything that can be said, at least for some objects. */
    default boolean saysAnything() {
        if (this instanceof Computed) {
            return false;
        }
        if (this instanceof If choice) {
            return choice.condition().saysAnything() && (says(choice.then()) || says(choice.otherwise()));
        }
        if (this instanceof Truth truth) {
            return truth.of().saysAnything();
        }
        return true;
    }

    /** A branch that throws or gives null says nothing by itself. */
    private static boolean says(Reading branch) {
        return branch.saysAnything() && !branch.equals(Constant.ABSENT);
    }
}
