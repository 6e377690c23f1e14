// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import com.example.advice.AdviceAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.ByteBuddy;

/** Packs {@link AdviceAgent} as a Java agent. */
final class AdviceJar {
    private AdviceJar() {}

    /** Writes the jar, which refers to the classes and to Byte Buddy where they lie. */
    static Path write(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(new Attributes.Name("Premain-Class"), AdviceAgent.class.getName());
        main.put(new Attributes.Name("Can-Retransform-Classes"), "true");
        main.put(Attributes.Name.CLASS_PATH, place(AdviceAgent.class) + " " + place(ByteBuddy.class));
        Path jar = folder.resolve("advice-agent.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private static String place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().toString();
    }
}
