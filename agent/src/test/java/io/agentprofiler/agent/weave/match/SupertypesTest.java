// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.util.AbstractList;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class SupertypesTest {
    private final Supertypes supertypes = new Supertypes();

    /** A loader of the application that is not ready to be compared. */
    private static final class Unready extends ClassLoader {
        Unready() {
            super(SupertypesTest.class.getClassLoader());
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("tenant not known yet");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("tenant not known yet");
        }
    }

    @Test
    void shouldReadSupertypesOfAllHeights() throws IOException {
        assertThat(supertypes.of(outline(ArrayList.class), getClass().getClassLoader()))
                .contains("java/util/AbstractList", "java/util/AbstractCollection", "java/lang/Iterable")
                .doesNotContain("java/util/ArrayList");
    }

    @Test
    void shouldNotCompareLoadersByTheirOwnMeans() throws IOException {
        Unready loader = new Unready();
        ClassOutline list = outline(AbstractList.class);

        assertThat(supertypes.of(list, loader)).contains("java/util/List");
        assertThat(supertypes.of(list, loader)).contains("java/lang/Iterable");
        assertThat(supertypes.of(list, new Unready())).contains("java/util/List");
        assertThat(supertypes.loaders()).isEqualTo(2);
    }

    @Test
    void shouldForgetLoadersThatAreGone() throws IOException {
        ClassOutline list = outline(AbstractList.class);
        supertypes.of(list, new Unready());
        assertThat(supertypes.loaders()).isOne();

        ClassLoader kept = getClass().getClassLoader();
        await().until(() -> {
            System.gc();
            supertypes.of(list, kept);
            return supertypes.loaders() == 1;
        });
    }

    private static ClassOutline outline(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return ClassOutline.of(in.readAllBytes());
        }
    }
}
