// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.lookup.ClassFiles;
import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.access.lookup.RecentClasses;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.classfile.Descriptors;
import io.agentprofiler.rules.classfile.GetterReader;
import io.agentprofiler.rules.classfile.Reading;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How objects of one class are read: for each getter asked for, what its class file says it returns, and what reads fields.
 *
 * <p><b>Threading:</b> any thread. What is found out is kept in the class itself.
 */
final class ClassAccess {
    /** Where a class has no getter and no field of a name. */
    static final Object MISSING = new Object();

    /** What keys of fields begin with, as steps of paths do that name one. */
    static final String FIELD = "@";

    /** What was found of one class under one key: an accessor, or what reads a field. */
    static final class Found extends RecentClasses.Known {
        final ClassAccess in;
        /** As {@link ClassAccess#accessor} says; of fields a {@link FieldReader} or {@code null}. */
        final Object what;
        /** The same where it is a program. */
        final Program program;
        /** Whether a value says by itself that the object was made by a constructor. */
        final boolean saysItself;

        private Found(ClassAccess in, Object what) {
            super(in.type);
            this.in = in;
            this.what = what;
            this.program = what instanceof Program found ? found : null;
            this.saysItself = program != null && program.saysItself();
        }
    }

    private static final ClassValue<ClassAccess> ALL = new ClassValue<>() {
        @Override
        protected ClassAccess computeValue(Class<?> type) {
            return new ClassAccess(type);
        }
    };

    private final Class<?> type;
    /** Says that objects of the class are read otherwise; {@code null} where they are not. */
    private final Found notOrdinary;
    /** Accessors by the names steps of paths have, methods by name and descriptor, readers of fields by owner and name. */
    private final KeyTable known = new KeyTable();

    private volatile boolean asked;
    private volatile boolean exists;
    private volatile SoftReference<ClassFile> file = new SoftReference<>(null);
    private volatile FieldReader[] state;

    private ClassAccess(Class<?> type) {
        this.type = type;
        this.notOrdinary = isOrdinary(type) ? null : new Found(this, Getters.NOT_ORDINARY);
    }

    /** Answers whether objects of a class are read by their fields alone, and stand for nothing else. */
    private static boolean isOrdinary(Class<?> type) {
        return !ClassFiles.isOfTheJdk(type)
                && !Map.class.isAssignableFrom(type)
                && !Enum.class.isAssignableFrom(type)
                && !Throwable.class.isAssignableFrom(type)
                && !Proxy.isProxyClass(type);
    }

    static ClassAccess of(Class<?> type) {
        return ALL.get(type);
    }

    /** Returns what {@link #accessor} does, {@link Getters#NOT_ORDINARY} of a class whose objects are not read by fields alone. */
    Found ordinary(AccessKey key, String name) {
        return notOrdinary != null ? notOrdinary : accessor(key, name);
    }

    /** Returns the class file, {@code null} when there is none: the class was made at run time. */
    private ClassFile file() {
        if (asked && !exists) {
            return null;
        }
        ClassFile known = file.get();
        if (known == null) {
            known = ClassFiles.of(type);
            exists = known != null;
            asked = true;
            file = new SoftReference<>(known);
        }
        return known;
    }

    /** Answers whether the class has a class file, so that it is none that was made at run time. */
    boolean isCompiled() {
        return asked ? exists : file() != null;
    }

    /**
     * Returns how what a key stands for is read: a {@link Program} of the first there is of {@code name()}, {@code getName()},
     * {@code isName()} (which must be boolean), else of a field of this name, or where the key begins with {@link #FIELD} of the
     * field alone; a {@link NotRead} where that cannot be done; {@link #MISSING} when there is nothing of the name.
     */
    Found accessor(AccessKey key, String name) {
        Found found = (Found) known.get(key);
        if (found == null) {
            found = ready(key.toString().startsWith(FIELD) ? findOnlyField(key.toString(), name) : findAccessor(name));
            known.put(key, found);
        }
        return found;
    }

    private Found ready(Object found) {
        return new Found(this, found instanceof Reading reading ? Program.of(reading, this) : found);
    }

    private Object findOnlyField(String step, String name) {
        return isCompiled() ? findField(name) : notCompiled(step, type);
    }

    private Object findAccessor(String name) {
        if (!isCompiled()) {
            return notCompiled(name, type);
        }
        String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        Object found = findGetter(name, name, false);
        found = found != MISSING ? found : findGetter(name, "get" + capital, false);
        found = found != MISSING ? found : findGetter(name, "is" + capital, true);
        return found != MISSING ? found : findField(name);
    }

    private Object findGetter(String step, String method, boolean predicate) {
        boolean declared = false;
        for (Class<?> each : hierarchy()) {
            ClassFile in = of(each).file();
            if (in == null) {
                return notCompiled(step, each);
            }
            for (ClassFile.Method candidate : in.methods()) {
                if (candidate.name().equals(method)
                        && candidate.descriptor().startsWith("()")
                        && !candidate.isStatic()
                        && !candidate.isBridge()
                        && fits(Descriptors.result(candidate.descriptor()), predicate)) {
                    declared = true;
                    if (!candidate.isAbstract()) {
                        return reading(step, each, in, candidate);
                    }
                }
            }
        }
        return declared ? new NotRead(step, type.getName() + " inherits no code of " + method + "()") : MISSING;
    }

