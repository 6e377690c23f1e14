// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.schema.SpanKind;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

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

    private final List<Known> known = new ArrayList<>();

    /** Looks for the frameworks of these rule files. */
    public LoadedFrameworks(List<RuleFile> files) {
        for (RuleFile file : files) {
            List<Rule> modelCalls = file.rules().stream()
                    .filter(rule -> rule.kind() == SpanKind.LLM)
                    .toList();
            String[] packages = file.packages().stream()
                    .filter(prefix -> modelCalls.stream()
                            .anyMatch(rule -> rule.match().type().startsWith(prefix)))
                    .map(prefix -> prefix.replace('.', '/'))
                    .toArray(String[]::new);
            if (packages.length > 0) {
                known.add(new Known(file.name(), file.title(), packages));
            }
        }
    }

    /** A class was offered for weaving. */
    public void saw(String internalName, ProtectionDomain domain) {
        for (Known framework : known) {
            for (String prefix : framework.packages) {
                if (internalName.startsWith(prefix)) {
                    framework.saw(domain);
                    return;
                }
            }
        }
    }

    /** Returns those met so far, in the order of their rule files. */
    public List<Framework> met() {
        return known.stream()
                .filter(framework -> framework.met)
                .map(framework -> new Framework(framework.name, framework.title, List.copyOf(framework.jars)))
                .toList();
    }

    /**
     * A framework whose classes were loaded.
     *
     * @param name its rule file
     * @param supported its name and the versions that the rules are for, in words
     * @param jars file names of jars its classes came from, sorted, a few at most; empty when they came from elsewhere
     */
    public record Framework(String name, String supported, List<String> jars) {}

    private static final class Known {
        private final String name;
        private final String title;
        private final String[] packages;
        private final Set<String> jars = new ConcurrentSkipListSet<>();
        private volatile boolean met;
        private volatile boolean enough;

        Known(String name, String title, String[] packages) {
            this.name = name;
            this.title = title;
            this.packages = packages;
        }

        void saw(ProtectionDomain domain) {
            met = true;
            if (!enough) {
                String jar = jarOf(domain);
                if (jar != null) {
                    jars.add(jar);
                }
                enough = jars.size() >= MAX_JARS;
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
