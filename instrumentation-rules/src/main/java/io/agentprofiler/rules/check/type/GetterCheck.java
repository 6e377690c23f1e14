// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import io.agentprofiler.rules.access.JdkObjects;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.classfile.Descriptors;
import io.agentprofiler.rules.classfile.GetterReader;
import io.agentprofiler.rules.classfile.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells of an accessor whether the state behind it can be read, in each class of the class path that an object of a declared
 * type may be of.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class GetterCheck {
    /** Getters that call getters are followed this far. */
    private static final int MOST_CALLS = 6;

    private final ClassPath classPath;
    private final Types types;
    private final Map<String, Map<String, String>> known = new HashMap<>();
    private final Map<String, Set<String>> concrete = new HashMap<>();
    private final Map<Getter, Reading> readings = new HashMap<>();
    private final Map<Followed, String> followed = new HashMap<>();

    private record Getter(String declaring, String name, String descriptor) {}

    /** A getter that so many others led to. */
    private record Followed(Getter getter, int calls) {}

    public GetterCheck(ClassPath classPath, Types types) {
        this.classPath = classPath;
        this.types = types;
    }

    /**
     * Returns, for each class that an object of the type may be of and that has the accessor, why it is not read; an empty text
     * where it is.
     */
    Map<String, String> classes(String type, String name) {
        String key = type + " " + name;
        Map<String, String> found = known.get(key);
        if (found == null) {
            found = find(type, name);
            known.put(key, found);
        }
        return found;
    }

    private Map<String, String> find(String type, String name) {
        Map<String, String> found = new LinkedHashMap<>();
        if (JdkObjects.isPlain(type)) {
            return Map.of(type, "");
        }
        for (String each : concrete(type)) {
            if (JdkObjects.isPlain(each)) {
                found.put(each, "");
                continue;
            }
            String why = accessor(each, name);
            if (why != null) {
                found.put(each, why);
            }
        }
        return found;
    }

    private Set<String> concrete(String type) {
        Set<String> found = concrete.get(type);
        if (found == null) {
            found = findConcrete(type);
            concrete.put(type, found);
        }
        return found;
    }

    private Set<String> findConcrete(String type) {
        Set<String> found = new LinkedHashSet<>();
        List<String> candidates = new ArrayList<>(List.of(type));
        candidates.addAll(types.subtypes(type));
        for (String candidate : candidates) {
            ClassFile file = classPath.find(candidate);
            if (file != null && !file.isAbstract()) {
                found.add(candidate);
            }
        }
        return found;
    }

    /** Returns why an accessor is not read on objects of a class: empty if it is, {@code null} if it has none. */
    private String accessor(String type, String name) {
        String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        String found = getter(type, name, false);
        found = found != null ? found : getter(type, "get" + capital, false);
        found = found != null ? found : getter(type, "is" + capital, true);
        return found != null ? found : types.field(TypeRef.named(type), name) != null ? "" : null;
    }

    private String getter(String type, String name, boolean predicate) {
        for (String each : types.hierarchy((TypeRef.Named) TypeRef.named(type)).keySet()) {
            ClassFile in = classPath.find(each);
            for (ClassFile.Method method : in.methods()) {
                if (method.name().equals(name)
                        && method.descriptor().startsWith("()")
                        && !method.isStatic()
                        && !method.isBridge()
                        && !method.isAbstract()
                        && Types.fits(Descriptors.result(method.descriptor()), predicate)) {
                    return why(new Getter(each, name, method.descriptor()), 0);
                }
            }
        }
        return null;
    }

    private String why(Getter getter, int calls) {
        Followed key = new Followed(getter, calls);
        String why = followed.get(key);
        if (why == null) {
            why = why(reading(getter), calls);
            why = why.isEmpty() ? "" : "computed by " + getter.declaring + "." + getter.name + "(): " + why;
            followed.put(key, why);
        }
        return why;
    }

    private Reading reading(Getter getter) {
        Reading reading = readings.get(getter);
        if (reading == null) {
            ClassFile in = classPath.withCode(getter.declaring);
            reading = GetterReader.read(
                    in, in.method(getter.name, getter.descriptor), each -> classPath.sibling(getter.declaring, each));
            readings.put(getter, reading);
        }
        return reading;
    }

    /** Returns why a reading says nothing, whatever the object; empty when it says something. */
    private String why(Reading reading, int calls) {
        if (reading instanceof Reading.Computed computed) {
            return computed.why();
        }
        if (reading instanceof Reading.If choice) {
            String condition = why(choice.condition(), calls);
            if (!condition.isEmpty()) {
                return condition;
            }
            String then = choice.then().equals(Reading.Constant.ABSENT) ? null : why(choice.then(), calls);
            String otherwise =
                    choice.otherwise().equals(Reading.Constant.ABSENT) ? null : why(choice.otherwise(), calls);
            if (then == null || otherwise == null) {
                return then != null ? then : otherwise != null ? otherwise : "";
            }
            return then.isEmpty() ? then : otherwise;
        }
        if (reading instanceof Reading.Truth truth) {
            return why(truth.of(), calls);
        }
        if (reading instanceof Reading.FieldRead field) {
            return why(field.of(), calls);
        }
        if (reading instanceof Reading.IsNull question) {
            return why(question.of(), calls);
        }
        if (reading instanceof Reading.InstanceOf question) {
            return why(question.of(), calls);
        }
        if (reading instanceof Reading.IsSame question) {
            return why(List.of(question.left(), question.right()), calls);
        }
        if (reading instanceof Reading.Compare question) {
            return why(List.of(question.left(), question.right()), calls);
        }
        if (reading instanceof Reading.Sum sum) {
            String left = why(sum.left(), calls);
            return left.isEmpty() ? why(sum.right(), calls) : left;
        }
        if (reading instanceof Reading.Jdk jdk) {
            return why(jdk.on(), calls);
        }
        return reading instanceof Reading.Call call ? why(call, calls) : "";
    }

    private String why(List<Reading> readings, int calls) {
        for (Reading each : readings) {
            String why = why(each, calls);
            if (!why.isEmpty()) {
                return why;
            }
        }
        return "";
    }

    private String why(Reading.Call call, int calls) {
        String arguments = why(call.on(), calls);
        if (!arguments.isEmpty()) {
            return arguments;
        }
        if (calls == MOST_CALLS) {
            return "it calls itself";
        }
        String first = null;
        for (String each : call.exact() ? Set.of(call.owner()) : concrete(call.owner())) {
            for (String above :
                    types.hierarchy((TypeRef.Named) TypeRef.named(each)).keySet()) {
                ClassFile.Method method = classPath.find(above).method(call.name(), call.descriptor());
                if (method != null && !method.isAbstract()) {
                    String why = why(new Getter(above, call.name(), call.descriptor()), calls + 1);
                    if (why.isEmpty()) {
                        return "";
                    }
                    first = first == null ? why : first;
                    break;
                }
            }
        }
        return first != null ? first : "it calls " + call.owner() + "." + call.name() + ", of which there is no code";
    }
}
