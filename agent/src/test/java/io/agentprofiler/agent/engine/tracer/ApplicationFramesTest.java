// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.tracer;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.Desk;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.File;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Here {@link Desk} is the application, by its directory and its name; this package is a library's, by its name. */
class ApplicationFramesTest {
    private final ApplicationFrames frames = new ApplicationFrames(ApplicationCode.of("", ""));

    private static Map<String, Object> read(Object found) {
        Map<String, Object> attributes = new HashMap<>();
        CodeAttributes.read(found, attributes);
        return attributes;
    }

    @Test
    void shouldNameTheLineThatMadeTheCall() {
        Map<String, Object> expected = Map.of(
                "code.function.name", "com.acme.shop.Desk.ask",
                "code.file.path", "com/acme/shop/Desk.java",
                "code.line.number", (long) Desk.ASKS);

        assertThat(read(Desk.ask(frames::find))).isEqualTo(expected);
        assertThat(read(Desk.askByLambda(frames::find))).as("known from before").isEqualTo(expected);
    }

    @Test
    void shouldNameTheMethodThatALambdaExpressionStandsIn() {
        List<Map<String, Object>> read = new ArrayList<>();
        Desk.askByLambda(() -> {
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(frame -> {
                if (frame.getMethodName().startsWith("lambda$askByLambda$")) {
                    read.add(read(frame));
                }
            });
            return null;
        });

        assertThat(read)
                .extracting(attributes -> attributes.get("code.function.name"))
                .containsExactly("com.acme.shop.Desk.askByLambda");
    }

    @Test
    void shouldFindTheSameTextsForTheSamePlace() {
        Object first = read(Desk.ask(frames::find)).get("code.function.name");

        assertThat(read(Desk.ask(frames::find)).get("code.function.name")).isSameAs(first);
    }

    @Test
    void shouldFindNothingWhereNoCodeOfTheApplicationIs() throws InterruptedException {
        List<Object> found = new ArrayList<>();
        Thread thread = new Thread(() -> found.add(frames.find()));
        thread.start();
        thread.join();

        assertThat(found).containsOnlyNulls().hasSize(1);
    }

    /** A task of a library in a wrapper of the application's, on whatever thread: the wrapper asked for nothing. */
    @Test
    void shouldNotTakeAWrapperOfTasksForWhoMakesTheCall() {
        List<Object> found = new ArrayList<>();
        Desk.wrap(new Runnable() {
                    @Override
                    public void run() {
                        found.add(frames.find());
                    }
                })
                .run();
        Desk.wrap(() -> found.add(frames.find())).run();

        assertThat(found).containsOnlyNulls().hasSize(2);
    }

    @Test
    void shouldLookNoFurtherThanItMay() {
        assertThat(Desk.askBelow(ApplicationFrames.MOST_FRAMES, this::shallow)).isNotNull();
        assertThat(Desk.ask(this::deep)).isNull();
    }

    private Object shallow() {
        return deep(10);
    }

    private Object deep() {
        return deep(ApplicationFrames.MOST_FRAMES);
    }

    private Object deep(int more) {
        return more == 0 ? frames.find() : deep(more - 1);
    }

    /** What walks cost is counted, and calls in excess of their part of the time have no place. */
    @Test
    void shouldGiveUpWhereWalksTakeTooLong() {
        long now = System.nanoTime();
        for (long spent = 0; spent < ApplicationFrames.AHEAD_NANOS; spent += 2 * ApplicationFrames.MOST_NANOS) {
            assertThat(Desk.ask(frames::find)).isNotNull();
            // a thread that waited for a processor meanwhile
            frames.spend(now, 10 * ApplicationFrames.MOST_NANOS);
        }

        for (long spent = 0; spent <= ApplicationFrames.AHEAD_NANOS; spent += ApplicationFrames.MOST_NANOS) {
            frames.spend(now, ApplicationFrames.MOST_NANOS);
        }
        assertThat(Desk.ask(frames::find)).isNull();
    }

    @Test
    void shouldTakeClassesForTheApplicationsByWhereTheyAre() throws Exception {
        ApplicationCode code = ApplicationCode.of("/srv/my shop.jar", "/srv/my shop.jar");

        for (String own :
                List.of("file:/shop/target/classes/", "file:/srv/my%20shop.jar", "file:/srv/shop/WEB-INF/classes/")) {
            assertThat(code.isAt(new URL(own))).as(own).isTrue();
        }
        assertThat(code.isAt(new URL("jar:file:/srv/shop.jar!/BOOT-INF/classes!/")))
                .isTrue();
        for (String other : List.of("file:/srv/lib/model.jar", "jar:file:/srv/shop.jar!/BOOT-INF/lib/model.jar!/")) {
            assertThat(code.isAt(new URL(other))).as(other).isFalse();
        }
        assertThat(code.isAt(null)).isFalse();
    }

    @Test
    void shouldFindTheJarWithTheMainClass() throws Exception {
        URI jar = Test.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        String classPath = "a.jar" + File.pathSeparator + "b.jar";

        ApplicationCode code = ApplicationCode.of(classPath, Test.class.getName() + " --some option");

        assertThat(code.isAt(jar.toURL())).isTrue();
        assertThat(code.isAt(new URL("file:/b.jar"))).isFalse();
        assertThat(ApplicationCode.of(classPath, "no.such.Main").isAt(jar.toURL()))
                .isFalse();
    }

    @Test
    void shouldKnowTheLibrariesThatRulesAreAbout() throws Exception {
        List<String> packages = new ArrayList<>();
        for (String file : RuleFiles.bundled()) {
            packages.addAll(RuleFiles.loadBundled(file).packages());
        }

        assertThat(packages).isNotEmpty().allMatch(name -> ApplicationCode.isLibrary(name + "Any"));
        assertThat(Stream.of("com.acme.shop.Desk", "org.acme.Shop", "Shop")).noneMatch(ApplicationCode::isLibrary);
    }

    @Test
    void shouldAskForCallsOnly() {
        assertThat(Stream.of(SpanKind.values()).filter(ApplicationFrames::areWanted))
                .containsExactlyInAnyOrder(
                        SpanKind.WORKFLOW,
                        SpanKind.AGENT,
                        SpanKind.LLM,
                        SpanKind.TOOL,
                        SpanKind.RETRIEVAL,
                        SpanKind.EMBEDDING,
                        SpanKind.RERANK);
    }
}
