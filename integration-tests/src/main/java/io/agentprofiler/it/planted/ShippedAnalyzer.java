// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * The shipped analyzer in this JVM, from its jar, in which it finds all it needs and nothing of ours. A process of its own for each
 * report would spend nearly all of its time on its start; that the jar works as a process is what other tests show.
 *
 * <p><b>Threading:</b> may be asked by several threads; each command waits for its turn.
 */
final class ShippedAnalyzer implements AutoCloseable {
    private static final String ROOM = "io.agentprofiler.analyzer.";

    private final URLClassLoader jar;
    private final Constructor<?> terminal;
    private final Method run;
    private final Semaphore turns;

    /**
     * Opens the jar.
     *
     * @param turns of which each command takes one while it runs
     */
    ShippedAnalyzer(Path analyzer, Semaphore turns) throws IOException {
        this.turns = turns;
        jar = new URLClassLoader(new URL[] {analyzer.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        try {
            Class<?> streams = jar.loadClass(ROOM + "command.terminal.Terminal");
            terminal = streams.getConstructor(
                    PrintStream.class, PrintStream.class, Charset.class, boolean.class, boolean.class, Map.class);
            run = jar.loadClass(ROOM + "cli.Main").getMethod("run", streams, String[].class);
        } catch (ReflectiveOperationException e) {
            throw new IOException(analyzer + " has another entry than this expects", e);
        }
    }

    /**
     * Runs a command as in a pipe.
     *
     * @param output where what it prints goes
     * @throws IOException if its exit code is not 0
     */
    void run(List<String> arguments, Path output) throws IOException, InterruptedException {
        turns.acquire();
        try {
            runNow(arguments, output);
        } finally {
            turns.release();
        }
    }

    private void runNow(List<String> arguments, Path output) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // what looks for services looks there, as in a JVM of its own
        thread.setContextClassLoader(jar);
        try (PrintStream printed = new PrintStream(Files.newOutputStream(output), false, StandardCharsets.UTF_8)) {
            Object streams = terminal.newInstance(
                    printed, printed, StandardCharsets.UTF_8, false, false, Map.<String, String>of());
            Object code = run.invoke(null, streams, arguments.toArray(String[]::new));
            if (!code.equals(0)) {
                throw new IOException("ended with exit code " + code + "; it printed " + output);
            }
        } catch (InvocationTargetException e) {
            throw new IOException("failed; it printed " + output, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public void close() throws IOException {
        jar.close();
    }
}
