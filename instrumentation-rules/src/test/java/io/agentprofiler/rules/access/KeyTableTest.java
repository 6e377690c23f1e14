// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyTableTest {
    private final KeyTable table = new KeyTable();

    @Test
    void shouldFindWhatWasAddedByAnEqualKey() {
        for (int i = 0; i < 500; i++) {
            assertThat(table.get(new AccessKey("name" + i))).isNull();
            table.put(new AccessKey("name" + i), i);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(table.get(new AccessKey("name" + i))).isEqualTo(i);
        }
        assertThat(table.get(new AccessKey("name500"))).isNull();
    }

    @Test
    void shouldTellKeysOfTheSameHashCodeApart() {
        table.put(new AccessKey("Aa"), 1);
        table.put(new AccessKey("BB"), 2);
        table.put(new AccessKey("BB"), 3);

        assertThat(table.get(new AccessKey("Aa"))).isEqualTo(1);
        assertThat(table.get(new AccessKey("BB"))).isEqualTo(3);
    }

    @Test
    void shouldLoseNothingThatSeveralThreadsAddAtOnce() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int first = t * 1000;
            threads.add(new Thread(() -> {
                for (int i = first; i < first + 300; i++) {
                    table.put(new AccessKey("name" + i), i);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        for (int t = 0; t < 4; t++) {
            for (int i = t * 1000; i < t * 1000 + 300; i++) {
                assertThat(table.get(new AccessKey("name" + i))).isEqualTo(i);
            }
        }
    }
}
