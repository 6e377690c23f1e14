// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.own;

import static net.bytebuddy.matcher.ElementMatchers.isFinalizer;
import static net.bytebuddy.matcher.ElementMatchers.isVirtual;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.dynamic.scaffold.subclass.ConstructorStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes objects of any type. Interfaces and abstract classes, and on request whatever can be extended, are of classes of the program's
 * own, whose methods are {@link Watched}; others are as their constructor leaves them, or with all of their fields filled.
 */
final class OwnObjects {
    /** Makes objects without a constructor; its class is one that compilers warn of. */
    private static final Object UNSAFE;

    private static final Method ALLOCATE;
    private static final int DEEPEST = 12;

    static {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = field.get(null);
            ALLOCATE = type.getMethod("allocateInstance", Class.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ClassLoader framework;
    private final ClassLoader own;
    private final Path folder;
    private final boolean extending;
    private final Map<Class<?>, Object> objects = new HashMap<>();
    private int classes;
    private int depth;

    /**
     * Makes objects of a framework's types.
     *
     * @param framework its class loader
     * @param folder where class files of own types are written
     * @param extending whether classes that are not abstract are extended, too
     */
    OwnObjects(ClassLoader framework, Path folder, boolean extending) throws IOException {
        this.framework = framework;
        this.folder = folder;
        this.extending = extending;
        this.own = new URLClassLoader(new URL[] {folder.toUri().toURL()}, framework);
        Watched.objects = this;
    }

    /** Returns the type of a name, as rules write it. */
    Class<?> type(String name) throws ClassNotFoundException {
        if (name.endsWith("[]")) {
            return type(name.substring(0, name.length() - 2)).arrayType();
        }
        return switch (name) {
            case "void" -> void.class;
            case "boolean" -> boolean.class;
            case "byte" -> byte.class;
            case "char" -> char.class;
            case "short" -> short.class;
            case "int" -> int.class;
            case "long" -> long.class;
            case "float" -> float.class;
            case "double" -> double.class;
            default -> Class.forName(name, false, framework);
        };
    }

    /** Such a type is never an application's. */
    private static boolean isPrivateToItsPackage(Class<?> type) {
        return (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE)) == 0;
    }

    /**
     * Returns a method; {@code null} if this version of the framework lacks one of its types, or if other code cannot access
     * it.
     */
    OwnTypes.Signature signature(String text) {
        String[] parts = text.split(":", -1);
        String[] names = parts[2].isEmpty() ? new String[0] : parts[2].split(",");
        try {
            List<Class<?>> parameters = new ArrayList<>();
            for (String each : names) {
                Class<?> type = type(each);
                if (isPrivateToItsPackage(type)) {
                    return null;
                }
                parameters.add(type);
            }
            return new OwnTypes.Signature(parts[0], type(parts[1]), parameters);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Defines a class with methods, which it may inherit; {@code null} if its supertype is none of this version. */
    Class<?> define(String name, String above, Collection<OwnTypes.Signature> methods) throws IOException {
        Class<?> extended = Object.class;
        if (!above.equals("-")) {
            try {
                extended = type(above);
            } catch (ClassNotFoundException e) {
                return null;
            }
        }
        boolean extensible = isExtensible(extended);
        for (OwnTypes.Signature method : methods) {
            extensible &= !isFinal(extended, method);
        }
        DynamicType.Builder<?> builder = builder(extensible ? extended : Object.class, name);
        for (OwnTypes.Signature method : methods) {
            builder = builder.defineMethod(method.name(), method.returns(), Visibility.PUBLIC)
                    .withParameters(method.parameters())
                    .intercept(MethodDelegation.to(Watched.class));
        }
        return load(name, builder);
    }

    private static boolean isFinal(Class<?> type, OwnTypes.Signature method) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                return Modifier.isFinal(at.getDeclaredMethod(method.name(), method.parameterTypes())
                        .getModifiers());
            } catch (NoSuchMethodException e) {
                // perhaps above
            }
        }
        return false;
    }

    private static DynamicType.Builder<?> builder(Class<?> extended, String name) {
        return new ByteBuddy()
                .with(TypeValidation.DISABLED)
                .subclass(extended, ConstructorStrategy.Default.NO_CONSTRUCTORS)
                .name(name)
                .method(isVirtual()
                        .and(not(ElementMatchers.isFinal()))
                        .and(not(isFinalizer()))
                        .and(not(named("clone"))))
                .intercept(MethodDelegation.to(Watched.class));
    }

