// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.ClassAccess.Found;
import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.access.lookup.RecentClasses;
import io.agentprofiler.rules.classfile.Reading;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * A {@link Reading} made ready to be run again and again: one object for each of its parts, with the keys by which classes are
 * asked. It knows no class of the application, but where it reads a field of the very class it is kept in.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
abstract class Program {
    private static final Object[] NONE = {};

    /**
     * Reads the value.
     *
     * @param on the object that the getter is one of
     * @param arguments what it is given besides
     * @param calls how many getters called each other on the way here
     * @return the value, {@code null} when it is absent, a {@link NotRead} when it cannot be read
     */
    abstract Object read(Object on, Object[] arguments, int calls);

    /** Reads what a getter without arguments returns. */
    final Object read(Object on) {
        return read(on, NONE, 0);
    }

    /** Answers whether a value is one that an object whose constructor never ran cannot have. */
    boolean saysItself() {
        return false;
    }

    /** Makes a reading of objects of one class ready; {@code access} is that class's. */
    static Program of(Reading reading, ClassAccess access) {
        if (reading instanceof Reading.FieldRead field && field.of().equals(Reading.Argument.SELF)) {
            return access.field(fieldKey(field), field).what instanceof FieldReader reader
                    ? new OwnField(reader, field)
                    : new FieldOf(new ArgumentProgram(0), field);
        }
        return of(reading);
    }

    private static Program of(Reading reading) {
        if (reading instanceof Reading.Argument argument) {
            return new ArgumentProgram(argument.index());
        }
        if (reading instanceof Reading.FieldRead field) {
            return new FieldOf(of(field.of()), field);
        }
        if (reading instanceof Reading.Constant constant) {
            return new ConstantProgram(constant.value());
        }
        if (reading instanceof Reading.Call call) {
            return new CallProgram(call);
        }
        if (reading instanceof Reading.Jdk jdk) {
            return new JdkProgram(jdk.kind(), all(jdk.on()));
        }
        if (reading instanceof Reading.If choice) {
            return new IfProgram(of(choice.condition()), of(choice.then()), of(choice.otherwise()));
        }
        if (reading instanceof Reading.Computed computed) {
            return new ConstantProgram(new NotRead("", "computed: " + computed.why()));
        }
        return question(reading);
    }

    private static Program question(Reading reading) {
        if (reading instanceof Reading.IsNull question) {
            return new Question(of(question.of()), of -> Values.number(of == null));
        }
        if (reading instanceof Reading.InstanceOf question) {
            String type = question.type();
            return new Question(of(question.of()), of -> Values.number(of != null && Values.isA(of.getClass(), type)));
        }
        if (reading instanceof Reading.Truth truth) {
            return new Question(of(truth.of()), of -> of == null ? null : (Object) Values.isTrue(of));
        }
        if (reading instanceof Reading.IsSame question) {
            return new Pair(of(question.left()), of(question.right()), Values::isSame);
        }
        if (reading instanceof Reading.Compare compare) {
            Reading.Compare.How how = compare.how();
            return new Pair(of(compare.left()), of(compare.right()), (left, right) -> Values.compare(how, left, right));
        }
        Reading.Sum sum = (Reading.Sum) reading;
        return new Pair(of(sum.left()), of(sum.right()), Values::sum);
    }

    private static Program[] all(List<Reading> readings) {
        return readings.stream().map(Program::of).toArray(Program[]::new);
    }

    private static AccessKey fieldKey(Reading.FieldRead field) {
        return new AccessKey(field.owner() + "." + field.name());
    }

    /** Returns the values of all but the first. */
    private static Object[] values(Program[] programs, Object on, Object[] arguments, int calls) {
        Object[] values = new Object[programs.length - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = programs[i + 1].read(on, arguments, calls);
        }
        return values;
    }

    private static final class ArgumentProgram extends Program {
        private final int index;

        ArgumentProgram(int index) {
            this.index = index;
        }

        @Override
        Object read(Object on, Object[] arguments, int calls) {
            return index == 0 ? on : arguments[index - 1];
        }
    }

    private static final class ConstantProgram extends Program {
        private final Object value;

        ConstantProgram(Object value) {
            this.value = value;
        }

        @Override
        Object read(Object on, Object[] arguments, int calls) {
            return value;
        }
    }

    /** A field of objects of the class that the program is kept in. */
    private static final class OwnField extends Program {
        private final FieldReader reader;
        private final boolean primitive;

        OwnField(FieldReader reader, Reading.FieldRead field) {
            this.reader = reader;
            this.primitive = field.descriptor().length() == 1;
        }

        @Override
        Object read(Object on, Object[] arguments, int calls) {
            return Holders.open(reader.read(on));
        }

        @Override
        boolean saysItself() {
            return !primitive;
        }
    }

    private static final class FieldOf extends Program {
        private final Program of;
        private final Reading.FieldRead field;
        private final AccessKey key;
        private final RecentClasses<Found> readers = new RecentClasses<>();

