// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The bundled description of reactive libraries, checked against the oldest and the newest release that frameworks depend
 * on.
 */
class ReactiveTypesTest {
    @ParameterizedTest
    @CsvSource({"reactor, 11", "semantic-kernel-1.2.2, 4", "kotlin-coroutines, 3"})
    void shouldFindEverythingTheDescriptionsName(String framework, int present)
            throws RuleFileException, IOException, ReflectiveOperationException {
        RuleFile file = RuleFiles.loadReactive();
        List<String> found = new ArrayList<>();
        try (URLClassLoader loader = loader(Artifacts.classPath(framework))) {
            for (ReactiveType type : file.reactive()) {
                Class<?> loaded = load(loader, type.type());
                if (loaded != null) {
                    check(type, loaded, loader);
                    found.add(type.type());
                }
            }
            for (Rule rule : file.rules()) {
                Match match = rule.match();
                if (load(loader, match.type()) == null) {
                    continue;
                }
                for (MethodSignature method : match.methods()) {
                    assertThat(Class.forName(match.type(), false, loader).getMethods())
                            .anyMatch(m -> m.getName().equals(method.name())
                                    && m.getReturnType().getName().equals(method.returns())
                                    && Arrays.stream(m.getParameterTypes())
                                            .map(Class::getName)
                                            .toList()
                                            .equals(method.parameters()));
                }
            }
        }
        assertThat(found).hasSize(present);
    }

    private static void check(ReactiveType type, Class<?> loaded, ClassLoader loader)
            throws ReflectiveOperationException {
        Class<?> subscriber = Class.forName(type.subscriber(), false, loader);
        assertThat(Class.forName(type.source(), false, loader).isInterface()).isTrue();
        if (type.collect() != null) {
            checkCollected(type, loaded, subscriber);
            return;
        }
        ReactiveType.Subclass subclass = type.subclass();
        if (subclass == null) {
            assertThat(loaded.getMethod("subscribe", subscriber)).isNotNull();
        } else {
            Class<?> parent = Class.forName(subclass.of(), false, loader);
            assertThat(parent).isAssignableTo(loaded);
            assertThat(Modifier.isPublic(parent.getConstructor().getModifiers()))
                    .isTrue();
            assertThat(parent.getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals(subclass.subscribe())
                            && method.getParameterCount() == 1
                            && subscriber.isAssignableFrom(method.getParameterTypes()[0])
                            && !Modifier.isFinal(method.getModifiers()));
        }
        List<String> signals = new ArrayList<>();
        for (Method method : subscriber.getMethods()) {
            signals.add(method.getName());
        }
        for (String forwarded : type.forward()) {
            Class<?> more = load(loader, forwarded);
            if (more != null && subscriber.isAssignableFrom(more)) {
                Arrays.stream(more.getMethods()).map(Method::getName).forEach(signals::add);
            }
        }
        assertThat(signals).contains(type.signals().subscribe(), type.signals().error());
        assertThat(signals)
                .containsAnyOf(type.signals().complete(), type.signals().success());
        Class<?> subscription = Arrays.stream(subscriber.getMethods())
                .filter(method -> method.getName().equals(type.signals().subscribe()))
                .findAny()
                .orElseThrow()
                .getParameterTypes()[0];
        assertThat(subscription.getMethod(type.signals().cancel())).isNotNull();
        if (type.context() != null) {
            Class<?> context = subscriber.getMethod(type.context().of()).getReturnType();
            assertThat(context.getMethod(type.context().get(), Object.class, Object.class))
                    .isNotNull();
            assertThat(context.getMethod(type.context().put(), Object.class, Object.class)
                            .getReturnType())
                    .isEqualTo(context);
        }
        // some moved to another package, and are named twice
        for (String forwarded : type.forward()) {
            Class<?> found = load(loader, forwarded);
            assertThat(found == null || found.isInterface()).as(forwarded).isTrue();
        }
        if (type.fusion() != null) {
            assertThat(type.forward().stream()
                            .map(name -> load(loader, name))
                            .filter(found -> found != null)
                            .flatMap(found -> Arrays.stream(found.getMethods()))
                            .map(Method::getName))
                    .contains(
                            type.fusion().request(),
                            type.fusion().poll(),
                            type.fusion().empty());
        }
    }

    private static void checkCollected(ReactiveType type, Class<?> loaded, Class<?> subscriber)
            throws ReflectiveOperationException {
        assertThat(loaded.getMethods())
                .anyMatch(method -> method.getName().equals(type.collect())
                        && method.getParameterCount() == 2
                        && method.getParameterTypes()[0] == subscriber);
        assertThat(subscriber.getMethods())
                .singleElement()
                .satisfies(method ->
                        assertThat(method.getName()).isEqualTo(type.signals().next()));
        if (type.subclass() != null) {
            assertThat(loaded.getMethods()).extracting(Method::getName).containsAll(type.derive());
            List<Class<?>> taken = new ArrayList<>();
            for (String field : type.subclass().fields()) {
                taken.add(loaded.getField(field).getType());
            }
            assertThat(Modifier.isPublic(loaded.getConstructor(taken.toArray(Class<?>[]::new))
                            .getModifiers()))
                    .isTrue();
        }
    }

    private static Class<?> load(ClassLoader loader, String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static URLClassLoader loader(String classPath) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String jar : classPath.split(File.pathSeparator)) {
            urls.add(Path.of(jar).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
