// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.classfile.ClassFileReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The classes of some jars and folders, and those of the JDK this runs on, as class files.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Errors:</b> {@link IOException} names the jar or folder that cannot be read.
 */
public final class ClassPath implements AutoCloseable {
    private static final String SUFFIX = ".class";
    private static final Pattern VERSION_IN_NAME = Pattern.compile("-(\\d[^/]*?)\\.jar$");
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.net.");

    private final List<ZipFile> jars = new ArrayList<>();
    private final Map<String, ClassPathEntry> entries = new TreeMap<>();
    private final Map<String, ClassFile> read = new HashMap<>();
    private final Map<String, ClassFile> withCode = new HashMap<>();
    private Map<String, Set<String>> directSubtypes;

    private ClassPath() {}

    /** Where a class file lies. */
    private sealed interface ClassPathEntry {
        /** Returns the version of what the class came with, {@code null} when it is not known. */
        String version();

        byte[] bytes() throws IOException;

        /** Returns the jar or folder. */
        Object origin();
    }

    private record InJar(ZipFile jar, ZipEntry entry, String version) implements ClassPathEntry {
        @Override
        public Object origin() {
            return jar;
        }

        @Override
        public byte[] bytes() throws IOException {
            try (InputStream in = jar.getInputStream(entry)) {
                return in.readAllBytes();
            }
        }
    }

    private record InFolder(Path origin, Path file) implements ClassPathEntry {
        @Override
        public String version() {
            return null;
        }

        @Override
        public byte[] bytes() throws IOException {
            return Files.readAllBytes(file);
        }
    }

