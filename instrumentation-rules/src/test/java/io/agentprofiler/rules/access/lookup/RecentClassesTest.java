// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentClassesTest {
    private static final List<Class<?>> TYPES = List.of(
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Character.class,
            Boolean.class,
            String.class,
            Void.class);

    private final RecentClasses<Name> recent = new RecentClasses<>();
    /** What the classes themselves would keep. */
    private final List<Name> kept = new ArrayList<>();

    @Test
    void shouldKnowNothingAtFirst() {
        assertThat(recent.get(String.class)).isNull();
    }

    @Test
    void shouldTellClassesApart() {
        TYPES.subList(0, 8).forEach(this::add);

        for (int i = 0; i < 8; i++) {
            assertThat(recent.get(TYPES.get(i))).isSameAs(kept.get(i));
        }
        assertThat(recent.get(String.class)).isNull();
    }

    @Test
    void shouldForgetTheFirstForTheNinth() {
        TYPES.forEach(this::add);

        assertThat(recent.get(Byte.class)).isNull();
        assertThat(recent.get(Short.class)).isNull();
        for (int i = 2; i < TYPES.size(); i++) {
            assertThat(recent.get(TYPES.get(i))).isSameAs(kept.get(i));
        }
    }

    private void add(Class<?> type) {
        Name name = new Name(type);
        kept.add(name);
        recent.add(name);
    }

    private static final class Name extends RecentClasses.Known {
        Name(Class<?> type) {
            super(type);
        }
    }
}
