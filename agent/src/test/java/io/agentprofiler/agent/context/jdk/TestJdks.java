// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs of this machine from 17 on, one of each feature release; at least the one that runs the tests. */
final class TestJdks {
    private TestJdks() {}

    /** A JDK. */
    record Jdk(int feature, Path home) {
        @Override
        public String toString() {
            return "JDK " + feature;
        }
    }

    /**
     * Returns all of them in the profile {@code full}, otherwise the newest. A full run that knows that the others have just passed
     * leaves the newest out, unless there is only one.
     */
    static Collection<Jdk> tested() {
        TreeMap<Integer, Jdk> all = all();
        if (!Boolean.getBoolean("agentprofiler.test.full")) {
            return List.of(all.lastEntry().getValue());
        }
        if (Boolean.getBoolean("agentprofiler.test.verified") && all.size() > 1) {
            all.pollLastEntry();
        }
        return all.values();
    }

    private static TreeMap<Integer, Jdk> all() {
        Path current = Path.of(System.getProperty("java.home"));
        TreeMap<Integer, Jdk> byFeature = new TreeMap<>();
        byFeature.put(Runtime.version().feature(), new Jdk(Runtime.version().feature(), current));
        try (Stream<Path> neighbours = Files.list(current.getParent())) {
            neighbours
                    .map(home -> new Jdk(featureOf(home), home))
                    .filter(jdk -> jdk.feature() >= 17)
                    .forEach(jdk -> byFeature.putIfAbsent(jdk.feature(), jdk));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return byFeature;
    }

    private static int featureOf(Path home) {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/java"))) {
            return 0;
        }
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(release)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Integer.parseInt(version.split("[.\\-+]")[0]);
    }
}
