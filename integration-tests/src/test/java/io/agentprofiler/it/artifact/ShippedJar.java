// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one of our jars holds of others.
 *
 * @param name its file name
 * @param names all its files, by the names they had before they were renamed and moved for it
 * @param files all its files, by the names they have
 * @param libraries the libraries that it holds classes of
 * @param notice its copy of NOTICE
 */
record ShippedJar(String name, Set<String> names, Set<String> files, List<Library> libraries, String notice) {
    /** {@code group:artifact:jar:version:scope:file}, and maybe the name of its module. */
    private static final Pattern RESOLVED =
            Pattern.compile("(?m)^ +([\\w.-]+:[\\w.-]+):jar:([^:]+):\\w+:(.+?\\.jar)( --.*)?$");

    private static final Pattern LICENCE = Pattern.compile("META-INF/(licenses/.+|.*-LICENSE)");

    /**
     * A library with classes in one of our jars.
     *
     * @param artifact {@code group:artifact}
     * @param version its version
     * @param whole whether all of its classes are in our jar, those for newer Javas and the descriptor of its module aside
     */
    record Library(String artifact, String version, boolean whole) {
        String coordinates() {
            return artifact + ":" + version;
        }
    }

    /**
     * Looks into a jar.
     *
     * @throws IOException if it, the list of what was resolved for it, or one of its libraries cannot be read
     */
    static ShippedJar of(Path file) throws IOException {
        Set<String> files = names(file);
        Set<String> names = files.stream()
                .map(name -> name.replaceFirst("^inst/", "").replaceFirst("\\.classdata$", ".class"))
                .map(name -> name.replaceFirst("^io/agentprofiler/agent/shaded/", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        List<Library> libraries = new ArrayList<>();
        for (MatchResult resolved : RESOLVED.matcher(Files.readString(file.resolveSibling("shipped.txt")))
                .results()
                .toList()) {
            List<String> classes = classes(names(Path.of(resolved.group(3))));
            if (classes.stream().anyMatch(names::contains)) {
                libraries.add(new Library(resolved.group(1), resolved.group(2), names.containsAll(classes)));
            }
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            String notice = new String(
                    jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8);
            return new ShippedJar(file.getFileName().toString(), names, files, libraries, notice);
        }
    }

    private static Set<String> names(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static List<String> classes(Set<String> names) {
        return names.stream()
                .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                .filter(name -> !name.endsWith("module-info.class") && !name.endsWith("package-info.class"))
                .toList();
    }

    /** Returns the licence texts in it. */
    List<String> licenceTexts() {
        return files.stream().filter(LICENCE.asMatchPredicate()).toList();
    }

    /** Returns where a licence text is in it; where it should be, if it is not there. */
    String licenceText(String text) {
        return licenceTexts().stream()
                .filter(path -> path.endsWith("/" + text))
                .findFirst()
                .orElse("META-INF/licenses/" + text);
    }
}
