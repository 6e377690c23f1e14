// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import io.agentprofiler.agent.weave.match.JarVersion;
import io.agentprofiler.rules.model.Library;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.rules.model.RuleFile;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What matters of the classes a JVM has loaded: the agent's own, and those of frameworks with where they came from. Filled
 * class by class, in the order of loading where that is known.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class LoadedClasses {
    /** The loader that looks nowhere but in the JDK and its own archive. */
    static final String BOOT = "bootstrap";

    /** The loader of the JDK's other modules. */
    static final String PLATFORM = "platform";

    private static final String PREMAIN = "io.agentprofiler.agent.Premain";
    private static final String CORE = "io.agentprofiler.agent.boot.Core";

    private static final int MOST_SHOWN = 4;

    private final Frameworks frameworks;
    private final boolean inOrder;
    private final Map<String, SeenFramework> found = new LinkedHashMap<>();
    private final Map<String, String> moved = new LinkedHashMap<>();
    private final Map<String, LoadedLibrary> untraced = new TreeMap<>();
    private boolean premain;
    private boolean core;
    private int count;

    /**
     * Creates an empty one.
     *
     * @param inOrder whether classes come in the order in which they were loaded
     */
    public LoadedClasses(Frameworks frameworks, boolean inOrder) {
        this.frameworks = frameworks;
        this.inOrder = inOrder;
    }

    /**
     * Takes a class.
     *
     * @param source where it came from, {@code null} when unknown
     * @param loader what loaded it, as the JVM says
     */
    void add(String name, String source, String loader) {
        count++;
        if (name.startsWith("java.") || name.startsWith("jdk.")) {
            return;
        }
        premain |= name.equals(PREMAIN);
        core |= name.equals(CORE);
        RuleFile file = frameworks.of(name);
        if (file != null) {
            found.computeIfAbsent(file.name(), key -> new SeenFramework(file))
                    .add(name, source, loader, inOrder && !premain);
            return;
        }
        RuleFile original = frameworks.movedTo(name);
        if (original != null) {
            moved.putIfAbsent(original.title(), name);
        }
        Library library = frameworks.untraced(name);
        if (library != null && !loader.equals(BOOT) && !loader.equals(PLATFORM)) {
            LoadedLibrary before = untraced.get(library.name());
            if (before == null || before.version() == null) {
                String version = source == null ? "" : JarVersion.read(source, library.artifacts());
                untraced.put(
                        library.name(),
                        new LoadedLibrary(
                                library.name(), version.isEmpty() ? null : version, List.of(), List.of(), false));
            }
        }
    }

    /** Answers whether anything is known. */
    public boolean isKnown() {
        return count > 0;
    }

    /** Answers whether the agent's premain was called. */
    public boolean hasPremain() {
        return premain;
    }

    /** Answers whether the agent has met a framework and started its core. */
    public boolean hasCore() {
        return core;
    }

    /** Returns the frameworks of which classes were loaded. */
    public Collection<SeenFramework> frameworks() {
        return found.values();
    }

    /** Returns frameworks whose classes have another package here, each with an example. */
    public Map<String, String> moved() {
        return moved;
    }

    /** Returns libraries that no bundled rule covers, sorted by name. */
    public Collection<LoadedLibrary> untraced() {
        return untraced.values();
    }

    /** A framework of which classes were loaded. */
    public static final class SeenFramework {
        private final RuleFile file;
        private final Set<String> titles = new TreeSet<>();
        private final Set<String> jars = new TreeSet<>();
        private final Set<String> sources = new TreeSet<>();
        private final Set<String> loaders = new TreeSet<>();
        private boolean modelCalls;
        private boolean visible;
        private boolean hidden;
        private boolean beforeAgent;
        private boolean afterAgent;

        private SeenFramework(RuleFile file) {
            this.file = file;
        }

        private void add(String name, String source, String loader, boolean before) {
            loaders.add(loader);
            titles.add(Frameworks.title(file, name));
            boolean own = loader.equals(BOOT) || loader.equals(PLATFORM);
            visible |= !own;
            hidden |= own;
            beforeAgent |= before;
            afterAgent |= !before;
            modelCalls |= Frameworks.holdsModelCalls(file, name);
            int end = source == null ? -1 : source.lastIndexOf(".jar");
            if (end >= 0) {
                String path = source.substring(0, end + ".jar".length());
                jars.add(path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
                sources.add(path);
            }
        }

        /** Returns the rules for it. */
        public RuleFile file() {
            return file;
        }

        /** Returns the names of the jars its classes came from. */
        public Set<String> jars() {
            return jars;
        }

        /** Returns the same jars with their places, as the JVM names them. */
        public Set<String> sources() {
            return sources;
        }

        /** Returns the loaders of its classes, as the JVM names them. */
        public Set<String> loaders() {
            return loaders;
        }

        /** Answers whether one of its classes is of a package with model calls. */
        public boolean hasModelCalls() {
            return modelCalls;
        }

        /** Answers whether the agent is shown any of its classes: it is not shown those of the JDK's own loaders. */
        public boolean isVisible() {
            return visible;
        }

        /** Answers whether there are classes of it that the agent is not shown. */
        public boolean isHidden() {
            return hidden;
        }

        /** Answers whether all its classes were loaded before the agent. */
        public boolean isBeforeAgent() {
            return beforeAgent && !afterAgent;
        }

        /** Returns it in words: its title, its jars and its loaders. */
        public String describe() {
            return (titles.contains(file.title()) ? file.title() : String.join(", ", titles))
                    + (jars.isEmpty()
                            ? ""
                            : " from " + jars.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                                    + (jars.size() > MOST_SHOWN ? " and " + (jars.size() - MOST_SHOWN) + " more" : ""))
                    + " (class loader: " + String.join(", ", loaders) + ")";
        }
    }
}
