// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bundled description of Kotlin's coroutines, checked against the releases that frameworks depend on. */
class CoroutineTypesTest {
    @ParameterizedTest
    @ValueSource(strings = {"kotlin-coroutines"})
    void shouldFindEverythingTheDescriptionNames(String framework) throws Exception {
        RuleFile file = RuleFiles.loadCoroutines();
        Coroutines names = file.coroutines();
        List<URL> urls = new ArrayList<>();
        for (String jar : Artifacts.classPath(framework).split(File.pathSeparator)) {
            urls.add(Path.of(jar).toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Class<?> continuation = load(loader, names.continuation());
            Class<?> frame = load(loader, names.frame().type());
            assertThat(continuation).isAssignableFrom(frame);
            assertThat(load(loader, names.suspended().type())
                            .getDeclaredField(names.suspended().name())
                            .isEnumConstant())
                    .isTrue();
            assertThat(load(loader, names.failure().type())
                            .getDeclaredField(names.failure().name())
                            .getType())
                    .isEqualTo(Throwable.class);
            assertThat(load(loader, names.nothing())).isNotNull();
            assertHas(frame, names.frame().step());
            for (Map.Entry<String, String> caller : names.callers().entrySet()) {
                Class<?> holder = load(loader, caller.getKey());
                assertThat(continuation)
                        .as(caller.getKey())
                        .isAssignableFrom(holder)
                        .isAssignableFrom(
                                holder.getDeclaredField(caller.getValue()).getType());
            }
            for (String root : names.roots()) {
                assertThat(continuation).isAssignableFrom(load(loader, root));
            }
            for (String generated : names.generated()) {
                assertThat(frame).isAssignableFrom(load(loader, generated));
            }
            for (Rule rule : file.rules()) {
                for (MethodSignature method : rule.match().methods()) {
                    assertHas(load(loader, rule.match().type()), method);
                }
            }
            assertHas(frame, file.rules().get(1).match().methods().get(0));
        }
    }

    private static void assertHas(Class<?> type, MethodSignature method) {
        assertThat(type.getDeclaredMethods())
                .anyMatch(m -> m.getName().equals(method.name())
                        && m.getReturnType().getName().equals(method.returns())
                        && parameters(m).equals(method.parameters()));
    }

    private static List<String> parameters(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::getName).toList();
    }

    private static Class<?> load(ClassLoader loader, String name) throws ClassNotFoundException {
        return Class.forName(name, false, loader);
    }
}
