// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class EndSignalTest {
    private static final int LAST_WORDS = 50_000;

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that lets a process end as it likes")
    void shouldLetTheLastWordsBeSaidBeforeTheProcessEnds() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Talker.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.readLine()).isEqualTo("ready");
            // the process's own would close its output
            process.toHandle().destroy();
            assertThat(output.lines()).hasSize(LAST_WORDS).last().isEqualTo("word " + LAST_WORDS);
            assertThat(process.waitFor()).isEqualTo(128 + 15);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldNoLongerListenWhenClosed() {
        CountDownLatch stop = new CountDownLatch(1);
        EndSignal signal = EndSignal.within(1, stop::countDown);
        signal.close();
        signal.close();
        assertThat(stop.getCount()).isEqualTo(1);
    }

    /** A command that has much to say when it is told to end. */
    static final class Talker {
        private Talker() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch stop = new CountDownLatch(1);
            try (EndSignal signal = EndSignal.within(60, stop::countDown)) {
                System.out.println("ready");
                stop.await();
                for (int word = 1; word <= LAST_WORDS; word++) {
                    System.out.println("word " + word);
                }
            }
        }
    }
}
