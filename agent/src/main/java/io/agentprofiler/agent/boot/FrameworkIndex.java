// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.boot.EnabledRules.BundledRules;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.rules.compiled.CompiledRules;
import io.agentprofiler.rules.model.Library;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.Libraries;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Writes what is read at the start, where parsing rule files would take too long. For {@code premain} the front filter's list, for
 * each package of each bundled rule file the file's name, a space and the package with a trailing dot, or none; and beside it the
 * titles, for each file with a package its name, a space and what it covers, in words; the sorted package prefixes of known libraries
 * without rules; and the names of all settings. For the core the {@linkplain EnabledRules.BundledRules compiled rules}: what is to
 * be known of all files, and each file by itself.
 *
 * <p>Run by the build, never by the agent; it also stops the build when a bundled rule file is wrong.
 */
public final class FrameworkIndex {
    private FrameworkIndex() {}

    /** Writes the index into the file named by the first argument, three others beside it, the rules into that named by the second and beside it. */
    public static void main(String[] arguments) throws IOException, RuleFileException {
        Path index = Path.of(arguments[0]);
        Files.createDirectories(index.getParent());
        Files.write(index, lines());
        Files.write(index.resolveSibling("titles.index"), titles());
        Files.write(index.resolveSibling("libraries.index"), libraries());
        Files.write(index.resolveSibling("settings.index"), Settings.properties());
        Path rules = Path.of(arguments[1]);
        Files.write(rules, rules());
        for (RuleFile file : all()) {
            Files.write(rules.resolveSibling(BundledRules.resource(file.name())), CompiledRules.compile(file));
        }
    }

    static List<String> titles() throws RuleFileException {
        List<String> lines = new ArrayList<>();
        for (String name : RuleFiles.bundled()) {
            RuleFile file = RuleFiles.loadBundled(name);
            if (!file.packages().isEmpty()) {
                lines.add(name + " " + file.title());
            }
        }
        return lines;
    }

    static List<String> libraries() {
        List<String> names = new ArrayList<>();
        for (Library library : Libraries.bundled().all()) {
            if (library.entries().isEmpty()) {
                names.add(library.prefix());
            } else {
                names.addAll(library.entries());
            }
        }
        Collections.sort(names);
        return names;
    }

    static byte[] rules() throws RuleFileException {
        return CompiledRules.outline(frameworks());
    }

    private static List<RuleFile> frameworks() throws RuleFileException {
        List<RuleFile> files = new ArrayList<>();
        for (String name : RuleFiles.bundled()) {
            RuleFile file = RuleFiles.loadBundled(name);
            if (!file.reactive().isEmpty()) {
                throw new IllegalArgumentException(
                        name + ": bundled reactive types belong in rules/types/reactive.json");
            }
            files.add(file);
        }
        return files;
    }

    /** Returns the files of frameworks, and those that go with whatever rules are on. */
    static List<RuleFile> all() throws RuleFileException {
        List<RuleFile> files = frameworks();
        files.add(RuleFiles.loadReactive());
        files.add(RuleFiles.loadCoroutines());
        return files;
    }

    static List<String> lines() throws RuleFileException {
        List<String> lines = new ArrayList<>();
        for (String name : RuleFiles.bundled()) {
            List<String> packages = RuleFiles.loadBundled(name).packages();
            for (String prefix : packages) {
                lines.add(name + " " + prefix);
            }
            if (packages.isEmpty()) {
                lines.add(name + " ");
            }
        }
        return lines;
    }
}
