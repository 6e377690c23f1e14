// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.model.FileOutline;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Records the frameworks that the application loads, and of the jars they come from, whether or not a rule fits them:
 * a version that no rule fits must not pass for a program that made no model call.
 *
 * <p>Only packages that hold a framework's model calls count. A framework without a rule for model calls is left out.
 *
 * <p><b>Threading:</b> any thread, inside class loading. Once a framework has been met in a few jars, a class costs one
 * comparison of names for each package.
 */
public final class LoadedFrameworks {
    /** A framework comes in several jars; the first ones are enough to name its version. */
    private static final int MAX_JARS = 3;

    private final List<KnownFramework> known = new ArrayList<>();

    /** Looks for the frameworks of these rule files. */
    public LoadedFrameworks(List<FileOutline> files) {
        for (FileOutline file : files) {
            List<String> packages = new ArrayList<>();
            for (String prefix : file.modelPackages()) {
                packages.add(prefix.replace('.', '/'));
            }
            if (!packages.isEmpty()) {
                known.add(new KnownFramework(file.name(), file.title(), packages.toArray(new String[0])));
            }
        }
    }

    /** A class was offered for weaving. */
    public void saw(String internalName, ProtectionDomain domain) {
        for (KnownFramework framework : known) {
            for (int i = 0; i < framework.packages.length; i++) {
                if (internalName.startsWith(framework.packages[i])) {
                    framework.saw(i, domain);
                    return;
                }
            }
        }
    }

    /** Returns those met so far, in the order of their rule files. */
    public List<Framework> met() {
        List<Framework> met = new ArrayList<>();
        for (KnownFramework framework : known) {
            if (framework.isMet()) {
                met.add(new Framework(framework.name, framework.title, framework.met(), framework.jars()));
            }
        }
        return List.copyOf(met);
    }

    /**
     * A framework whose classes were loaded.
     *
     * @param name its rule file
     * @param supported its name and the versions that the rules are for, in words
     * @param packages those of its packages that classes were loaded from, with a trailing dot
     * @param jars file names of jars its classes came from, sorted, a few at most; empty when they came from elsewhere
     */
    public record Framework(String name, String supported, List<String> packages, List<String> jars) {}

    private static final class KnownFramework {
        private final String name;
        private final String title;
        private final String[] packages;
        /** Behind its lock, which is taken for the first few jars only. */
        private final Set<String> jars = new TreeSet<>();

        private final AtomicIntegerArray met;
        private volatile boolean enough;

        KnownFramework(String name, String title, String[] packages) {
            this.name = name;
            this.title = title;
            this.packages = packages;
            this.met = new AtomicIntegerArray(packages.length);
        }

        void saw(int prefix, ProtectionDomain domain) {
            if (met.get(prefix) == 0) {
                met.set(prefix, 1);
            }
            if (!enough) {
                String jar = jarOf(domain);
                synchronized (jars) {
                    if (jar != null) {
                        jars.add(jar);
                    }
                    enough = jars.size() >= MAX_JARS;
                }
            }
        }

        boolean isMet() {
            return !met().isEmpty();
        }

        List<String> met() {
            List<String> prefixes = new ArrayList<>();
            for (int i = 0; i < packages.length; i++) {
                if (met.get(i) != 0) {
                    prefixes.add(packages[i].replace('/', '.'));
                }
            }
            return prefixes;
        }

        List<String> jars() {
            synchronized (jars) {
                return List.copyOf(jars);
            }
        }

        /** A code source of another class, or a URL's handler, may be the application's code: neither is asked. */
        private static String jarOf(ProtectionDomain domain) {
            CodeSource source = domain == null ? null : domain.getCodeSource();
            if (source == null || source.getClass() != CodeSource.class || source.getLocation() == null) {
                return null;
            }
            String path = source.getLocation().getPath();
            int end = path.lastIndexOf(".jar");
            return end < 0 ? null : path.substring(path.lastIndexOf('/', end) + 1, end + ".jar".length());
        }
    }
}
