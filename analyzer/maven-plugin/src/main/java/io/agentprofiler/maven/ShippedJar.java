// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.maven;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;

/** The two jars that the plugin depends on. Maven has put them on the plugin's class path, where only their places matter. */
final class ShippedJar {
    private ShippedJar() {}

    /** Returns the agent's jar. */
    static Path agent() {
        return of("io/agentprofiler/agent/Premain.class");
    }

    /** Returns the analyzer's jar. */
    static Path analyzer() {
        return of("io/agentprofiler/analyzer/cli/Main.class");
    }

    private static Path of(String entry) {
        URL url = ShippedJar.class.getClassLoader().getResource(entry);
        if (url == null) {
            throw new IllegalStateException("no jar on the class path of " + AgentInTests.PLUGIN + " has " + entry);
        }
        try {
            URLConnection connection = url.openConnection();
            if (connection instanceof JarURLConnection jar) {
                return Path.of(jar.getJarFileURL().toURI());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(url + " names no file", e);
        }
        throw new IllegalStateException(url + " is not in a jar");
    }
}