    /**
     * Opens a class path as it is given to a JVM.
     *
     * @param classPath jars and folders joined by {@link File#pathSeparator}; {@code folder/*} means the jars in a folder
     */
    public static ClassPath open(String classPath) throws IOException {
        List<Path> parts = new ArrayList<>();
        for (String part : classPath.strip().split(Pattern.quote(File.pathSeparator))) {
            if (part.endsWith("*")) {
                parts.addAll(jarsIn(Path.of(part.substring(0, part.length() - 1))));
            } else if (!part.isBlank()) {
                parts.add(Path.of(part));
            }
        }
        return open(parts);
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + " is not a folder of jars");
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new IOException("no jar in " + folder);
            }
            return jars;
        }
    }

    /** Opens jars and folders; of classes that are there twice the first wins. */
    public static ClassPath open(List<Path> jarsAndFolders) throws IOException {
        ClassPath classPath = new ClassPath();
        try {
            for (Path part : jarsAndFolders) {
                classPath.add(part);
            }
            return classPath;
        } catch (IOException | RuntimeException e) {
            classPath.close();
            throw e;
        }
    }

    private void add(Path part) throws IOException {
        if (Files.isDirectory(part)) {
            try (Stream<Path> files = Files.walk(part)) {
                files.filter(file -> file.toString().endsWith(SUFFIX))
                        .forEach(file -> put(
                                part.relativize(file).toString().replace(File.separatorChar, '/'),
                                new InFolder(part, file)));
            }
            return;
        }
        if (!Files.exists(part)) {
            throw new IOException(part + " does not exist");
        }
        ZipFile jar;
        try {
            jar = new ZipFile(part.toFile());
        } catch (IOException e) {
            throw new IOException(part + " cannot be read as a jar: " + e.getMessage(), e);
        }
        jars.add(jar);
        String version = versionOf(jar, part);
        for (ZipEntry entry : Collections.list(jar.entries())) {
            put(entry.getName(), new InJar(jar, entry, version));
        }
    }

    private void put(String file, ClassPathEntry entry) {
        if (file.endsWith(SUFFIX) && !file.startsWith("META-INF/") && !file.endsWith("module-info.class")) {
            entries.putIfAbsent(
                    file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'), entry);
        }
    }

    /** Returns what Maven wrote into the jar, else what its name says. */
    private static String versionOf(ZipFile jar, Path file) throws IOException {
        for (ZipEntry entry : Collections.list(jar.entries())) {
            if (entry.getName().startsWith("META-INF/maven/") && entry.getName().endsWith("/pom.properties")) {
                Properties properties = new Properties();
                try (InputStream in = jar.getInputStream(entry)) {
                    properties.load(in);
                }
                if (properties.getProperty("version") != null) {
                    return properties.getProperty("version");
                }
            }
        }
        Matcher name = VERSION_IN_NAME.matcher(file.getFileName().toString());
        return name.find() ? name.group(1) : null;
    }

    /** Returns a class, {@code null} when it is neither on the class path nor in the JDK. */
    public ClassFile find(String name) {
        if (read.containsKey(name)) {
            return read.get(name);
        }
        ClassFile file = load(name, false);
        read.put(name, file);
        return file;
    }

    /** Returns a class with the code of its methods, {@code null} when it is neither on the class path nor in the JDK. */
    public ClassFile withCode(String name) {
        return withCode.computeIfAbsent(name, each -> load(each, true));
    }

    /** Returns a class that came with another, or that one of its methods returns, with its code; {@code null} for others. */
    public ClassFile sibling(String of, String name) {
        ClassPathEntry entry = entries.get(of);
        ClassPathEntry other = entries.get(name);
        boolean together =
                entry == null || other == null ? entry == other : entry.origin().equals(other.origin());
        return together || returns(of, name) ? withCode(name) : null;
    }

    private boolean returns(String in, String type) {
        String descriptor = ")L" + type.replace('.', '/') + ";";
        return find(in).methods().stream()
                .anyMatch(method -> method.descriptor().endsWith(descriptor));
    }

    private ClassFile load(String name, boolean code) {
        try {
            byte[] bytes = bytes(name);
            if (bytes == null) {
                return null;
            }
            return code ? ClassFileReader.readWithCode(bytes) : ClassFileReader.read(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("class " + name + " cannot be read", e);
        }
    }

    private byte[] bytes(String name) throws IOException {
        ClassPathEntry entry = entries.get(name);
        if (entry != null) {
            return entry.bytes();
        }
        if (JDK.stream().noneMatch(name::startsWith)) {
            return null;
        }
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + SUFFIX)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    /** Answers whether a class is on the class path; one that only the JDK has is not. */
    public boolean holds(String name) {
        return entries.containsKey(name);
    }

    /** Answers whether a class of one of these packages is there; each ends in a dot. */
    public boolean hasClassOf(Collection<String> packages) {
        return packages.stream().anyMatch(prefix -> !namesWithPrefix(prefix).isEmpty());
    }

    /** Returns how many classes there are, without those of the JDK. */
    public int size() {
        return entries.size();
    }

    /** Returns the names of the classes that begin so, without those of the JDK. */
    public Collection<String> namesWithPrefix(String prefix) {
        return entries.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    /** Returns the version of the jar that holds a class, {@code null} when it is not known. */
    public String versionOf(String className) {
        ClassPathEntry entry = entries.get(className);
        return entry == null ? null : entry.version();
    }

    /**
     * Returns the names of the classes and interfaces that name this one as a direct supertype: those of the class path, and
     * those of the JDK that lie between it and one of the class path.
     */
    Set<String> directSubtypes(String name) {
        if (directSubtypes == null) {
            directSubtypes = new HashMap<>();
            entries.keySet().forEach(this::addToSupertypes);
        }
        return directSubtypes.getOrDefault(name, Set.of());
    }

    private void addToSupertypes(String name) {
        ClassFile file = find(name);
        if (file == null) {
            return;
        }
        List<String> parents = new ArrayList<>(file.interfaces());
        if (file.superName() != null) {
            parents.add(file.superName());
        }
        for (String parent : parents) {
            Set<String> children = directSubtypes.get(parent);
            if (children == null) {
                children = new LinkedHashSet<>();
                directSubtypes.put(parent, children);
                if (!entries.containsKey(parent)) {
                    addToSupertypes(parent);
                }
            }
            children.add(name);
        }
    }

    @Override
    public void close() throws IOException {
        for (ZipFile jar : jars) {
            jar.close();
        }
    }
}
