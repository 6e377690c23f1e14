// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import io.agentprofiler.rules.model.RuleFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Which frameworks lie on a class path, loaded or not: in its jars, and in the jars within them that a launcher such as Spring
 * Boot's reads.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ClassPathJars {
    private final Frameworks frameworks;
    private final Map<String, TreeSet<String>> names = new LinkedHashMap<>();
    private final Map<String, List<Path>> files = new LinkedHashMap<>();

    private ClassPathJars(Frameworks frameworks) {
        this.frameworks = frameworks;
    }

    /** Looks through a JVM's class path, as far as its command line tells it. */
    public static ClassPathJars of(Jvm jvm, Frameworks frameworks) {
        ClassPathJars jars = new ClassPathJars(frameworks);
        for (String part : parts(jvm.command())) {
            try {
                jars.add(
                        jvm.directory() == null
                                ? Path.of(part)
                                : jvm.directory().resolve(part));
            } catch (InvalidPathException e) {
                // the JVM ignores what is no file name as well
            }
        }
        return jars;
    }

    private static List<String> parts(CommandLine command) {
        List<String> parts = new ArrayList<>();
        for (String option : List.of("-cp", "-classpath", "--class-path")) {
            String path = command.value(option);
            if (path != null) {
                parts.addAll(List.of(path.split(File.pathSeparator)));
            }
        }
        if (command.main() != null && command.main().endsWith(".jar")) {
            parts.add(command.main());
        }
        return parts;
    }

    /** Returns the names of jars, by the title of the framework that is in them. */
    public Map<String, TreeSet<String>> names() {
        return names;
    }

    /** Returns the jars that hold a framework, without those within others. */
    public List<Path> files(RuleFile file) {
        return files.getOrDefault(file.title(), List.of());
    }

    private void add(Path part) {
        Path last = part.getFileName();
        if (last != null && last.toString().equals("*")) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(part.getParent(), "*.jar")) {
                found.forEach(this::addJar);
            } catch (IOException e) {
                // a folder that is not there has no jars
            }
        } else if (Files.isRegularFile(part)) {
            addJar(part);
        }
    }

    private void addJar(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                if (entry.getName().endsWith(".jar")) {
                    addNested(entry.getName(), zip.getInputStream(entry));
                } else {
                    RuleFile file = of(entry.getName());
                    if (file != null
                            && names(file, entry.getName())
                                    .add(jar.getFileName().toString())) {
                        files.computeIfAbsent(file.title(), title -> new ArrayList<>())
                                .add(jar);
                    }
                }
            }
        } catch (IOException e) {
            // not a jar: the JVM ignores it as well
        }
    }

    private void addNested(String name, InputStream bytes) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(bytes)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                RuleFile file = of(entry.getName());
                if (file != null) {
                    names(file, entry.getName()).add(name.substring(name.lastIndexOf('/') + 1));
                }
            }
        }
    }

    private RuleFile of(String entry) {
        return entry.endsWith(".class") ? frameworks.of(entry.replace('/', '.')) : null;
    }

    private TreeSet<String> names(RuleFile file, String entry) {
        return names.computeIfAbsent(Frameworks.title(file, entry.replace('/', '.')), title -> new TreeSet<>());
    }
}
