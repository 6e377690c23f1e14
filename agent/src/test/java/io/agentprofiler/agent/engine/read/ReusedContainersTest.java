// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReusedContainersTest {
    private final ReusedContainers containers = new ReusedContainers();

    @Test
    void shouldGiveEachContainerOnceBetweenTwoReadings() {
        for (int reading = 0; reading < 3; reading++) {
            Set<Object> given = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = 0; i < 5000; i++) {
                assertThat(given.add(containers.map(3))).isTrue();
                assertThat(given.add(containers.list(3))).isTrue();
            }
            containers.takeBack();
        }
    }

    @Test
    void shouldGiveTheSameOnesAgainAndEmpty() {
        Map<String, Object> map = containers.map(2);
        List<Object> list = containers.list(2);
        map.put("a", 1L);
        list.add("b");

        containers.takeBack();

        assertThat(containers.map(20)).isEmpty();
        assertThat(containers.map(1)).isSameAs(map).isEmpty();
        assertThat(containers.list(1)).isSameAs(list).isEmpty();
    }

    @Test
    void shouldLetGoOfLargeLists() {
        List<Object> list = containers.list(1);
        for (int i = 0; i < 1000; i++) {
            list.add(i);
        }

        containers.takeBack();

        assertThat(containers.list(1)).isNotSameAs(list).isEmpty();
    }
}
