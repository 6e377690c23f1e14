// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SmallMapTest {
    private final SmallMap map = new SmallMap(3);

    @Test
    void shouldBeTheMapOfTheSameEntriesInTheirOrder() {
        Map<String, Object> other = new LinkedHashMap<>();
        for (Map<String, Object> each : List.of(map, other)) {
            assertThat(each.put("b", 1L)).isNull();
            assertThat(each.put("a", "x")).isNull();
            assertThat(each.put("b", List.of(2L))).isEqualTo(1L);
        }

        assertThat(map).isEqualTo(other).hasSameHashCodeAs(other).hasToString(other.toString());
        assertThat(other).isEqualTo(map);
        assertThat(List.copyOf(map.keySet())).containsExactly("b", "a");
        assertThat(map.get("a")).isEqualTo("x");
        assertThat(map.get("c")).isNull();
        assertThat(map.containsKey("c")).isFalse();
        List<String> seen = new ArrayList<>();
        map.forEach((name, value) -> seen.add(name + "=" + value));
        assertThat(seen).containsExactly("b=[2]", "a=x");
    }

    @Test
    void shouldBeEmptyAtFirst() {
        assertThat(map).isEmpty();
        assertThat(map.entrySet().iterator().hasNext()).isFalse();
    }

    @Test
    void shouldGrowAndBeUsedAgain() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 100; i++) {
                assertThat(map.putIfAbsent("name" + i, i)).isNull();
            }
            assertThat(map).hasSize(100).containsEntry("name99", 99);
            map.clear();
            assertThat(map).isEmpty();
            assertThat(map.get("name1")).isNull();
        }
    }

    @Test
    void shouldLoseTheEntriesWhoseNamesAreRemoved() {
        for (int i = 0; i < 6; i++) {
            map.put((i % 2 == 0 ? "even" : "odd") + i, i);
        }

        assertThat(map.keySet().removeIf(name -> name.startsWith("even"))).isTrue();

        assertThat(List.copyOf(map.keySet())).containsExactly("odd1", "odd3", "odd5");
        assertThat(map.get("odd5")).isEqualTo(5);
        assertThat(map.get("even4")).isNull();
    }
}
