// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Tells the version of a library by the jar that a class of it came from: by the jar's name, by what Maven left in it, or by its
 * manifest. Reads the file itself, through no class loader of the application.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class JarVersion {
    private static final String SUFFIX = ".jar";

    private JarVersion() {}

    /**
     * Returns the version, {@code null} when nothing tells it.
     *
     * @param artifacts coordinates of the library, {@code group:artifact}
     * @param known versions that were looked up before, by jar; {@code ""} for none
     */
    public static String of(Class<?> type, List<String> artifacts, Map<String, String> known) {
        String path = pathOf(type);
        if (path == null) {
            return null;
        }
        String version = known.computeIfAbsent(path + " " + artifacts, key -> read(path, artifacts));
        return version.isEmpty() ? null : version;
    }

    /** A code source of another class, or a URL's handler, may be the application's code: neither is asked. */
    private static String pathOf(Class<?> type) {
        try {
            ProtectionDomain domain = type.getProtectionDomain();
            CodeSource source = domain == null ? null : domain.getCodeSource();
            return source == null || source.getClass() != CodeSource.class || source.getLocation() == null
                    ? null
                    : source.getLocation().getPath();
        } catch (SecurityException e) {
            return null;
        }
    }

    /** Returns the version by a jar's path, as its URL has it; {@code ""} for none. */
    public static String read(String path, List<String> artifacts) {
        int end = path.lastIndexOf(SUFFIX);
        if (end < 0) {
            return "";
        }
        String name = path.substring(path.lastIndexOf('/', end) + 1, end);
        for (String artifact : artifacts) {
            String prefix = artifact.substring(artifact.indexOf(':') + 1) + "-";
            if (name.startsWith(prefix) && name.length() > prefix.length()) {
                String version = name.substring(prefix.length());
                if (Character.isDigit(version.charAt(0))) {
                    return version;
                }
            }
        }
        try {
            String file = path.startsWith("file:") ? path : "file:" + path;
            return file.indexOf('!') >= 0 ? "" : inside(new File(URI.create(file)), artifacts);
        } catch (IOException | IllegalArgumentException | SecurityException e) {
            // without a version, then
            return "";
        }
    }

    private static String inside(File file, List<String> artifacts) throws IOException {
        try (JarFile jar = new JarFile(file, false)) {
            for (String artifact : artifacts) {
                ZipEntry entry = jar.getEntry("META-INF/maven/" + artifact.replace(':', '/') + "/pom.properties");
                if (entry != null) {
                    Properties properties = new Properties();
                    try (InputStream in = jar.getInputStream(entry)) {
                        properties.load(in);
                    }
                    String version = properties.getProperty("version");
                    if (version != null) {
                        return version;
                    }
                }
            }
            Attributes main =
                    jar.getManifest() == null ? null : jar.getManifest().getMainAttributes();
            // the manifest of a program that holds its libraries is about the program
            String version = main == null || main.getValue(Attributes.Name.MAIN_CLASS) != null
                    ? null
                    : main.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return version == null ? "" : version;
        }
    }
}
