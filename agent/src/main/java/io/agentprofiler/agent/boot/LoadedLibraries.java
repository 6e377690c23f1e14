// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.weave.WovenClass;
import io.agentprofiler.agent.weave.match.JarVersion;
import io.agentprofiler.rules.model.Library;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
import io.agentprofiler.rules.parse.Libraries;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;

/**
 * Finds the AI libraries that an application has loaded and whose calls are not traced, or not all of them. It looks at the loaded
 * classes when it is asked, which is when a trace file is closed and at the exit: looking at each class as it is loaded would cost
 * every application something.
 *
 * <p>A class counts if it can make calls: no interface, and no exception, which the JVM loads to verify code that catches it. A
 * library is left out if something of it is traced, and nothing else of it that could be.
 *
 * <p><b>Threading:</b> any thread, one at a time. Runs none of the application's code.
 */
public final class LoadedLibraries {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    /** What recorded spans must be of for calls below them to be covered. */
    private static final Set<SpanKind> MODEL_CALLS = EnumSet.of(SpanKind.LLM, SpanKind.EMBEDDING, SpanKind.RERANK);

    private static final Set<SpanKind> CALLS =
            EnumSet.of(SpanKind.LLM, SpanKind.EMBEDDING, SpanKind.RERANK, SpanKind.TOOL, SpanKind.AGENT);
    /** Words that tell variants of one client apart, such as a blocking and a reactive one. */
    private static final List<String> WAYS =
            List.of("Asynchronous", "Async", "Sync", "Blocking", "Reactive", "Streaming", "Stream");

    private final RunRules rules;
    private final Set<Rule> own = Collections.newSetFromMap(new IdentityHashMap<>());
    private final IntToLongFunction spans;
    private final Map<String, String> versions = new HashMap<>();
    private Libraries table;

    /**
     * Prepares the search; the table of libraries is read when it is first needed.
     *
     * @param rules the rules that were woven, by number
     * @param own those of the user's own among them
     * @param spans how many spans a rule has made so far
     */
    public LoadedLibraries(RunRules rules, Collection<Rule> own, IntToLongFunction spans) {
        this.rules = rules;
        this.own.addAll(own);
        this.spans = spans;
    }

    /**
     * Names the known libraries among the loaded classes of a program in which nothing was traced.
     *
     * @return a sentence for each, with a full stop and a space behind it
     */
    public static String untraced(Class<?>[] loaded) {
        StringBuilder sentences = new StringBuilder();
        for (LoadedLibrary library :
                new LoadedLibraries(RunRules.of(List.of()), List.of(), rule -> 0).among(loaded, List.of())) {
            sentences.append(library.sentence()).append(". ");
        }
        return sentences.toString();
    }

    /** Returns the table. */
    Libraries table() {
        if (table == null) {
            table = Libraries.bundled();
        }
        return table;
    }

