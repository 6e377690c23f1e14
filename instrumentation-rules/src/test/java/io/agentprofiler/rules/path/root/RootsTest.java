// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.root;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RootsTest {
    @Test
    void shouldReadWhatEitherReads() {
        Roots left = new Roots(true, Set.of(0), false, false, Set.of("a.A"));
        Roots right = new Roots(false, Set.of(0, 2), true, true, Set.of());

        assertThat(left.union(right)).isEqualTo(new Roots(true, Set.of(0, 2), true, true, Set.of("a.A")));
        assertThat(left.union(Roots.NONE)).isEqualTo(left);
        assertThat(Roots.NONE.union(right)).isEqualTo(right);
    }
}
