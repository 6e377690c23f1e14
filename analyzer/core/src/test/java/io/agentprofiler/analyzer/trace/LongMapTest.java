// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LongMapTest {
    @Property
    void shouldBehaveLikeAHashMap(@ForAll List<@IntRange(min = -40, max = 40) Integer> steps) {
        LongMap<Integer> map = new LongMap<>(0);
        Map<Long, Integer> model = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            int step = steps.get(i);
            // keys far apart that share their home slots
            long key = (Math.abs(step) + 1L) << 40;
            if (step < 0) {
                map.remove(key);
                model.remove(key);
            } else {
                map.put(key, i);
                model.put(key, i);
            }
            assertThat(map.size()).isEqualTo(model.size());
        }
        for (long key = 1; key <= 41; key++) {
            assertThat(map.get(key << 40)).isEqualTo(model.get(key << 40));
        }
        assertThat(map.sortedKeys())
                .containsExactly(model.keySet().stream()
                        .mapToLong(Long::longValue)
                        .sorted()
                        .toArray());
    }
}
