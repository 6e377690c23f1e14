// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.model.Library;
import io.agentprofiler.rules.model.LoadedLibrary;
import java.util.List;
import org.junit.jupiter.api.Test;

class LibrariesTest {
    private final Libraries bundled = Libraries.bundled();

    @Test
    void shouldFindTheLibraryOfAClass() {
        assertThat(bundled.of("io.github.ollama4j.Ollama").name()).isEqualTo("Ollama4j");
        assertThat(bundled.of("io.github.ollama4j.models.chat.Chat$Builder").artifacts())
                .containsExactly("io.github.ollama4j:ollama4j");
        assertThat(bundled.of("io.github.ollama4jx.Ollama")).isNull();
        assertThat(bundled.of("com.acme.Ollama")).isNull();
        assertThat(bundled.of("a")).isNull();
        assertThat(bundled.of("zzz.A")).isNull();
    }

    @Test
    void shouldCountOnlyClassesThatMakeCallsWhereTheyAreNamed() {
        Library genAi = bundled.of("com.google.genai.types.Content");

        assertThat(genAi.isUsedBy("com.google.genai.types.Content")).isFalse();
        assertThat(genAi.isUsedBy("com.google.genai.Models")).isTrue();
        assertThat(genAi.isUsedBy("com.google.genai.Models$Builder")).isTrue();
        assertThat(genAi.isUsedBy("com.google.genai.ModelsSetup")).isFalse();
        assertThat(bundled.of("com.cohere.api.Cohere").isUsedBy("com.cohere.api.types.Chat"))
                .isTrue();
    }

    /** What a lookup relies on: the nearest prefix below a name is the only one that can fit. */
    @Test
    void shouldHaveNoPrefixThatBeginsWithAnother() {
        List<String> prefixes = bundled.all().stream().map(Library::prefix).toList();

        for (String prefix : prefixes) {
            assertThat(prefixes.stream().filter(prefix::startsWith)).containsExactly(prefix);
        }
        assertThat(prefixes).hasSizeGreaterThan(20).allMatch(prefix -> prefix.matches("([a-z0-9]+\\.){2,}"));
        assertThat(bundled.all())
                .allSatisfy(library -> assertThat(library.artifacts())
                        .isNotEmpty()
                        .allMatch(artifact -> artifact.matches("[\\w.-]+:[\\w.-]+")));
    }

    /** What a bundled rule file is for is told by the file's own title, unless only single classes of it are traced. */
    @Test
    void shouldHaveNoPackageOfTracedModelCallsButWithItsEntries() throws Exception {
        for (String name : RuleFiles.bundled()) {
            for (String traced : RuleFiles.loadBundled(name).packages()) {
                for (Library library : bundled.all()) {
                    if (library.prefix().startsWith(traced) || traced.startsWith(library.prefix())) {
                        assertThat(library.entries()).as(library.name()).isNotEmpty();
                    }
                }
            }
        }
    }

    @Test
    void shouldRefuseALineThatIsWrong() {
        assertThatThrownBy(() -> Libraries.parse("com.acme | Acme | g:a | model |"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a line of the table of libraries: com.acme | Acme | g:a | model |");
        assertThatThrownBy(() -> Libraries.parse("com.acme. | A | g:a | model |\ncom.acme. | B | g:b | model |"))
                .hasMessage("twice in the table of libraries: com.acme.");
    }

    @Test
    void shouldSayWhatIsTrue() {
        assertThat(new LoadedLibrary("Ollama4j", "1.1.6", List.of(), List.of(), false).sentence())
                .isEqualTo("Ollama4j 1.1.6 was loaded; it is not traced");
        assertThat(new LoadedLibrary("Ollama4j", null, List.of(), List.of(), false).sentence())
                .isEqualTo("Ollama4j was loaded; it is not traced");
        assertThat(new LoadedLibrary("Azure", "1", List.of("A", "B"), List.of("C", "D"), false).sentence())
                .isEqualTo("Azure 1: A, B were loaded; only C, D are traced");
        LoadedLibrary below = new LoadedLibrary("Anthropic SDK", "2", List.of(), List.of(), true);
        assertThat(below.sentence())
                .isEqualTo("Anthropic SDK 2 was loaded below a traced framework; calls made with it directly are not"
                        + " traced");
        assertThat(below.isMissing()).isFalse();
    }
}
