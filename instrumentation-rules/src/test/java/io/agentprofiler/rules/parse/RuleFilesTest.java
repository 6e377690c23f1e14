// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.model.ReactiveType;
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
        assertThat(types.get(0))
                .isEqualTo(new ReactiveType(
                        "reactor.core.publisher.Mono",
                        "fromDirect",
                        null,
                        null,
                        "org.reactivestreams.Publisher",
                        "reactor.core.CoreSubscriber",
                        true,
                        ReactiveType.Signals.STANDARD,
                        new ReactiveType.Context("currentContext", "getOrDefault", "put"),
                        List.of("reactor.core.Scannable")));
    }

    @Test
    void shouldKnowATypeThatIsSubscribedToAndMadeInARoundaboutWay() throws RuleFileException {
        ReactiveType uni = RuleFiles.loadReactive().reactive().stream()
                .filter(type -> type.type().endsWith(".Uni"))
                .findAny()
                .orElseThrow();

        assertThat(uni.factory()).isEqualTo("createFrom");
        assertThat(uni.wrap()).isEqualTo("publisher");
        assertThat(uni.via()).isEqualTo("toMulti");
        assertThat(uni.source()).isEqualTo("java.util.concurrent.Flow$Publisher");
        assertThat(uni.single()).isTrue();
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
