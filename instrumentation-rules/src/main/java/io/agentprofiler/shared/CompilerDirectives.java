// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The directives of HotSpot's compilers (JEP 165), as {@code jcmd PID Compiler.directives_add} and its like show and change them.
 * They hold for methods that are compiled from then on.
 *
 * <p><b>Threading:</b> any thread; the JVM takes commands one after another.
 */
public final class CompilerDirectives {
    /** The module that executes commands. */
    public static final String MODULE = "jdk.management";

    /** What the JVM says, after a number, where directives were added. */
    public static final String ADDED = "compiler directives added";

    /** The module's package that must be open to this class. */
    public static final String PACKAGE = "com.sun.management.internal";

    /** The files that a process has open, where they have names. */
    static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final Object commands;
    private final Method execute;

    private CompilerDirectives(Object commands, Method execute) {
        this.commands = commands;
        this.execute = execute;
    }

    /**
     * Finds what executes commands.
     *
     * @throws ReflectiveOperationException in a JVM that has no such commands
     * @throws RuntimeException if its package is not open
     */
    public static CompilerDirectives open() throws ReflectiveOperationException {
        // its initializer loads the native code of the other
        Class.forName(PACKAGE + ".PlatformMBeanProviderImpl");
        Class<?> type = Class.forName(PACKAGE + ".DiagnosticCommandImpl");
        Method commands = type.getDeclaredMethod("getDiagnosticCommandMBean");
        Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
        commands.setAccessible(true);
        execute.setAccessible(true);
        return new CompilerDirectives(commands.invoke(null), execute);
    }

    /**
     * Adds directives before those there are; the first that matches a method counts.
     *
     * @param directives as a file of them is written
     * @return what the JVM says: {@link #ADDED}, or what is wrong with them
     * @throws ReflectiveOperationException if the JVM fails to execute the command
     * @throws IOException if no temporary file can be written, by which the JVM is given them
     */
    public String add(String directives) throws ReflectiveOperationException, IOException {
        return Files.isDirectory(DESCRIPTORS) ? addUnnamed(directives) : addNamed(directives);
    }

    /** From a file that has no name any more when the JVM reads it: a process that dies in between leaves none. */
    private String addUnnamed(String directives) throws ReflectiveOperationException, IOException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "agent-profiler-directives-" + UUID.randomUUID());
        try (FileChannel channel = openUnnamed(file)) {
            ByteBuffer bytes = ByteBuffer.wrap(directives.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            Path descriptor = descriptor(file);
            return execute("Compiler.directives_add \"" + (descriptor == null ? file : descriptor) + "\"");
        }
    }

    /** Where descriptors have names, a file that is to be deleted when it is closed loses its own when it is opened. */
    static FileChannel openUnnamed(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Returns the descriptor of an open file; {@code null} when it is not found. */
    static Path descriptor(Path file) throws IOException {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : open) {
                try {
                    if (Files.readSymbolicLink(descriptor).toString().startsWith(file.toString())) {
                        return descriptor;
                    }
                } catch (NoSuchFileException e) {
                    // closed in the meantime
                    continue;
                }
            }
        }
        return null;
    }

    private String addNamed(String directives) throws ReflectiveOperationException, IOException {
        // only its owner can write or read it, and only the JVM reads it
        Path file = Files.createTempFile("agent-profiler-directives", ".json");
        try {
            Files.writeString(file, directives);
            return execute("Compiler.directives_add \"" + file + "\"");
        } finally {
            Files.delete(file);
        }
    }

    /**
     * Takes back the directives added last, as long as they are only for methods below a package. The JVM takes back the last one
     * only; so those that somebody else has added since stay, and what is below them stays too.
     *
     * @param house the package, as {@code org/example/}
     * @return whether none is left
     */
    public boolean remove(String house) throws ReflectiveOperationException {
        List<String> before = matching(print());
        while (!before.isEmpty() && isOnly(before.get(0), house)) {
            removeLast();
            List<String> after = matching(print());
            if (after.size() >= before.size()) {
                break;
            }
            before = after;
        }
        return before.stream().noneMatch(patterns -> patterns.contains(house));
    }

    /** Returns what each directive is for, the last added first, from what {@link #print} says. */
    static List<String> matching(String printed) {
        List<String> all = new ArrayList<>();
        for (String line : printed.split("\\R")) {
            if (line.startsWith(" matching: ")) {
                all.add(line.substring(" matching: ".length()).strip());
            }
        }
        return all;
    }

    private static boolean isOnly(String patterns, String house) {
        for (String pattern : patterns.split(",")) {
            if (!pattern.strip().startsWith(house)) {
                return false;
            }
        }
        return true;
    }

    /** Takes back the directive that was added last, whoever added it; returns what the JVM says. */
    public String removeLast() throws ReflectiveOperationException {
        return execute("Compiler.directives_remove");
    }

    /** Returns all directives, those of the JVM's command line included. */
    public String print() throws ReflectiveOperationException {
        return execute("Compiler.directives_print");
    }

    private String execute(String command) throws ReflectiveOperationException {
        return String.valueOf(execute.invoke(commands, command));
    }
}