        FieldOf(Program of, Reading.FieldRead field) {
            this.of = of;
            this.field = field;
            this.key = fieldKey(field);
        }

        @Override
        Object read(Object on, Object[] arguments, int calls) {
            Object object = of.read(on, arguments, calls);
            if (object == null || object instanceof NotRead) {
                return object;
            }
            Found found = readers.get(object.getClass());
            if (found == null) {
                found = ClassAccess.of(object.getClass()).field(key, field);
                readers.add(found);
            }
            return found.what instanceof FieldReader reader
                    ? Holders.open(reader.read(object))
                    : new NotRead(
                            field.name(),
                            "the field " + field.name() + " of "
                                    + object.getClass().getName() + " cannot be opened");
        }

        @Override
        boolean saysItself() {
            return field.descriptor().length() > 1;
        }
    }

    private static final class CallProgram extends Program {
        private final Reading.Call call;
        /** The name in paths of the getter that is called. */
        private final String getter;

        private final Program[] on;
        private final AccessKey key;
        private final RecentClasses<Found> methods = new RecentClasses<>();

        CallProgram(Reading.Call call) {
            this.call = call;
            this.on = all(call.on());
            this.getter = Learned.nameOf(call.name());
            this.key = new AccessKey((call.exact() ? call.owner() + "." : "") + call.name() + call.descriptor());
        }

        @Override
        Object read(Object outer, Object[] outerArguments, int calls) {
            Object object = on[0].read(outer, outerArguments, calls);
            Object[] arguments = on.length == 1 ? NONE : values(on, outer, outerArguments, calls);
            if (object instanceof NotRead) {
                return object;
            }
            for (Object each : arguments) {
                if (each instanceof NotRead) {
                    return each;
                }
            }
            if (object == null) {
                return null;
            }
            if (calls == Getters.MOST_CALLS) {
                return new NotRead(call.name(), "computed: it calls itself");
            }
            Object real = object;
            Found found = methods.get(object.getClass());
            if (found == null) {
                // never known of the class of a proxy, but of the class of what stands behind it
                real = Getters.behind(object);
                found = method(real.getClass());
            }
            Object value =
                    found.program != null ? Holders.open(found.program.read(real, arguments, calls + 1)) : found.what;
            if (value instanceof NotRead && arguments.length == 0 && !call.exact()) {
                Object told = Learned.of(real, getter);
                return told == null ? value : told;
            }
            return value;
        }

        private Found method(Class<?> type) {
            Found known = methods.get(type);
            if (known == null) {
                known = ClassAccess.of(type).method(key, call);
                if (!Proxy.isProxyClass(type)) {
                    methods.add(known);
                }
            }
            return known;
        }
    }

    private static final class JdkProgram extends Program {
        private final Reading.Jdk.JdkKind kind;
        private final Program[] on;

        JdkProgram(Reading.Jdk.JdkKind kind, Program[] on) {
            this.kind = kind;
            this.on = on;
        }

        @Override
        Object read(Object outer, Object[] arguments, int calls) {
            Object object = on[0].read(outer, arguments, calls);
            Object more = on.length > 1 ? on[1].read(outer, arguments, calls) : object;
            if (object == null || object instanceof NotRead) {
                return object;
            }
            return more == null || more instanceof NotRead ? more : Values.jdk(kind, object, more);
        }
    }

    private static final class IfProgram extends Program {
        private final Program condition;
        private final Program then;
        private final Program otherwise;

        IfProgram(Program condition, Program then, Program otherwise) {
            this.condition = condition;
            this.then = then;
            this.otherwise = otherwise;
        }

        @Override
        Object read(Object on, Object[] arguments, int calls) {
            Object answer = condition.read(on, arguments, calls);
            if (answer instanceof NotRead) {
                return answer;
            }
            return (Values.isTrue(answer) ? then : otherwise).read(on, arguments, calls);
        }
    }

    /** What is asked of one value. */
    @FunctionalInterface
    private interface Ask {
        Object about(Object value);
    }

    /** What is made of two values. */
    @FunctionalInterface
    private interface Join {
        Object of(Object left, Object right);
    }

    private static final class Question extends Program {
        private final Program of;
        private final Ask ask;

        Question(Program of, Ask ask) {
            this.of = of;
            this.ask = ask;
        }

        @Override
        Object read(Object on, Object[] arguments, int calls) {
            Object value = of.read(on, arguments, calls);
            return value instanceof NotRead ? value : ask.about(value);
        }
    }

    private static final class Pair extends Program {
        private final Program left;
        private final Program right;
        private final Join join;

        Pair(Program left, Program right, Join join) {
            this.left = left;
            this.right = right;
            this.join = join;
        }

        @Override
        Object read(Object on, Object[] arguments, int calls) {
            Object first = left.read(on, arguments, calls);
            Object second = right.read(on, arguments, calls);
            return first instanceof NotRead ? first : second instanceof NotRead ? second : join.of(first, second);
        }
    }
}
