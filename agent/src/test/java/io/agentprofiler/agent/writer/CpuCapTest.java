// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.stats.Pressure;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuCapTest {
    private static final long FLUSH_MILLIS = 200;
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Pressure pressure = new Pressure();
    private long now = SECOND;
    private long cpu;

    @ParameterizedTest
    @CsvSource({"1, 0.05", "5, 1", "25, 3", "50, 20", "100, 7"})
    void shouldKeepAWriterThatIsNeverDoneWithinItsShare(int percent, double batchMillis) {
        CpuCap cap = cap(percent);
        long begin = now;
        while (now - begin < 60 * SECOND) {
            long rest = cap.rest(now, 0);
            now += rest;
            if (rest == 0) {
                use((long) (batchMillis * MILLI));
            }
        }
        double share = 100.0 * cpu / (now - begin);

        assertThat(share).isLessThanOrEqualTo(percent * 1.01 + 100 * batchMillis * MILLI / (60 * SECOND));
        assertThat(share).isGreaterThan(percent * 0.98);
    }

    @Test
    void shouldSaveNothingUpWhileThereIsNothingToDo() {
        CpuCap cap = cap(10);
        now += 100 * SECOND;
        assertThat(cap.rest(now, 0)).isZero();

        use(6 * MILLI);

        assertThat(cap.rest(now, 0)).isEqualTo(10 * MILLI);
    }

    @Test
    void shouldGiveUpPayloadsThenSpansWhenEventsWaitLongerThanTheyMay() {
        CpuCap cap = cap(1);
        use(SECOND);

        assertThat(levelAfter(cap, 500, 190)).isEqualTo(Pressure.Level.NONE);
        assertThat(levelAfter(cap, 10, 200)).isEqualTo(Pressure.Level.PAYLOADS);
        assertThat(levelAfter(cap, 190, 300)).isEqualTo(Pressure.Level.PAYLOADS);
        assertThat(levelAfter(cap, 10, 300)).isEqualTo(Pressure.Level.SPANS);
        assertThat(levelAfter(cap, 1000, 300)).isEqualTo(Pressure.Level.SPANS);
    }

    @Test
    void shouldGiveUpForEventsThatWaitHoweverShortTheRestsAre() {
        CpuCap cap = cap(10);
        for (int i = 0; i < 50; i++) {
            use(7 * MILLI);
            for (long rest = cap.rest(now, SECOND); rest > 0; rest = cap.rest(now, SECOND)) {
                now += rest;
            }
        }

        assertThat(pressure.level()).isEqualTo(Pressure.Level.SPANS);
    }

    @Test
    void shouldTakeBackOneLevelAfterTheOtherOnceItKeepsUp() {
        CpuCap cap = cap(1);
        use(SECOND);
        assertThat(levelAfter(cap, 500, 500)).isEqualTo(Pressure.Level.SPANS);

        assertThat(levelAfter(cap, 990, 0)).isEqualTo(Pressure.Level.SPANS);
        assertThat(levelAfter(cap, 10, 0)).isEqualTo(Pressure.Level.PAYLOADS);
        assertThat(levelAfter(cap, 1000, 90)).isEqualTo(Pressure.Level.NONE);
    }

    @Test
    void shouldGiveNothingUpWhereEventsWaitForOtherReasons() {
        CpuCap cap = cap(50);
        for (int i = 0; i < 100; i++) {
            now += 100 * MILLI;
            assertThat(cap.rest(now, SECOND)).isZero();
            assertThat(pressure.level()).isEqualTo(Pressure.Level.NONE);
        }
    }

    @Test
    void shouldNotRestWithoutACapNorWhereTimeIsUnknown() {
        CpuCap none = cap(Settings.NO_CPU_CAP);
        use(SECOND);
        assertThat(none.isLimited()).isFalse();
        assertThat(none.rest(now, SECOND)).isZero();

        cpu = -1;
        CpuCap unknown = cap(1);
        assertThat(unknown.rest(now + SECOND, SECOND)).isZero();
    }

    @Test
    void shouldGoOnWithTheTimeOfAThreadThatTakesOver() {
        CpuCap cap = cap(10);
        use(SECOND);
        cap.rest(now, 0);
        cpu = 0;

        cap.begin(now);

        assertThat(cap.rest(now, 0)).isPositive();
        now += 10 * SECOND;
        assertThat(cap.rest(now, 0)).isZero();
    }

    private CpuCap cap(int percent) {
        CpuCap cap = new CpuCap(percent, FLUSH_MILLIS, pressure, () -> cpu);
        cap.begin(now);
        return cap;
    }

    private void use(long nanos) {
        cpu += nanos;
        now += nanos;
    }

    /** Looks every ten milliseconds. */
    private Pressure.Level levelAfter(CpuCap cap, int millis, int waitedMillis) {
        for (int i = 0; i < millis; i += 10) {
            now += 10 * MILLI;
            cap.rest(now, waitedMillis * MILLI);
        }
        return pressure.level();
    }
}
