// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import jdk.jfr.Recording;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmPausesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldTellOfCollectionsAndLocks() throws Exception {
        Path file = directory.resolve("run.jfr");
        Instant before = Instant.now();
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCPhasePause").withoutThreshold();
            recording.enable("jdk.JavaMonitorEnter").withoutThreshold();
            recording.start();
            System.gc();
            waitForALock();
            recording.stop();
            recording.dump(file);
        }

        JvmPauses pauses = new JvmPauses();
        pauses.read(file);

        assertThat(pauses.leftOut()).isZero();
        assertThat(pauses.byStart()).anySatisfy(pause -> {
            assertThat(pause.kind()).isEqualTo(JvmPauses.Kind.GC);
            assertThat(pause.nanos()).isPositive();
            assertThat(pause.thread()).isNull();
            assertThat(pause.epochNanos() / 1_000_000)
                    .isBetween(before.toEpochMilli(), Instant.now().toEpochMilli());
        });
        assertThat(pauses.byStart()).anySatisfy(pause -> {
            assertThat(pause.kind()).isEqualTo(JvmPauses.Kind.LOCK);
            assertThat(pause.thread()).isEqualTo("waits-for-lock");
            assertThat(pause.detail()).isEqualTo(Lock.class.getName());
        });
    }

    /** Loads no class before it has the lock. */
    private static final class SlowLoader extends ClassLoader {
        private final Lock lock;

        SlowLoader(Lock lock) {
            super(JvmPausesTest.class.getClassLoader());
            this.lock = lock;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (lock) {
                return super.loadClass(name, resolve);
            }
        }
    }

    @Test
    void shouldTellTheLoadingOfClassesFromLocksOfTheProgram() throws Exception {
        Path file = directory.resolve("loading.jfr");
        Lock lock = new Lock();
        SlowLoader loader = new SlowLoader(lock);
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JavaMonitorEnter").withoutThreshold().withStackTrace();
            recording.start();
            waitFor(lock, () -> {
                try {
                    loader.loadClass("java.lang.Object");
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            });
            recording.stop();
            recording.dump(file);
        }

        JvmPauses pauses = new JvmPauses();
        pauses.read(file);

        assertThat(pauses.byStart())
                .filteredOn(pause -> "waits-for-lock".equals(pause.thread()))
                .extracting(JvmPauses.Pause::detail)
                .containsExactly(JvmPauses.CLASS_LOADING);
    }

    private static final class Lock {}

    private static void waitForALock() throws InterruptedException {
        Lock lock = new Lock();
        waitFor(lock, () -> {
            synchronized (lock) {
                assertThat(Thread.holdsLock(lock)).isTrue();
            }
        });
    }

    private static void waitFor(Lock lock, Runnable work) throws InterruptedException {
        Thread waiting = new Thread(work, "waits-for-lock");
        synchronized (lock) {
            waiting.start();
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> waiting.getState() == Thread.State.BLOCKED);
        }
        waiting.join();
    }

    @Test
    void shouldRefuseARecordingThatIsCutAnywhere() throws IOException {
        Path file = directory.resolve("whole.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        byte[] whole = Files.readAllBytes(file);
        Path cut = directory.resolve("cut.jfr");
        for (int part = 1; part < 200; part++) {
            Files.write(cut, Arrays.copyOf(whole, (int) ((long) whole.length * part / 200)));

            assertThatThrownBy(() -> new JvmPauses().read(cut)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldRefuseWhatIsNoRecording() throws IOException {
        Path file = Files.writeString(directory.resolve("no.jfr"), "no recording");

        assertThatThrownBy(() -> new JvmPauses().read(file)).isInstanceOf(IOException.class);
    }
}
