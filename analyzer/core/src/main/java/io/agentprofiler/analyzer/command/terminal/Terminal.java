// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.terminal;

import io.agentprofiler.analyzer.view.terminal.Screen;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Where output goes and what it can show.
 *
 * @param out standard output
 * @param err standard error
 * @param charset how both encode text
 * @param outIsTerminal whether a person reads standard output
 * @param errIsTerminal whether a person reads standard error
 * @param environment environment variables that matter: {@code NO_COLOR}, {@code CLICOLOR_FORCE}, {@code CLICOLOR}, {@code
 *     TERM}, {@code COLUMNS}
 */
public record Terminal(
        PrintStream out,
        PrintStream err,
        Charset charset,
        boolean outIsTerminal,
        boolean errIsTerminal,
        Map<String, String> environment) {
    private static final int STTY_MILLIS = 500;
    private static final int NARROWEST = 40;

    /** Returns the process's own standard streams. */
    public static Terminal ofProcess() {
        Charset charset = processCharset();
        return new Terminal(
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, charset),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, charset),
                charset,
                isTerminal(1),
                isTerminal(2),
                System.getenv());
    }

    /** The JDK names it differently from version to version. */
    private static Charset processCharset() {
        for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding", "native.encoding"}) {
            String name = System.getProperty(property);
            if (name != null && Charset.isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return Charset.defaultCharset();
    }

    /** Asks the kernel where there is one to ask; else the JDK, which knows of both streams together only. */
    private static boolean isTerminal(int descriptor) {
        try {
            Path link = Path.of("/proc/self/fd/" + descriptor);
            if (Files.isSymbolicLink(link)) {
                String target = Files.readSymbolicLink(link).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            }
        } catch (IOException | InvalidPathException e) {
            // no such file system: ask the JDK
        }
        return System.console() != null;
    }

    /**
     * Returns what to render for.
     *
     * @param colour {@code always}, {@code never} or {@code auto}
     * @param width characters a line, 0 to find out
     */
    Screen screen(ColourMode colour, int width) {
        boolean colours = switch (colour) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> wantsColours();
        };
        return new Screen(
                Math.max(NARROWEST, width > 0 ? width : width()),
                colours,
                charset.newEncoder().canEncode("█├…✗"));
    }

    /** By the conventions of no-color.org and bixense.com/clicolors. */
    private boolean wantsColours() {
        if (!variable("NO_COLOR").isEmpty()) {
            return false;
        }
        String force = variable("CLICOLOR_FORCE");
        if (!force.isEmpty() && !force.equals("0")) {
            return true;
        }
        return outIsTerminal
                && !variable("CLICOLOR").equals("0")
                && !variable("TERM").equals("dumb");
    }

    /** Returns the characters a line: what {@code COLUMNS} says, else the terminal's, else {@link Screen#DEFAULT_WIDTH}. */
    public int width() {
        String columns = variable("COLUMNS");
        if (columns.matches("0*[1-9]\\d{0,3}")) {
            return Integer.parseInt(columns);
        }
        return outIsTerminal ? widthByStty() : Screen.DEFAULT_WIDTH;
    }

    private String variable(String name) {
        return environment.getOrDefault(name, "");
    }

    private static int widthByStty() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader answer = stty.inputReader()) {
                String[] size = String.valueOf(answer.readLine()).split(" ");
                boolean done = stty.waitFor(STTY_MILLIS, TimeUnit.MILLISECONDS);
                return done && size.length == 2 && size[1].matches("[1-9]\\d{0,3}")
                        ? Integer.parseInt(size[1])
                        : Screen.DEFAULT_WIDTH;
            }
        } catch (IOException e) {
            return Screen.DEFAULT_WIDTH;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Screen.DEFAULT_WIDTH;
        }
    }
}
