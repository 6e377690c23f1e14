// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Answers questions about types: their supertypes, element types and accessors, generics included where written. */
public final class Types {
    private static final Set<String> OBJECT_METHODS = Set.of("toString", "hashCode", "clone", "getClass", "finalize");

    /** What a method that is given a text may take, the closest first. */
    private static final List<String> TEXT_PARAMETERS =
            List.of("(Ljava/lang/String;)", "(Ljava/lang/CharSequence;)", "(Ljava/lang/Object;)");

    private static final String OBJECT = "java.lang.Object";
    /** What objects of a class of the application must be of to be written as a value. */
    private static final List<String> VALUES = List.of(
            "java.lang.Enum", "java.lang.CharSequence", "java.lang.Number", "java.util.Collection", "java.util.Map");

    private static final Map<String, String> BOXES = Map.of(
            "boolean", "java.lang.Boolean",
            "byte", "java.lang.Byte",
            "char", "java.lang.Character",
            "short", "java.lang.Short",
            "int", "java.lang.Integer",
            "long", "java.lang.Long",
            "float", "java.lang.Float",
            "double", "java.lang.Double");

    private final ClassPath classPath;
    private final Map<TypeRef.Named, Map<String, TypeRef.Named>> hierarchies = new HashMap<>();

    public Types(ClassPath classPath) {
        this.classPath = classPath;
    }

    /** Returns the type itself and its supertypes, superclasses first, {@code Object} last. */
    public Map<String, TypeRef.Named> hierarchy(TypeRef.Named type) {
        Map<String, TypeRef.Named> found = hierarchies.get(type);
        if (found == null) {
            found = Collections.unmodifiableMap(findHierarchy(type));
            hierarchies.put(type, found);
        }
        return found;
    }

    private Map<String, TypeRef.Named> findHierarchy(TypeRef.Named type) {
        Map<String, TypeRef.Named> all = new LinkedHashMap<>();
        Map<String, TypeRef.Named> interfaces = new LinkedHashMap<>();
        collect(boxed(type), all, interfaces);
        interfaces.forEach(all::putIfAbsent);
        all.remove(OBJECT);
        all.put(OBJECT, new TypeRef.Named(OBJECT, List.of()));
        return all;
    }

    private void collect(
            TypeRef.Named type, Map<String, TypeRef.Named> classes, Map<String, TypeRef.Named> interfaces) {
        ClassFile file = classPath.find(type.name());
        Map<String, TypeRef.Named> into = file != null && isInterface(file) ? interfaces : classes;
        if (file == null || into.putIfAbsent(type.name(), type) != null) {
            return;
        }
        Signatures.ClassTypes types = Signatures.ofClass(file);
        Map<String, TypeRef> variables = variables(types.bounds(), type.arguments());
        for (TypeRef parent : types.supertypes()) {
            if (parent instanceof TypeRef.Named named) {
                List<TypeRef> arguments = named.arguments().stream()
                        .map(each -> each.with(variables))
                        .toList();
                collect(new TypeRef.Named(named.name(), arguments), classes, interfaces);
            }
        }
    }

    private static boolean isInterface(ClassFile file) {
        return (file.flags() & 0x0200) != 0;
    }

    private static Map<String, TypeRef> variables(Map<String, TypeRef> bounds, List<TypeRef> arguments) {
        Map<String, TypeRef> variables = new LinkedHashMap<>();
        int i = 0;
        for (Map.Entry<String, TypeRef> bound : bounds.entrySet()) {
            variables.put(
                    bound.getKey(),
                    i < arguments.size() ? arguments.get(i) : bound.getValue().with(Map.of()));
            i++;
        }
        return variables;
    }

    private static TypeRef.Named boxed(TypeRef.Named type) {
        return BOXES.containsKey(type.name()) ? new TypeRef.Named(BOXES.get(type.name()), List.of()) : type;
    }

    /** Answers whether the class file of a type can be read. */
    public boolean isKnown(TypeRef.Named type) {
        return classPath.find(boxed(type).name()) != null;
    }

    public boolean isA(TypeRef type, String supertype) {
        return type instanceof TypeRef.Named named && hierarchy(named).containsKey(supertype);
    }