    private Class<?> load(String name, DynamicType.Builder<?> builder) throws IOException {
        builder.make().saveIn(folder.toFile());
        try {
            return Class.forName(name, true, own);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isExtensible(Class<?> type) {
        return !Modifier.isFinal(type.getModifiers())
                && Modifier.isPublic(type.getModifiers())
                && type.getModule().isExported(type.getPackageName(), OwnObjects.class.getModule())
                && !type.isSealed()
                && !type.isEnum();
    }

    /** Returns an object of a type; {@code null} where there is none to be had. */
    Object of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return ofGeneric((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        if (type instanceof TypeVariable<?> variable) {
            return of(variable.getBounds()[0]);
        }
        if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof GenericArrayType array) {
            return arrayOf(of(array.getGenericComponentType()), Object.class);
        }
        Class<?> raw = (Class<?>) type;
        return raw.isArray()
                ? arrayOf(of(raw.getComponentType()), raw.getComponentType())
                : ofGeneric(raw, new Type[0]);
    }

    private static Object arrayOf(Object element, Class<?> type) {
        Object array = Array.newInstance(element == null || type.isPrimitive() ? type : element.getClass(), 1);
        if (element != null) {
            Array.set(array, 0, element);
        }
        return array;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is a value like any other here
    private Object ofGeneric(Class<?> type, Type[] arguments) {
        Object simple = simple(type);
        if (simple != null || type == void.class || depth > DEEPEST) {
            return simple;
        }
        depth++;
        try {
            Object first = arguments.length == 0 ? "x" : of(arguments[0]);
            if (type == Optional.class) {
                return Optional.ofNullable(first);
            }
            if (type == CompletableFuture.class || type == CompletionStage.class || type == Future.class) {
                return CompletableFuture.completedFuture(first);
            }
            if (type == Map.class) {
                Map<Object, Object> map = first instanceof String ? new LinkedHashMap<>() : new IdentityHashMap<>();
                map.put(first, arguments.length < 2 ? "x" : of(arguments[1]));
                return map;
            }
            if (type == Set.class) {
                // objects that hold each other have no hash
                Set<Object> set = first instanceof String
                        ? new LinkedHashSet<>()
                        : Collections.newSetFromMap(new IdentityHashMap<>());
                set.add(first);
                return set;
            }
            if (type == List.class || type == Collection.class || type == Iterable.class) {
                List<Object> list = new ArrayList<>();
                list.add(first);
                return list;
            }
            Object published = first == null ? null : published(type, first);
            return published != null ? published : ofClass(type);
        } finally {
            depth--;
        }
    }

    /** Returns a publisher of one element where a type is one of a reactive library; {@code null} of other types. */
    private static Object published(Class<?> type, Object element) {
        try {
            return Modifier.isAbstract(type.getModifiers()) && !type.isInterface()
                    ? type.getMethod("just", Object.class).invoke(null, element)
                    : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static Object simple(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return true;
        } else if (type == int.class || type == Integer.class) {
            return 1;
        } else if (type == long.class || type == Long.class) {
            return 1L;
        } else if (type == double.class || type == Double.class || type == Number.class) {
            return 1.0;
        } else if (type == float.class || type == Float.class) {
            return 1f;
        } else if (type == short.class || type == Short.class) {
            return (short) 1;
        } else if (type == byte.class || type == Byte.class) {
            return (byte) 1;
        } else if (type == char.class || type == Character.class) {
            return 'x';
        } else if (type == String.class || type == CharSequence.class) {
            return "x";
        } else if (type == URI.class) {
            return URI.create("http://own.example/x");
        } else if (type == Duration.class) {
            return Duration.ofSeconds(1);
        } else if (type == Instant.class) {
            return Instant.EPOCH;
        } else if (type == UUID.class) {
            return new UUID(1, 1);
        } else if (type == Class.class) {
            return String.class;
        } else if (type.isAssignableFrom(IllegalStateException.class) && Throwable.class.isAssignableFrom(type)) {
            return new IllegalStateException("x");
        }
        return null;
    }

    private Object ofClass(Class<?> type) {
        Object known = objects.get(type);
        if (known != null || objects.containsKey(type)) {
            return known;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isSealed()) {
            return of(type.getPermittedSubclasses()[0]);
        }
        boolean isAbstract = type.isInterface() || Modifier.isAbstract(type.getModifiers());
        boolean ofTheJdk =
                type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
        if (ofTheJdk && type != Object.class && !type.isInterface()) {
            return null;
        }
        objects.put(type, null);
        try {
            if (type.isRecord()) {
                return record(type);
            }
            if (!isExtensible(type) && isAbstract) {
                return null;
            }
            Class<?> made =
                    isExtensible(type) && (isAbstract || extending || type == Object.class) ? extend(type) : type;
            Object object = allocate(made);
            objects.put(type, object);
            return object;
        } catch (ReflectiveOperationException | IOException | LinkageError e) {
            // a class that lacks others, as optional parts of frameworks do
            return null;
        }
    }

    private Class<?> extend(Class<?> type) throws IOException {
        String name = "own." + type.getSimpleName() + classes++;
        return load(name, builder(type, name));
    }

    private Object record(Class<?> type) throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[type.getRecordComponents().length];
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = type.getRecordComponents()[i].getType();
            values[i] = of(type.getRecordComponents()[i].getGenericType());
        }
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        Object record = constructor.newInstance(values);
        objects.put(type, record);
        return record;
    }

    /** Returns an object of a class, made without its constructor; its fields are filled. */
    Object allocate(Class<?> type) throws ReflectiveOperationException {
        Object object = ALLOCATE.invoke(UNSAFE, type);
        objects.put(type, object);
        for (Class<?> at = type; at != null && at.getClassLoader() != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                Object value = Modifier.isStatic(field.getModifiers()) ? null : of(typeOf(field));
                if (value != null && fits(field.getType(), value)) {
                    field.setAccessible(true);
                    field.set(object, value);
                }
            }
        }
        return object;
    }

    private static boolean fits(Class<?> type, Object value) {
        return type.isPrimitive() || type.isInstance(value);
    }

    /** Returns a field's type; the plain one if it names a variable of the method around its class, as Kotlin's classes may. */
    private static Type typeOf(Field field) {
        try {
            return field.getGenericType();
        } catch (TypeNotPresentException e) {
            return field.getType();
        }
    }
}
