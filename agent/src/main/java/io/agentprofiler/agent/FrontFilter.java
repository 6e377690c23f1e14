// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Looks at each class the application loads, and does nothing until one belongs to a framework the rules know, or names
 * one in its supertypes or method signatures. Then it starts the core, waits for it (bounded, see {@link StartWait}), and
 * from there on hands every class to the core. The class that started it is handed over too: it may be the one that
 * matters most.
 *
 * <p><b>Threading:</b> any thread, inside class loading. Takes no lock and loads no class before the first hit.
 *
 * <p><b>Errors:</b> none reach the class loader.
 */
final class FrontFilter implements ClassFileTransformer {
    /** Lists the bundled rule files and their packages; written by the build from the rule files themselves. */
    static final String INDEX = "io/agentprofiler/agent/frameworks.index";

    /** A rule file whose rules mean any library that sends a request, with whatever client. */
    private static final String ANY_LIBRARY = "recognised";

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final FrameworkMentions mentions;
    private final boolean anyClassHits;
    private final CoreThread core;

    FrontFilter(String[] prefixes, boolean anyClassHits, CoreThread core) {
        this.mentions = new FrameworkMentions(prefixes);
        this.anyClassHits = anyClassHits;
        this.core = core;
    }

    /**
     * Registers the filter, unless the settings leave it nothing to look for.
     *
     * @param session 0 before the application, else how many times an agent was attached to it, with this one
     * @return the filter, {@code null} where there is none
     */
    static FrontFilter install(File jar, Instrumentation instrumentation, int session) throws IOException {
        List<String> prefixes = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        addFrameworks(read(jar, INDEX), System.getProperty("agentprofiler.frameworks"), prefixes, problems);
        tell(problems);
        problems.clear();
        String trace = System.getProperty("agentprofiler.trace");
        if (trace != null) {
            prefixes.addAll(TracedClasses.of(trace, problems));
            tell(problems);
        }
        // rule files are read by the core only; what they name is unknown here, so any class may be meant
        boolean userRules = !System.getProperty("agentprofiler.rules", "").isBlank();
        boolean anyClassHits = userRules || names(System.getProperty("agentprofiler.frameworks", ""), ANY_LIBRARY);
        if (prefixes.isEmpty() && !anyClassHits) {
            NothingTraced.tellNothingToLookFor();
            return null;
        }
        CoreThread core = new CoreThread(jar, instrumentation, !problems.isEmpty(), session);
        FrontFilter filter = new FrontFilter(prefixes.toArray(new String[0]), anyClassHits, core);
        if (anyClassHits) {
            core.begin();
        }
        instrumentation.addTransformer(filter, true);
        return filter;
    }

