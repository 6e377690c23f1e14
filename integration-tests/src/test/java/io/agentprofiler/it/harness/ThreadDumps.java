// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the threads of a program do that should have ended: a failure that only a busy machine shows must explain itself. */
public final class ThreadDumps {
    private static final long SECONDS = 30;

    private ThreadDumps() {}

    /** Returns the stacks of all threads of a process and of those it started, as far as they are JVMs that still answer. */
    public static String of(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(each -> each.info().command().orElse("").endsWith("java"))
                .map(ThreadDumps::of)
                .collect(Collectors.joining());
    }

    private static String of(ProcessHandle jvm) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Path stacks = Files.createTempFile("threads", ".txt");
            Process dump = new ProcessBuilder(List.of(jcmd.toString(), Long.toString(jvm.pid()), "Thread.print"))
                    .redirectErrorStream(true)
                    .redirectOutput(stacks.toFile())
                    .start();
            if (!dump.waitFor(SECONDS, TimeUnit.SECONDS)) {
                dump.destroyForcibly();
            }
            String printed = Files.readString(stacks);
            Files.delete(stacks);
            return "\n--- threads of " + jvm.info().commandLine().orElse("") + "\n" + printed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while threads were asked for their stacks", e);
        }
    }
}
