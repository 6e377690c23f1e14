// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.shared.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.text.ParseException;
import java.util.Set;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * The recording the agent makes itself, for {@code -Dagentprofiler.jfr.file}: our events and those of the JDK that
 * explain them, as {@code agentprofiler.jfc} lists them.
 *
 * <p>JFR writes the file when the JVM exits, in its own shutdown hook; {@link FlightControl} sees to it that the ring is
 * empty by then. A JVM that is killed leaves the file empty.
 *
 * <p>The events that would show the environment or the command line, where keys are kept, are not recorded, and the file
 * is the owner's only.
 *
 * <p><b>Threading:</b> the agent's own thread; starting a recording takes about half a second.
 */
public final class FlightFile implements AutoCloseable {
    private static final String SETTINGS = "agentprofiler.jfc";
    private static final String NAME = "agent-profiler";

    private final Recording recording;

    private FlightFile(Recording recording) {
        this.recording = recording;
    }

    /**
     * Starts the recording.
     *
     * <p><b>Errors:</b> a file that cannot be written costs one line on stderr and the recording, nothing else; {@code null} is
     * returned then.
     */
    public static FlightFile start(String file) {
        try {
            Path path = Path.of(file).toAbsolutePath();
            createPrivate(path);
            Recording recording = new Recording(settings());
            recording.setName(NAME);
            recording.setToDisk(true);
            recording.setDestination(path);
            recording.setDumpOnExit(true);
            recording.start();
            return new FlightFile(recording);
        } catch (IOException | InvalidPathException e) {
            AgentLog.info("agentprofiler.jfr.file=" + file + ": cannot be written (" + e
                    + "); no recording is made. Name a file in a directory you can write to.");
            return null;
        }
    }

    /** Ends the recording before the JVM does, which writes the file. */
    @Override
    public void close() {
        if (recording.getState() == RecordingState.RUNNING) {
            recording.stop();
        }
        recording.close();
    }

    /** Makes the file before anything is recorded: a wrong name is told at once, and JFR keeps the permissions. */
    private static void createPrivate(Path path) throws IOException {
        if (path.getParent() != null) {
            Files.createDirectories(path.getParent());
        }
        if (Files.isSymbolicLink(path)) {
            throw new FileAlreadyExistsException(path.toString(), null, "is a symbolic link");
        }
        Files.newByteChannel(
                        path,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                LinkOption.NOFOLLOW_LINKS),
                        OwnerOnly.file(path))
                .close();
    }

    /** Reads the settings that lie beside this class. */
    static Configuration settings() throws IOException {
        try (InputStream stream = FlightFile.class.getResourceAsStream(SETTINGS)) {
            if (stream == null) {
                throw new IOException("the agent's jar lacks " + SETTINGS);
            }
            try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
                return Configuration.create(reader);
            } catch (ParseException e) {
                throw new IOException(SETTINGS + " is damaged", e);
            }
        }
    }
}
