// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was read from a class does not keep its loader, though the path lives on. */
class ClassLoaderLeakTest {
    private final List<Path> paths = List.of(
            PathParser.parse("arg0.name"),
            PathParser.parse("arg0.nothing|name"),
            PathParser.parse("arg0.(missing|name)"),
            PathParser.parse("arg0.none?"),
            PathParser.parse("arg0.absent"),
            PathParser.parse("arg0.simpleClass"),
            PathParser.parse("arg0.again"),
            PathParser.parse("arg0.ofOther"),
            PathParser.parse("arg1[].name"));

    @Test
    void shouldLetGoOfTheLoaderOfAClassThatWasRead() throws ReflectiveOperationException {
        WeakReference<ClassLoader> loader = readFromAClassOfItsOwn();

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return loader.get() == null;
        });
        assertThat(paths.get(0).read(TestCall.of(new Named()))).isEqualTo("named");
    }

    @Test
    void shouldLetGoOfThePath() {
        WeakReference<Path> path = readOnce(new Named());

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return path.get() == null;
        });
    }

    private static WeakReference<Path> readOnce(Named named) {
        Path path = PathParser.parse("arg0.name|nothing");
        assertThat(path.read(TestCall.of(named))).isEqualTo("named");
        return new WeakReference<>(path);
    }

    private WeakReference<ClassLoader> readFromAClassOfItsOwn() throws ReflectiveOperationException {
        ClassLoader loader = new OwnCopy();
        Class<?> type = loader.loadClass(Named.class.getName());
        Object named = type.getDeclaredConstructor().newInstance();
        assertThat(type).isNotSameAs(Named.class);
        TestCall call = TestCall.of(named, List.of(named));

        assertThat(paths.stream().map(path -> path.read(call)))
                .containsExactly("named", "named", "named", null, null, "Named", "state", "state", List.of("named"));
        return new WeakReference<>(loader);
    }

    /** A class to read from. */
    public static final class Named {
        private final String state = "state";

        private final Named other;

        /** Answers a name. */
        public String name() {
            return "named";
        }

        /** Makes one that has another. */
        public Named() {
            this(new Named(null));
        }

        private Named(Named other) {
            this.other = other;
        }

        /** Answers what its state is, as does a getter that it calls. */
        public String again() {
            return state();
        }

        /** Answers its state. */
        public String state() {
            return state;
        }

        /** Answers the state of the other. */
        public String ofOther() {
            return other.state;
        }
    }

    /** Defines its own copy of {@link Named}. */
    private static final class OwnCopy extends ClassLoader {
        OwnCopy() {
            super(ClassLoaderLeakTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Named.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) {
            String resource = name.replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(resource)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length, Named.class.getProtectionDomain());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