    private static boolean fits(String result, boolean predicate) {
        return predicate ? result.equals("Z") || result.equals("Ljava/lang/Boolean;") : !result.equals("V");
    }

    private Object findField(String name) {
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            ClassFile in = of(at).file();
            ClassFile.FieldInfo field = in == null ? null : in.field(name);
            if (field != null && !field.isStatic()) {
                return new Reading.FieldRead(Reading.Argument.SELF, at.getName(), name, field.descriptor());
            }
        }
        return MISSING;
    }

    /** Returns how a method that another getter calls is read on objects of this class, as {@link #accessor} does. */
    Found method(AccessKey key, Reading.Call call) {
        Found found = (Found) known.get(key);
        if (found == null) {
            found = ready(findMethod(call));
            known.put(key, found);
        }
        return found;
    }

    private Object findMethod(Reading.Call call) {
        boolean reached = !call.exact();
        for (Class<?> each : hierarchy()) {
            reached = reached || each.getName().equals(call.owner());
            if (!reached) {
                continue;
            }
            ClassFile in = of(each).file();
            if (in == null) {
                return notCompiled(call.name() + "()", each);
            }
            ClassFile.Method method = in.method(call.name(), call.descriptor());
            if (method != null && !method.isAbstract()) {
                return reading(call.name() + "()", each, in, method);
            }
        }
        return new NotRead(call.name() + "()", type.getName() + " has no code of it");
    }

    private static Object reading(String step, Class<?> declaring, ClassFile in, ClassFile.Method method) {
        Reading reading = GetterReader.read(in, method, name -> besides(declaring, name));
        if (reading instanceof Reading.Computed computed) {
            return new NotRead(
                    step, "computed by " + declaring.getName() + "." + method.name() + "(): " + computed.why());
        }
        return reading;
    }

    /** Returns the class file of a class that came with another, or that one of its methods returns. */
    private static ClassFile besides(Class<?> type, String name) {
        ClassFile sibling = ClassFiles.of(type, name);
        if (sibling != null) {
            return sibling;
        }
        try {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getReturnType().getName().equals(name)) {
                    return of(method.getReturnType()).file();
                }
            }
        } catch (LinkageError e) {
            // A class may mention types that are not there (optional dependencies): then it cannot be asked.
        }
        return null;
    }

    private static NotRead notCompiled(String step, Class<?> type) {
        return new NotRead(step, type.getName() + " has no class file that can be read");
    }

    /** Returns the class, its superclasses, then all their interfaces. */
    private Set<Class<?>> hierarchy() {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            all.add(at);
        }
        for (Class<?> at : List.copyOf(all)) {
            addInterfaces(at, all);
        }
        return all;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
        for (Class<?> each : type.getInterfaces()) {
            if (all.add(each)) {
                addInterfaces(each, all);
            }
        }
    }

    /** Finds what reads a field of objects of this class; {@code null} when they have none that can be opened. */
    Found field(AccessKey key, Reading.FieldRead field) {
        Found found = (Found) known.get(key);
        if (found == null) {
            found = new Found(this, findReader(field));
            known.put(key, found);
        }
        return found;
    }

    private FieldReader findReader(Reading.FieldRead field) {
        boolean reached = false;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            reached = reached || at.getName().equals(field.owner());
            Field declared = reached ? declared(at, field) : null;
            if (declared != null) {
                return FieldReaders.of(declared);
            }
        }
        return null;
    }

    private static Field declared(Class<?> in, Reading.FieldRead field) {
        try {
            Field declared = in.getDeclaredField(field.name());
            boolean same = declared.getType().descriptorString().equals(field.descriptor());
            return same && !Modifier.isStatic(declared.getModifiers()) ? declared : null;
        } catch (NoSuchFieldException | LinkageError e) {
            // A class may mention types that are not there (optional dependencies): then it cannot be asked.
            return null;
        }
    }

    /**
     * Answers whether an object of this class looks as if its constructor never ran: it has fields, and all of them are null,
     * 0 or false. That is how mocks look that are made without a class of their own.
     */
    boolean isBlank(Object object) {
        FieldReader[] fields = state;
        if (fields == null) {
            fields = instanceFields();
            state = fields;
        }
        for (FieldReader field : fields) {
            Object value = field == null ? object : field.read(object);
            boolean blank = value == null
                    || Boolean.FALSE.equals(value)
                    || (value instanceof Character c && c == 0)
                    || (value instanceof Number number && isPrimitiveZero(number));
            if (!blank) {
                return false;
            }
        }
        return fields.length > 0;
    }

    private static boolean isPrimitiveZero(Number number) {
        return number.getClass().getClassLoader() == null && number.doubleValue() == 0;
    }

    /** Returns what reads all fields, those of objects first: to read one of a number makes an object of it. */
    private FieldReader[] instanceFields() {
        List<FieldReader> fields = new ArrayList<>();
        List<FieldReader> numbers = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            try {
                for (Field field : at.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        (field.getType().isPrimitive() ? numbers : fields).add(FieldReaders.of(field));
                    }
                }
            } catch (LinkageError e) {
                fields.add(null);
            }
        }
        fields.addAll(numbers);
        return fields.toArray(FieldReader[]::new);
    }
}
