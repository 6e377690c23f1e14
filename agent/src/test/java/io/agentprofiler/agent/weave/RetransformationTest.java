// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetransformationTest {
    private static final String INITIALIZED = "RetransformationTest.initialized";

    /** What the JVM did until it was asked to retransform. */
    private final List<String> loaded = new ArrayList<>();

    private final Instrumentation instrumentation = (Instrumentation) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                loaded.add(method.getName());
                return null;
            });

    static class Base {}

    static class Derived extends Base {}

    /** The verifier, which is part of linking, loads {@code Derived} to see whether it is a {@code Base}. */
    static class Late {
        static {
            System.setProperty(INITIALIZED, "true");
        }

        Base make(Derived derived) {
            return derived;
        }
    }

    /** The same of an interface. */
    interface LateInterface {
        String VALUE = System.setProperty(INITIALIZED, "true");

        default Base make(Derived derived) {
            return derived;
        }
    }

    @Test
    void shouldLinkAClassBeforeItIsRetransformed() throws Exception {
        shouldLinkBefore(Late.class);
    }

    @Test
    void shouldLinkAnInterfaceBeforeItIsRetransformed() throws Exception {
        shouldLinkBefore(LateInterface.class);
    }

    private void shouldLinkBefore(Class<?> original) throws Exception {
        Class<?> type = Class.forName(original.getName(), false, new Recording());
        assertThat(type).isNotSameAs(original);
        assertThat(loaded).doesNotContain(Derived.class.getName());

        Retransformation.of(instrumentation, type);

        assertThat(loaded).contains(Derived.class.getName()).endsWith("retransformClasses");
        assertThat(System.getProperty(INITIALIZED)).as("initialized").isNull();
    }

    /** Has copies of this test's classes, and notes which were asked for. */
    private final class Recording extends ClassLoader {
        Recording() {
            super(RetransformationTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RetransformationTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            loaded.add(name);
            Class<?> found = findLoadedClass(name);
            if (found != null) {
                return found;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
