// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.TextValue;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every attribute of the bundled rules is figure, metadata or content, and somebody has decided which. */
class MetadataTest {
    /** Attributes that are numbers or booleans, so that their text need not be judged. */
    private static final Set<String> FIGURES = Set.of(
            "agentprofiler.advisor.order",
            "agentprofiler.embeddings.count",
            "agentprofiler.guardrail.flagged",
            "agentprofiler.image.count",
            "agentprofiler.ingest.documents",
            "agentprofiler.ingest.segments",
            "agentprofiler.memory.messages",
            "agentprofiler.prompt.chars",
            "agentprofiler.request.messages",
            "agentprofiler.request.tools",
            "agentprofiler.retrieval.documents",
            "agentprofiler.retrieval.min_score",
            "agentprofiler.retrieval.queries",
            "agentprofiler.retrieval.retrievers",
            "agentprofiler.retry.attempt",
            "agentprofiler.retry.delay",
            "agentprofiler.retry.millis",
            "agentprofiler.tools.count",
            "agentprofiler.tools.return_direct",
            "gen_ai.embeddings.dimension.count",
            "gen_ai.evaluation.score.value",
            "gen_ai.request.frequency_penalty",
            "gen_ai.request.max_tokens",
            "gen_ai.request.presence_penalty",
            "gen_ai.request.seed",
            "gen_ai.request.temperature",
            "gen_ai.request.top_k",
            "gen_ai.request.top_p",
            "gen_ai.usage.cache_creation.input_tokens",
            "gen_ai.usage.cache_read.input_tokens",
            "gen_ai.usage.input_tokens",
            "gen_ai.usage.output_tokens",
            "gen_ai.usage.reasoning.output_tokens",
            "http.response.status_code",
            "server.port");

    @ParameterizedTest
    @MethodSource("io.agentprofiler.rules.parse.RuleFiles#bundled")
    void shouldKnowEveryAttributeOfTheBundledRules(String file) throws RuleFileException {
        Set<String> unknown = new TreeSet<>();
        for (Rule rule : RuleFiles.loadBundled(file).rules()) {
            for (var values : List.of(rule.start(), rule.end())) {
                values.forEach((name, value) -> {
                    boolean read = !value.roots().equals(Roots.NONE);
                    if (read && !Metadata.isMetadata(name) && !Metadata.isContent(name) && !FIGURES.contains(name)) {
                        unknown.add(rule.id() + " " + name);
                    }
                });
            }
        }

        assertThat(unknown).isEmpty();
    }

    /** A name is written at every content level: it is made of attributes that are metadata, and of names of classes. */
    @ParameterizedTest
    @MethodSource("io.agentprofiler.rules.parse.RuleFiles#bundled")
    void shouldNameNoSpanOfABundledRuleByContent(String file) throws RuleFileException {
        for (Rule rule : RuleFiles.loadBundled(file).rules()) {
            if (rule.name() instanceof TextValue template) {
                assertThat(template.readsText()).as(rule.id()).isFalse();
                assertThat(template.attributes())
                        .as(rule.id())
                        .allSatisfy(name -> assertThat(Metadata.isMetadata(name)
                                        || Set.of("class", "method").contains(name))
                                .isTrue());
            }
        }
    }

    @Test
    void shouldTakeMetadataAndContentApart() {
        assertThat(Metadata.names()).noneMatch(Metadata::isContent).doesNotContainAnyElementsOf(FIGURES);
        assertThat(Metadata.isShort("gpt-4o mini")).isTrue();
        assertThat(Metadata.isShort("x".repeat(257))).isFalse();
        assertThat(Metadata.isShort("two\nlines")).isFalse();
        assertThat(Metadata.isErrorType("com.acme.Outer$Inner[]")).isFalse();
        assertThat(Metadata.isErrorType("com.acme.Outer$Inner")).isTrue();
        assertThat(Metadata.isErrorType("429")).isTrue();
        assertThat(Metadata.isErrorType("the prompt was too long")).isFalse();
    }

    @Test
    void shouldLetARuleFileDeclareItsOwn() throws RuleFileException {
        RuleFile file = parse("\"acme.tenant\"");

        assertThat(file.metadata()).containsExactly("acme.tenant");
    }

    @Test
    void shouldRefuseDeclarationsThatCannotHold() {
        assertThat(problem("\"acme.tennant\"")).contains("no rule of this file has 'acme.tennant'", "acme.tenant");
        assertThat(problem("\"gen_ai.input.messages\"")).contains("is content, and cannot be declared to be none");
        assertThat(problem("5")).contains("key 'metadata'", "an array of names of attributes");
    }

    private static String problem(String metadata) {
        try {
            return "parsed " + parse(metadata);
        } catch (RuleFileException e) {
            return e.problems().toString();
        }
    }

    private static RuleFile parse(String metadata) throws RuleFileException {
        return RuleParser.parse(
                "my.json",
                "{\"format\": \"agent-profiler-rules/1\", \"metadata\": [" + metadata + "], \"rules\": ["
                        + "{\"id\": \"ask\", \"match\": {\"class\": \"com.acme.Model\", \"method\": \"ask\"},"
                        + " \"start\": {\"acme.tenant\": \"this.tenant\"}}]}",
                Origin.USER);
    }
}
