// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleFilesTest {
    private static final Path RESOURCES = Path.of("src/main/resources/rules");

    @TempDir
    Path folder;

    @Test
    void shouldListEveryBundledFile() throws IOException {
        try (Stream<Path> files = Files.list(RESOURCES)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .toList();

            assertThat(RuleFiles.bundled()).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    void shouldLoadEveryBundledFile() throws RuleFileException {
        for (String name : RuleFiles.bundled()) {
            assertThat(RuleFiles.loadBundled(name).name()).isEqualTo(name);
            assertThat(RuleFiles.loadBundled(name).rules()).isNotEmpty();
        }
    }

    @Test
    void shouldKnowTheTypesOfReactiveLibrariesTheMoreSpecialFirst() throws RuleFileException {
        List<ReactiveType> types = RuleFiles.loadReactive().reactive();

        assertThat(types)
                .extracting(ReactiveType::type)
                .containsSubsequence(
                        "reactor.core.publisher.Mono",
                        "org.reactivestreams.Publisher",
                        "java.util.concurrent.Flow$Publisher");
        ReactiveType mono = types.get(0);
        assertThat(mono.subclass())
                .isEqualTo(new ReactiveType.Subclass(
                        "reactor.core.publisher.Mono", "subscribe", List.of("block"), List.of()));
        assertThat(mono.source()).isEqualTo("org.reactivestreams.Publisher");
        assertThat(mono.context()).isEqualTo(new ReactiveType.Context("currentContext", "getOrDefault", "put"));
        assertThat(mono.fusion())
                .isEqualTo(new ReactiveType.Fusion("tryOnNext", "requestFusion", "poll", "isEmpty", 1));
        assertThat(mono.forward()).contains("reactor.core.Scannable");
        assertThat(mono.keep()).containsExactly("reactor.core.publisher.MonoProcessor");
        assertThat(mono.packages()).containsExactly("reactor.core.", "reactor.util.");
        assertThat(mono.single()).isTrue();
    }

    @Test
    void shouldMakeNoBundledTypeByAFactoryWhichRunsHooks() throws RuleFileException {
        assertThat(RuleFiles.loadReactive().reactive())
                .extracting(ReactiveType::wrap)
                .containsOnlyNulls();
    }

    @Test
    void shouldKnowATypeThatIsSubscribedToAndMadeInARoundaboutWay() throws RuleFileException {
        ReactiveType later =
                RuleParser.parse("c.json", """
                        {"format": "agent-profiler-rules/1", "rules": [],
                         "reactive": [{"type": "com.acme.Later", "factory": "from", "wrap": "source(com.acme.Source)",
                                       "via": "asMany", "subscriber": "com.acme.Listener", "single": true}]}
                        """, Origin.USER).reactive().get(0);

        assertThat(later.factory()).isEqualTo("from");
        assertThat(later.wrap()).isEqualTo("source");
        assertThat(later.via()).isEqualTo("asMany");
        assertThat(later.source()).isEqualTo("com.acme.Source");
        assertThat(later.single()).isTrue();
        assertThat(later.subclass()).isNull();
    }

    @Test
    void shouldKnowKotlinsCoroutines() throws RuleFileException {
        RuleFile file = RuleFiles.loadCoroutines();

        assertThat(file.coroutines().continuation()).isEqualTo("kotlin.coroutines.Continuation");
        assertThat(file.coroutines().suspended().name()).isEqualTo("COROUTINE_SUSPENDED");
        assertThat(file.coroutines().failure().name()).isEqualTo("exception");
        assertThat(file.coroutines().frame().step().name()).isEqualTo("invokeSuspend");
        assertThat(file.coroutines().callers())
                .containsEntry("kotlin.coroutines.jvm.internal.BaseContinuationImpl", "completion");
        assertThat(file.rules()).extracting(Rule::role).containsExactly(Role.LAUNCH, Role.RESUME);
        assertThat(RuleFiles.loadBundled("langchain4j").coroutines()).isNull();
    }

    @Test
    void shouldSayThatNobodyElseDescribesCoroutines() {
        assertThat(problems("""
                        {"format": "agent-profiler-rules/1", "coroutines": {},
                         "rules": [{"id": "go", "role": "resume", "match": {"class": "com.acme.Go", "method": "on"}}]}
                        """, Origin.USER))
                .containsExactly(
                        "c.json:1:38: unknown key 'coroutines'; known are format, title, packages, shared, reactive, rules,"
                                + " metadata, $schema",
                        "c.json:2:33: rule 'go', key 'role': is for the bundled file about Kotlin's coroutines, there is no other");
    }

    @Test
    void shouldTellWhatADescriptionOfCoroutinesLacks() {
        assertThat(problems("""
                        {"format": "agent-profiler-rules/1", "rules": [], "packages": [],
                         "coroutines": {"continuation": "no name", "step": "run()", "callers": {"com.acme.A": 1},
                                        "suspended": {"name": "S"}, "failure": {}, "nothing": "N", "label": "l",
                                        "roots": "no root"}}
                        """, Origin.BUNDLED))
                .containsExactlyInAnyOrder(
                        "c.json:2:16: key 'coroutines': key 'frame' is missing, expected a value",
                        "c.json:2:16: key 'coroutines': key 'generated' is missing, expected a value",
                        "c.json:3:30: key 'coroutines > suspended': key 'type' is missing, expected a name",
                        "c.json:3:56: key 'coroutines > failure': key 'type' is missing, expected a name",
                        "c.json:3:56: key 'coroutines > failure': key 'field' is missing, expected a name",
                        "c.json:2:33: key 'coroutines > continuation': found \"no name\", expected a fully qualified class name, nested classes with $",
                        "c.json:2:52: key 'coroutines > step': found \"run()\", expected a method of the frame, for example \"run(java.lang.Object):java.lang.Object\"",
                        "c.json:2:87: key 'coroutines > callers > com.acme.A': found 1, expected name of a field",
                        "c.json:4:26: key 'coroutines > roots': found \"no root\", expected a fully qualified class name, nested classes with $");
    }

    private static List<String> problems(String text, Origin origin) {
        try {
            RuleParser.parse("c.json", text, origin);
            return List.of();
        } catch (RuleFileException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    @Test
    void shouldSayWhatIsBundled() {
        assertThatThrownBy(() -> RuleFiles.loadBundled("langchain4"))
                .isInstanceOf(RuleFileException.class)
                .hasMessage("langchain4.json: is not bundled; did you mean 'langchain4j'?; bundled are "
                        + String.join(", ", RuleFiles.bundled()));
    }

    @Test
    void shouldLoadAUsersFile() throws Exception {
        Path file = Files.writeString(folder.resolve("mine.json"), """
                \uFEFF{"format": "agent-profiler-rules/1",
                 "rules": [{"id": "plan", "match": {"class": "com.acme.Plän", "method": "plan"}}]}
                """);

        assertThat(RuleFiles.load(file.toFile()).name()).isEqualTo("mine");
        assertThat(RuleFiles.load(file.toFile()).packages()).containsExactly("com.acme.");
        assertThat(RuleFiles.load(file.toFile()).rules().get(0).match().type()).isEqualTo("com.acme.Plän");
    }

    @Test
    void shouldSayWhyAFileCannotBeRead() throws IOException {
        Path missing = folder.resolve("missing.json");
        Path latin = Files.write(folder.resolve("latin.json"), "{\"é\": 1}".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> RuleFiles.load(missing.toFile()))
                .isInstanceOf(RuleFileException.class)
                .hasMessage(missing + ": does not exist (looked for " + missing + ")");
        assertThatThrownBy(() -> RuleFiles.load(folder.toFile()))
                .hasMessage(folder + ": is a directory, expected a rule file");
        assertThatThrownBy(() -> RuleFiles.load(latin.toFile())).hasMessage(latin + ": is not UTF-8 text");
    }
}
