// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;

/** The JDKs of this machine that the product supports: 17 and later, one of each feature release. */
public final class Jdks {
    private static final List<Jdk> ALL = find();

    private Jdks() {}

    /** Returns all of them, oldest first. */
    public static List<Jdk> all() {
        return ALL;
    }

    /**
     * Returns those that a scenario runs on: all in the profile {@code full}, otherwise the newest. In a full run that knows that
     * the others have just passed it is all but the newest, unless there is only one. What runs on the newest in no other build
     * must therefore ask for {@link #all}.
     */
    public static List<Jdk> tested() {
        if (!Breadth.isFull()) {
            return List.of(newest());
        }
        return Breadth.isVerified() ? withoutNewest() : ALL;
    }

    private static List<Jdk> withoutNewest() {
        return ALL.size() > 1 ? ALL.subList(0, ALL.size() - 1) : ALL;
    }

    /** Returns those of at least this feature release, oldest first. */
    public static List<Jdk> atLeast(int feature) {
        return ALL.stream().filter(jdk -> jdk.feature() >= feature).toList();
    }

    /** Returns the one that runs the tests. */
    public static Jdk current() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** Returns the newest one. */
    public static Jdk newest() {
        return ALL.get(ALL.size() - 1);
    }

    private static List<Jdk> find() {
        List<Path> candidates = new ArrayList<>();
        candidates.add(Path.of(System.getProperty("java.home")));
        System.getenv().forEach((name, value) -> {
            if (name.matches("JAVA_(\\d+_)?HOME")) {
                candidates.add(Path.of(value));
            }
        });
        addChildren(candidates, Path.of("/usr/lib/jvm"), "");
        addChildren(candidates, Path.of("/Library/Java/JavaVirtualMachines"), "Contents/Home");
        addChildren(candidates, Path.of(System.getProperty("user.home"), ".sdkman/candidates/java"), "");
        TreeMap<Integer, Jdk> byFeature = new TreeMap<>();
        for (Path home : candidates) {
            int feature = featureOf(home);
            if (feature >= 17) {
                byFeature.putIfAbsent(feature, new Jdk(feature, home));
            }
        }
        return List.copyOf(byFeature.values());
    }

    private static void addChildren(List<Path> candidates, Path parent, String below) {
        if (!Files.isDirectory(parent)) {
            return;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
            children.forEach(child -> candidates.add(child.resolve(below)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the feature release from the JDK's {@code release} file; 0 if it is not a JDK. */
    private static int featureOf(Path home) {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/javac"))) {
            return 0;
        }
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(release)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Integer.parseInt(version.split("[.+-]", 2)[0]);
    }
}
