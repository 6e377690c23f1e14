// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What the agent leaves for the doctor, in a file of this JVM's own below the directory that {@code agentprofiler.doctor.notes}
 * names: the settings as this JVM has them, and whatever is said on stderr, which may be switched off or led elsewhere.
 * Loaded only where that property is set, which is the doctor's to do.
 *
 * <p>A line each: a word, a tab and a text.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Errors:</b> none; what cannot be written is not there for the doctor.
 */
final class DoctorNotes {
    /** What follows the process id in the name of the file. */
    private static final String SUFFIX = ".agent";

    private DoctorNotes() {}

    /** Premain was called: notes the settings. */
    static void begin() {
        String folder = System.getProperty(Premain.DOCTOR);
        if (!new File(folder).isDirectory()) {
            Premain.say(Premain.DOCTOR + "=" + folder
                    + " is not allowed; allowed: a directory that exists; the default is used:" + " none");
            return;
        }
        StringBuilder lines = new StringBuilder();
        add(lines, "directory", System.getProperty("user.dir"));
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith("agentprofiler.") && !name.equals(Premain.DOCTOR)) {
                add(lines, "property", name + "=" + System.getProperty(name));
            }
        }
        append(lines);
    }

    /** Notes a line that is said. */
    static void say(String line) {
        StringBuilder lines = new StringBuilder();
        add(lines, "said", line);
        append(lines);
    }

    private static void add(StringBuilder lines, String word, String text) {
        lines.append(word)
                .append('\t')
                .append(text.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n"))
                .append('\n');
    }

    private static synchronized void append(StringBuilder lines) {
        File file = new File(
                System.getProperty(Premain.DOCTOR), ProcessHandle.current().pid() + SUFFIX);
        try (OutputStream out = new FileOutputStream(file, true)) {
            out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException | SecurityException e) {
            // the doctor has gone, or this user or the security manager forbids it: it says what it knows without
        }
    }
}