    /**
     * Returns the libraries, sorted by name.
     *
     * @param loaded the classes that are loaded
     * @param woven those that rules were woven into
     */
    public List<LoadedLibrary> among(Class<?>[] loaded, Collection<WovenClass> woven) {
        Traced traced = new Traced(woven);
        Map<String, Use> uses = new TreeMap<>();
        for (Class<?> type : loaded) {
            ClassLoader loader = type.getClassLoader();
            if (loader == null || loader == PLATFORM) {
                continue;
            }
            String name = type.getName();
            Library library = table().of(name);
            if (library == null ? traced.isSibling(name) : library.isUsedBy(name)) {
                if (!type.isInterface() && !Throwable.class.isAssignableFrom(type)) {
                    String key = library == null ? packageOf(name) : library.name();
                    uses.computeIfAbsent(key, each -> new Use(library)).add(library, type);
                }
            }
        }
        List<LoadedLibrary> found = new ArrayList<>();
        uses.forEach((name, use) -> {
            LoadedLibrary library = use.describe(name, traced);
            if (library != null) {
                found.add(library);
            }
        });
        return found;
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** Returns a class's name without the words for the way in which it makes its calls; {@code null} for a nested class. */
    private static String stem(String className) {
        String stem = simple(className);
        if (stem.indexOf('$') >= 0) {
            return null;
        }
        for (String way : WAYS) {
            stem = stem.replace(way, "");
        }
        return packageOf(className) + "." + stem;
    }

    /** What rules were woven into. */
    private final class Traced {
        /** Classes whose calls are spans of model calls, or of the user's own rules. */
        private final Set<String> names = new HashSet<>();

        private final Map<String, String> byStem = new HashMap<>();
        /** Classes that a rule for model calls names. */
        private final Set<String> named = new HashSet<>();

        private final Set<String> stemPackages = new HashSet<>();
        private final List<WovenClass> woven;

        Traced(Collection<WovenClass> woven) {
            this.woven = List.copyOf(woven);
            for (WovenClass each : woven) {
                for (int number : each.rules()) {
                    Rule rule = rules.get(number);
                    if (rule.kind() == SpanKind.LLM || rule.kind() != null && own.contains(rule)) {
                        names.add(each.name());
                        String stem = rule.kind() == SpanKind.LLM ? stem(each.name()) : null;
                        if (stem != null) {
                            byStem.put(stem, each.name());
                            if (rule.match().by() == Match.By.CLASS) {
                                stemPackages.add(packageOf(each.name()));
                            }
                        }
                    }
                }
            }
            for (Rule rule : rules.read()) {
                if (rule.kind() == SpanKind.LLM && rule.match().by() == Match.By.CLASS) {
                    named.add(rule.match().type());
                }
            }
        }

        /** Answers whether a class makes the calls of a traced one, which a rule names, in another way. */
        boolean isSibling(String className) {
            return !stemPackages.isEmpty()
                    && stemPackages.contains(packageOf(className))
                    && siblingOf(className) != null;
        }

        /** Returns the traced class whose calls another class makes in another way; {@code null} when there is none. */
        String siblingOf(String className) {
            if (names.contains(className)) {
                return null;
            }
            String stem = stem(className);
            return stem == null ? null : byStem.get(stem);
        }

        /** Answers whether recorded calls of a framework run over a class of a library. */
        boolean isBelow(Library library, Predicate<String> used) {
            Set<SpanKind> kinds =
                    library != null && library.kind() == Library.LibraryKind.PROTOCOL ? CALLS : MODEL_CALLS;
            for (WovenClass each : woven) {
                if (!used.test(each.name()) && each.mentions().stream().anyMatch(used) && recorded(each, kinds)) {
                    return true;
                }
            }
            return false;
        }

        private boolean recorded(WovenClass type, Set<SpanKind> kinds) {
            for (int number : type.rules()) {
                SpanKind kind = rules.get(number).kind();
                if (kind != null && kinds.contains(kind) && spans.applyAsLong(number) > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The loaded classes of a library, or, without one, of a package. */
    private final class Use {
        private final Library library;
        private final Set<String> classes = new TreeSet<>();
        private final Set<String> entries = new TreeSet<>();
        private String version;

        Use(Library library) {
            this.library = library;
        }

        void add(Library of, Class<?> type) {
            String name = type.getName();
            classes.add(name);
            if (of == null) {
                return;
            }
            for (String entry : of.entries()) {
                if (name.startsWith(entry)) {
                    entries.add(entry);
                }
            }
            if (version == null) {
                version = JarVersion.of(type, of.artifacts(), versions);
            }
        }

        /** Returns what is not traced, in words; {@code null} if all of it is traced. */
        LoadedLibrary describe(String name, Traced traced) {
            Set<String> tracedNames = new TreeSet<>();
            Set<String> others = new TreeSet<>();
            if (library != null && library.entries().size() > 1) {
                splitEntries(traced, tracedNames, others);
            } else {
                for (String each : classes) {
                    String sibling = traced.siblingOf(each);
                    if (traced.names.contains(each)) {
                        tracedNames.add(each);
                    } else if (sibling != null) {
                        others.add(each);
                        tracedNames.add(sibling);
                    }
                }
            }
            if (tracedNames.isEmpty()) {
                boolean below =
                        traced.isBelow(library, other -> table().of(other) == library && library.isUsedBy(other));
                return new LoadedLibrary(name, version, List.of(), List.of(), below);
            }
            List<String> direct = others.stream()
                    .filter(other -> !traced.isBelow(library, mention -> isNameOf(mention, other)))
                    .toList();
            return others.isEmpty()
                    ? null
                    : new LoadedLibrary(
                            name,
                            version,
                            names(direct.isEmpty() ? others : direct),
                            names(tracedNames),
                            direct.isEmpty());
        }

        /** Of several entries some are traced, or would be if they had been loaded. */
        private void splitEntries(Traced traced, Set<String> tracedNames, Set<String> others) {
            boolean fits = false;
            for (String entry : library.entries()) {
                boolean loaded = entries.contains(entry);
                if (traced.names.contains(entry) || traced.named.contains(entry) && !loaded) {
                    tracedNames.add(entry);
                    fits = true;
                } else if (loaded) {
                    others.add(entry);
                    fits |= !traced.named.contains(entry);
                }
            }
            if (!fits) {
                // the rules name what was loaded, and fit no method of it
                tracedNames.clear();
            }
        }

        /** Answers whether a class that is mentioned is another one, or the interface that it implements. */
        private static boolean isNameOf(String mention, String type) {
            return packageOf(mention).equals(packageOf(type)) && simple(type).endsWith(simple(mention));
        }

        private static List<String> names(Collection<String> classes) {
            return classes.stream().map(LoadedLibraries::simple).toList();
        }
    }
}
