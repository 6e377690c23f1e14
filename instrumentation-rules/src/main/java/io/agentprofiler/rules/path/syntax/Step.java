// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.syntax;

import java.util.ArrayList;
import java.util.List;

/** One step of a path, from an object to the next. */
public sealed interface Step {
    /**
     * {@code name}, {@code name()}, {@code name?}: a no-argument method, or a Map's key; {@code name('text')}: a method that
     * is given this text; {@code name!()}: the same, of listed classes only.
     *
     * @param name as written
     * @param call {@code name()}, {@code name('text')}: only a method of exactly this name; otherwise {@code name}, {@code
     *     getName}, {@code isName} are tried, and on a Map the key
     * @param optional {@code name?}: a class without it is normal and not reported
     * @param argument the text the method is given, {@code null} when it takes nothing
     * @param listed {@code name!()}: called only on objects of exactly a class that is listed as one whose method runs no code
     *     of the application
     */
    record Accessor(String name, boolean call, boolean optional, String argument, boolean listed) implements Step {
        /** Returns an accessor that takes nothing, and is called on any class if it is called. */
        public Accessor(String name, boolean call, boolean optional) {
            this(name, call, optional, null, false);
        }
    }

    /**
     * {@code @name}: the field itself, whatever getters there are; {@code @name*}: the innermost object that is reached by this
     * field again and again.
     *
     * @param name the field's name
     * @param optional {@code @name?}: a class without it is normal and not reported
     * @param repeated {@code @name*}: followed as long as the object has the field and it holds something, which may be never
     */
    record Field(String name, boolean optional, boolean repeated) implements Step {}

    /** {@code ['a.b']}: a Map's value. */
    record Key(String key) implements Step {}

    /** {@code [0]}, {@code [-1]}: an element of a List or array; negative numbers count from the end. */
    record Index(int index) implements Step {}

    /** {@code []}: the later steps apply to each element of a Collection or array, the result is a List. */
    record Each() implements Step {}

    /**
     * {@code [json]}, {@code [events]}: the text, or its bytes, as the maps and lists that it writes as JSON.
     *
     * @param events as one map, also of what came in events
     */
    record FromJson(boolean events) implements Step {}

    /** {@code size}: the length of a Collection, Map, array or CharSequence; on anything else an accessor. */
    record Size() implements Step {}

    /**
     * {@code class}, {@code simpleClass}: the name of the object's class.
     *
     * @param simple without the package and enclosing classes
     */
    record ClassName(boolean simple) implements Step {}

    /**
     * {@code a|b}, {@code (a.b|c)}: the first alternative that gives an object.
     *
     * @param alternatives at least one, each with at least one step
     */
    record Choice(List<List<Step>> alternatives) implements Step {
        public Choice {
            List<List<Step>> copies = new ArrayList<>();
            for (List<Step> alternative : alternatives) {
                copies.add(List.copyOf(alternative));
            }
            alternatives = List.copyOf(copies);
        }
    }
}