    /**
     * Answers whether no object of a type can be written as a value: it is a class of the application or of a framework, and neither
     * it nor anything below it is a constant, a text, a number, a collection or a map.
     */
    public boolean hasNoValue(TypeRef type) {
        if (!(type instanceof TypeRef.Named named) || boxed(named).name().startsWith("java") || !isKnown(named)) {
            return false;
        }
        return VALUES.stream().noneMatch(value -> isA(type, value))
                && subtypes(named.name()).stream()
                        .map(TypeRef::named)
                        .noneMatch(below -> VALUES.stream().anyMatch(value -> isA(below, value)));
    }

    /** Returns argument {@code index} of a type seen as one of its generic supertypes, unknown when it says nothing. */
    public TypeRef argument(TypeRef type, String supertype, int index) {
        if (type instanceof TypeRef.Named named) {
            TypeRef.Named seen = hierarchy(named).get(supertype);
            if (seen != null && index < seen.arguments().size()) {
                return seen.arguments().get(index).with(Map.of());
            }
        }
        return TypeRef.UNKNOWN;
    }

    /** Returns the types of the accessor a path step names, in the type or else in its subtypes; empty when none has it. */
    public Set<TypeRef> accessor(TypeRef.Named type, Step.Accessor step) {
        Set<TypeRef> found = new LinkedHashSet<>();
        TypeRef own = ownAccessor(type, step);
        if (own != null) {
            found.add(own);
            return found;
        }
        for (String subtype : subtypes(type.name())) {
            TypeRef below = ownAccessor(new TypeRef.Named(subtype, List.of()), step);
            if (below != null) {
                found.add(below);
            }
        }
        return found;
    }

    /**
     * Returns the classes that an object of a type may be of and that lack a step which others of them have. There are none where
     * the type itself has the step, and none below a type of the JDK, whose subtypes have nothing in common.
     */
    public Set<String> lacking(TypeRef.Named type, Step step) {
        Set<String> lacking = new LinkedHashSet<>();
        if (type.name().startsWith("java.") || own(type, step) != null) {
            return lacking;
        }
        Set<String> candidates = new LinkedHashSet<>(Set.of(type.name()));
        candidates.addAll(subtypes(type.name()));
        for (String each : candidates) {
            ClassFile file = classPath.find(each);
            if (file != null && !file.isAbstract() && own(new TypeRef.Named(each, List.of()), step) == null) {
                lacking.add(each);
            }
        }
        return lacking;
    }

    private TypeRef own(TypeRef.Named type, Step step) {
        return step instanceof Step.Accessor accessor
                ? ownAccessor(type, accessor)
                : step instanceof Step.Field field ? field(type, field.name()) : null;
    }

