// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StaticFieldsTest {
    private static final AtomicBoolean INITIALIZED = new AtomicBoolean();

    /** What tells that its class was initialized. */
    private static final class Late {
        private static final Object VALUE = new Object();

        @SuppressWarnings("unused")
        private static final int NUMBER = Integer.parseInt("1");

        @SuppressWarnings("unused")
        private final Object own = new Object();

        static {
            INITIALIZED.set(true);
        }

        static Object value() {
            return VALUE;
        }
    }

    @BeforeAll
    static void shouldReadFromMemory() {
        FieldReaders.openWith((type, reader) -> {});
    }

    /** Other tests of this JVM read fields by handles. */
    @AfterAll
    static void shouldReadFieldsByHandlesAgain() {
        FieldReaders.openWith((type, reader) -> {
            if (type.getName().equals("jdk.internal.misc.Unsafe")) {
                throw new IllegalStateException("nobody opens it");
            }
        });
    }

    @Test
    void shouldReadAFieldOnceTheClassIsInitialized() {
        assertThat(StaticFields.read(Late.class, "VALUE")).isNull();
        assertThat(INITIALIZED).isFalse();

        Object value = Late.value();

        assertThat(INITIALIZED).isTrue();
        assertThat(StaticFields.read(Late.class, "VALUE")).isSameAs(value);
        assertThat(StaticFields.read(Late.class, "NUMBER")).isNull();
        assertThat(StaticFields.read(Late.class, "own")).isNull();
        assertThat(StaticFields.read(Late.class, "other")).isNull();
    }

    @Test
    void shouldAskNoLoaderForAClass() {
        AtomicBoolean asked = new AtomicBoolean();
        ClassLoader loader = new ClassLoader(null) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                asked.set(true);
                return super.loadClass(name, resolve);
            }
        };

        assertThat(StaticFields.loadedClass(loader, "com.example.Other")).isNull();
        assertThat(StaticFields.loadedClass(loader, "java.lang.String")).isNull();
        assertThat(asked).isFalse();
        assertThat(StaticFields.loadedClass(null, "java.lang.String")).isSameAs(String.class);
        assertThat(StaticFields.loadedClass(null, "com.example.Other")).isNull();
        assertThat(StaticFields.loadedClass(
                        getClass().getClassLoader(), getClass().getName()))
                .isSameAs(getClass());
    }
}
