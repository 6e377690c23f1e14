// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.attach;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Whether a file is the agent's jar, whole.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class AgentJar {
    private static final String PREMAIN = "io.agentprofiler.agent.Premain";
    private static final String[] PARTS = {
        "io/agentprofiler/agent/Premain.class",
        "io/agentprofiler/agent/frameworks.index",
        "inst/io/agentprofiler/agent/boot/Core.classdata"
    };

    private AgentJar() {}

    /** Returns what is wrong with a file, {@code null} when it is the agent's jar and every byte of it can be read. */
    public static String problem(Path file) {
        if (!Files.exists(file)) {
            return file + " does not exist";
        }
        if (!Files.isRegularFile(file)) {
            return file + " is not a file";
        }
        if (!Files.isReadable(file)) {
            return file + " cannot be read by this user";
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
            if (!PREMAIN.equals(main.getValue("Premain-Class"))) {
                String title = main.getValue(Attributes.Name.MAIN_CLASS);
                return title != null && title.startsWith("io.agentprofiler.analyzer.")
                        ? file + " is the analyzer, which reads traces and cannot be attached"
                        : file + " is not the agent: its manifest names "
                                + (main.getValue("Premain-Class") == null
                                        ? "no Premain-Class"
                                        : "the Premain-Class " + main.getValue("Premain-Class"));
            }
            for (String part : PARTS) {
                if (jar.getEntry(part) == null) {
                    return file + " is damaged: it has no " + part;
                }
            }
            readAll(jar);
            return null;
        } catch (IOException | SecurityException e) {
            return file + " is damaged: " + e.getMessage();
        }
    }

    /** Reads every entry to its end, where its checksum is compared. */
    private static void readAll(JarFile jar) throws IOException {
        for (Enumeration<? extends ZipEntry> each = jar.entries(); each.hasMoreElements(); ) {
            ZipEntry entry = each.nextElement();
            try (InputStream in = jar.getInputStream(entry)) {
                in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new IOException(entry.getName() + ": " + e.getMessage(), e);
            }
        }
    }
}