    private static boolean names(String frameworks, String one) {
        for (String name : frameworks.split(",")) {
            if (name.trim().equals(one)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Starts the core if one of these classes is a framework's: it went by before there was a filter.
     *
     * @return whether the core was started
     */
    boolean beginIfAnyHits(Class<?>[] loaded) {
        for (Class<?> type : loaded) {
            ClassLoader loader = type.getClassLoader();
            if (loader != null
                    && loader != PLATFORM
                    && !type.isArray()
                    && mentions.startsClassName(type.getName().replace('.', '/'))) {
                core.begin();
                return true;
            }
        }
        return false;
    }

    /** Ends the recording and takes everything of the agent out of the JVM; returns before that is done. */
    void detach() {
        core.detach(this);
    }

    private static void tell(List<String> problems) {
        for (String problem : problems) {
            Premain.say(problem.replace("\r", "\\r").replace("\n", "\\n"));
        }
    }

    /**
     * Adds the packages of the rule files that are on. A name that is none is told here, since the core may never start to
     * tell it.
     */
    static void addFrameworks(String index, String enabled, List<String> into, List<String> problems) {
        List<String> wanted = new ArrayList<>();
        for (String name : enabled == null ? new String[] {"all"} : enabled.split(",")) {
            if (!name.isBlank()) {
                wanted.add(name.trim());
            }
        }
        List<String> bundled = new ArrayList<>();
        for (String line : index.split("\n")) {
            int space = line.indexOf(' ');
            if (space > 0) {
                String name = line.substring(0, space);
                if (!bundled.contains(name)) {
                    bundled.add(name);
                }
                boolean hasPackage = space + 1 < line.length();
                if (hasPackage && (wanted.contains("all") || wanted.contains(name))) {
                    into.add(line.substring(space + 1).replace('.', '/'));
                }
            }
        }
        for (String name : wanted) {
            if (!name.equals("all") && !name.equals("none") && !bundled.contains(name)) {
                problems.add("agentprofiler.frameworks=" + name + " is not allowed; allowed: all, none, or names of"
                        + " bundled rule files, separated by commas (" + String.join(", ", bundled)
                        + "); it is left out");
            }
        }
    }

    /** Reads an entry as bytes: a reader would cost every JVM a dozen classes more. */
    static String read(File jar, String name) throws IOException {
        try (ZipFile zip = new ZipFile(jar)) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException(jar + " has no " + name + ": the jar is damaged, build it again");
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String className,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] classFile)
            throws IllegalClassFormatException {
        if (className == null || loader != null && core.isOwn(loader)) {
            return null;
        }
        ClassFileTransformer weaver = core.weaver();
        if (weaver == null) {
            // a class of the JDK starts nothing
            if (loader == null || loader == PLATFORM || core.failed() || !hits(className, classFile)) {
                return null;
            }
            weaver = core.await();
            if (weaver == null) {
                return null;
            }
        }
        return weaver.transform(module, loader, className, redefined, domain, classFile);
    }

    private boolean hits(String className, byte[] classFile) {
        return anyClassHits || mentions.startsClassName(className) || mentions.in(classFile);
    }

    /**
     * The classes of {@code agentprofiler.trace}, {@code com.acme.Planner#plan;com.acme.tools.*#*}, as the front filter needs
     * them. The core parses it as well, but a class that cannot exist would never start the core: so what is wrong with the
     * classes is found here, in the core's words. Loaded only where something is to be traced.
     *
     * <p><b>Threading:</b> one use, one thread.
     */
    static final class TracedClasses {
        private static final String CLASS_NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*+";
        private static final String EXAMPLE = ", for example com.acme.Planner#plan;com.acme.tools.*#*";

        private final List<String> prefixes = new ArrayList<>();
        private final List<String> problems;

        private TracedClasses(List<String> problems) {
            this.problems = problems;
        }

        /**
         * Reads the property; an empty one names nothing.
         *
         * @param problems receives one line for each error
         * @return prefixes of internal class names; none when anything is wrong, since the core refuses the property as a whole
         */
        static List<String> of(String trace, List<String> problems) {
            TracedClasses classes = new TracedClasses(problems);
            int start = 0;
            for (String entry : trace.split(";", -1)) {
                if (!entry.isBlank()) {
                    String text = entry.strip();
                    classes.add(text, start + entry.indexOf(text) + 1);
                }
                start += entry.length() + 1;
            }
            if (!trace.isBlank() && classes.prefixes.isEmpty() && problems.isEmpty()) {
                problems.add("-Dagentprofiler.trace: found nothing, expected Class#method" + EXAMPLE);
            }
            return problems.isEmpty() ? classes.prefixes : List.of();
        }

        private void add(String entry, int column) {
            int hash = entry.indexOf('#');
            if (hash < 0) {
                problem(column, "found '" + entry + "', expected Class#method");
                return;
            }
            String type = entry.substring(0, hash);
            boolean wildcard = type.endsWith("*");
            String prefix = wildcard ? type.substring(0, type.length() - 1) : type;
            String name = wildcard && prefix.endsWith(".") ? prefix.substring(0, prefix.length() - 1) : prefix;
            if (name.matches(CLASS_NAME)) {
                prefixes.add(prefix.replace('.', '/'));
            } else {
                problem(
                        column,
                        "found class '" + type
                                + "', expected a fully qualified class name, or the beginning of one and a *");
            }
        }

        private void problem(int column, String text) {
            problems.add("-Dagentprofiler.trace, column " + column + ": " + text + EXAMPLE);
        }
    }
}