    private TypeRef ownAccessor(TypeRef.Named type, Step.Accessor step) {
        String name = step.name();
        if (step.argument() != null) {
            return TEXT_PARAMETERS.stream()
                    .map(parameters -> method(type, name, parameters, false))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        TypeRef found = method(type, name, "()", false);
        if (found == null && !step.call()) {
            String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
            found = method(type, "get" + capital, "()", false);
            if (found == null) {
                found = method(type, "is" + capital, "()", true);
            }
        }
        return found != null || step.call() ? found : field(type, name);
    }

    /**
     * Returns what steps a type itself has: its accessors as paths name them, and its fields, in the order of the alphabet. None of a
     * type of the JDK, which has a documentation.
     */
    public Set<String> steps(TypeRef type) {
        Set<String> names = new TreeSet<>();
        if (!(type instanceof TypeRef.Named named) || named.name().startsWith("java.")) {
            return names;
        }
        for (TypeRef.Named each : hierarchy(named).values()) {
            if (each.name().startsWith("java.")) {
                continue;
            }
            ClassFile file = classPath.find(each.name());
            file.fields().stream()
                    .filter(field -> !field.isStatic() && !field.name().contains("$"))
                    .forEach(field -> names.add(field.name()));
            file.methods().stream()
                    .filter(method -> method.descriptor().startsWith("()")
                            && !method.descriptor().endsWith(")V")
                            && !method.isStatic()
                            && !method.isBridge()
                            && !method.name().contains("$")
                            && !OBJECT_METHODS.contains(method.name()))
                    .forEach(method -> names.add(bean(method.name())));
        }
        return names;
    }

    private static String bean(String method) {
        int prefix = method.startsWith("get") ? 3 : method.startsWith("is") ? 2 : 0;
        return prefix > 0 && method.length() > prefix && Character.isUpperCase(method.charAt(prefix))
                ? Character.toLowerCase(method.charAt(prefix)) + method.substring(prefix + 1)
                : method;
    }

    /** Returns the types of the field of a name, in the type or else in its subtypes; empty when none has it. */
    public Set<TypeRef> fields(TypeRef type, String name) {
        Set<TypeRef> found = new LinkedHashSet<>();
        TypeRef own = field(type, name);
        if (own != null) {
            found.add(own);
        } else if (type instanceof TypeRef.Named named) {
            for (String subtype : subtypes(named.name())) {
                TypeRef below = field(TypeRef.named(subtype), name);
                if (below != null) {
                    found.add(below);
                }
            }
        }
        return found;
    }

    /** Returns the type of the field of a name, {@code null} when objects of the type have none. */
    public TypeRef field(TypeRef type, String name) {
        if (!(type instanceof TypeRef.Named named)) {
            return null;
        }
        for (TypeRef.Named each : hierarchy(named).values()) {
            ClassFile file = classPath.find(each.name());
            ClassFile.FieldInfo field = file.field(name);
            if (field != null && !field.isStatic()) {
                Map<String, TypeRef> variables =
                        variables(Signatures.ofClass(file).bounds(), each.arguments());
                TypeRef generic = Signatures.field(field.signature() != null ? field.signature() : field.descriptor());
                return known(generic.with(variables), Signatures.field(field.descriptor()));
            }
        }
        return null;
    }

    private TypeRef method(TypeRef.Named type, String name, String parameters, boolean predicate) {
        for (TypeRef.Named each : hierarchy(type).values()) {
            ClassFile file = classPath.find(each.name());
            for (ClassFile.Method method : file.methods()) {
                if (method.name().equals(name)
                        && method.descriptor().startsWith(parameters)
                        && !method.isStatic()
                        && !method.isBridge()
                        && fits(method.descriptor().substring(parameters.length()), predicate)) {
                    return returnType(file, each, method);
                }
            }
        }
        return null;
    }

    public static boolean fits(String returns, boolean predicate) {
        return predicate ? returns.equals("Z") || returns.equals("Ljava/lang/Boolean;") : !returns.equals("V");
    }

    /** Returns a method's generic return type as seen from {@code as}, else the erased one. */
    TypeRef returnType(ClassFile file, TypeRef.Named as, ClassFile.Method method) {
        return resolve(file, as, method).returns();
    }

    /** Returns a method's types as seen from {@code as}, a type of the class that declares it. */
    public Signatures.MethodTypes resolve(ClassFile file, TypeRef.Named as, ClassFile.Method method) {
        Map<String, TypeRef> variables =
                variables(Signatures.ofClass(file).bounds(), as == null ? List.of() : as.arguments());
        Signatures.MethodTypes typed = Signatures.method(method.typed());
        Signatures.MethodTypes erased = Signatures.method(method.descriptor());
        typed.bounds().forEach((name, bound) -> variables.put(name, bound.with(Map.of())));
        List<TypeRef> parameters = new ArrayList<>();
        for (int i = 0; i < erased.parameters().size(); i++) {
            // Signatures leave out the parameters compilers add; then the descriptor is all there is.
            TypeRef generic = typed.parameters().size() == erased.parameters().size()
                    ? typed.parameters().get(i)
                    : erased.parameters().get(i);
            parameters.add(known(generic.with(variables), erased.parameters().get(i)));
        }
        return new Signatures.MethodTypes(
                Map.of(), parameters, known(typed.returns().with(variables), erased.returns()));
    }

    private static TypeRef known(TypeRef generic, TypeRef erased) {
        return generic == TypeRef.UNKNOWN ? erased.with(Map.of()) : generic;
    }

    /** Returns the names of all classes of the class path below a type, without itself. */
    public Set<String> subtypes(String type) {
        Set<String> all = new LinkedHashSet<>();
        if (!type.equals(OBJECT)) {
            addSubtypes(type, all);
        }
        return all;
    }

    private void addSubtypes(String type, Set<String> all) {
        for (String each : classPath.directSubtypes(type)) {
            if (all.add(each)) {
                addSubtypes(each, all);
            }
        }
    }
}
