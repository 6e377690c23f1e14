// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.weave.WovenClass;
import io.agentprofiler.agent.weave.match.TestRules;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.rules.model.Match.By;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;

class LoadedLibrariesTest {
    private static final ByteBuddy BYTE_BUDDY = new ByteBuddy();
    private static final String AZURE = "com.azure.ai.openai.OpenAI";
    private static final String BEDROCK = "software.amazon.awssdk.services.bedrockagentruntime.";

    private final Rule model = TestRules.rule(SpanKind.LLM, By.SUBTYPE, "dev.acme.ChatModel", "chat()");
    private final Rule azure = TestRules.rule(SpanKind.LLM, By.CLASS, AZURE + "AsyncClient", "call()");
    private final Rule tool = TestRules.rule(SpanKind.TOOL, By.SUBTYPE, "dev.acme.Tool", "run()");

    @Test
    void shouldNameALibraryBesideTracedFrameworks() {
        assertThat(found(
                        1,
                        List.of(woven("dev.acme.OpenAiModel", 0, "org.slf4j.Logger")),
                        type("com.github.tjake.jlama.Model"),
                        type("dev.acme.OpenAiModel"),
                        type("com.cohere.api.Cohere")))
                .containsExactly(missing("Cohere SDK", List.of(), List.of()), missing("Jlama", List.of(), List.of()));
    }

    @Test
    void shouldSayOfALibraryBelowRecordedModelCallsWhatIsTrue() {
        List<WovenClass> woven = List.of(woven("dev.acme.BedrockModel", 0, BEDROCK + "BedrockRuntimeClient"));

        assertThat(found(3, woven, type(BEDROCK + "DefaultBedrockRuntimeClient")))
                .containsExactly(
                        new LoadedLibrary("AWS SDK for Amazon Bedrock agents", null, List.of(), List.of(), true));
        assertThat(found(0, woven, type(BEDROCK + "DefaultBedrockRuntimeClient")))
                .as("the framework was loaded and recorded nothing, so whoever loaded the library may have used it")
                .containsExactly(missing("AWS SDK for Amazon Bedrock agents", List.of(), List.of()));
    }

    @Test
    void shouldTakeNoToolForAFrameworkThatCallsTheModel() {
        assertThat(found(
                        3,
                        List.of(woven("com.acme.AskQwen", 2, "com.alibaba.dashscope.Client")),
                        type("com.alibaba.dashscope.Client")))
                .containsExactly(missing("DashScope SDK", List.of(), List.of()));
    }

    @Test
    void shouldLeaveOutWhatIsOnlyTypesOrIsTraced() {
        assertThat(found(
                        1,
                        List.of(woven("com.alibaba.dashscope.Client", 0)),
                        type("com.google.genai.types.Content"),
                        type("com.alibaba.dashscope.Message"),
                        type("com.alibaba.dashscope.Client"),
                        load(BYTE_BUDDY
                                .makeInterface()
                                .name("com.cohere.api.Chat")
                                .make()),
                        load(BYTE_BUDDY
                                .subclass(RuntimeException.class)
                                .name("com.cohere.api.CohereException")
                                .make()),
                        String.class))
                .isEmpty();
    }

    @Test
    void shouldTellWhichHalfOfALibraryIsTraced() {
        Class<?> sync = type(AZURE + "Client");
        Class<?> async = type(AZURE + "AsyncClient");
        WovenClass traced = woven(AZURE + "AsyncClient", 1);

        assertThat(found(1, List.of(traced), sync, async))
                .containsExactly(missing("Azure OpenAI SDK", List.of("OpenAIClient"), List.of("OpenAIAsyncClient")));
        assertThat(found(0, List.of(), sync))
                .containsExactly(missing("Azure OpenAI SDK", List.of("OpenAIClient"), List.of("OpenAIAsyncClient")));
        assertThat(found(1, List.of(traced), async)).isEmpty();
        assertThat(found(0, List.of(), async))
                .as("another version, which the rule does not fit")
                .containsExactly(missing("Azure OpenAI SDK", List.of(), List.of()));
    }

    @Test
    void shouldSayOfAHalfBelowRecordedModelCallsWhatIsTrue() {
        WovenClass adapter = woven("dev.acme.AzureModel", 0, AZURE + "Client");

        assertThat(found(1, List.of(adapter), type(AZURE + "Client")))
                .containsExactly(new LoadedLibrary(
                        "Azure OpenAI SDK", null, List.of("OpenAIClient"), List.of("OpenAIAsyncClient"), true));
        assertThat(found(
                        1,
                        List.of(adapter),
                        type(AZURE + "Client"),
                        type("com.azure.ai.openai.responses.ResponsesClient")))
                .containsExactly(missing("Azure OpenAI SDK", List.of("ResponsesClient"), List.of("OpenAIAsyncClient")));
    }

    /** Nothing but their names and what rules cover tells such classes from others. */
    @Test
    void shouldFindTheOtherWayToMakeTheCallsOfATracedClass() {
        Rule own = TestRules.rule(SpanKind.LLM, By.SUBTYPE, BEDROCK + "BedrockRuntimeClient", "converse(..)");
        LoadedLibraries libraries = new LoadedLibraries(RunRules.of(List.of(own)), List.of(own), rule -> 1);

        assertThat(libraries.among(
                        new Class<?>[] {
                            type(BEDROCK + "DefaultBedrockRuntimeClient"),
                            type(BEDROCK + "DefaultBedrockRuntimeAsyncClient"),
                            type(BEDROCK + "model.Message")
                        },
                        List.of(woven(BEDROCK + "DefaultBedrockRuntimeClient", 0))))
                .containsExactly(missing(
                        "AWS SDK for Amazon Bedrock agents",
                        List.of("DefaultBedrockRuntimeAsyncClient"),
                        List.of("DefaultBedrockRuntimeClient")));

        Rule named = TestRules.rule(SpanKind.LLM, By.CLASS, "com.acme.llm.ChatClient", "ask(..)");
        assertThat(new LoadedLibraries(RunRules.of(List.of(named)), List.of(named), rule -> 1)
                        .among(
                                new Class<?>[] {
                                    type("com.acme.llm.ChatClient"),
                                    type("com.acme.llm.ReactiveChatClient"),
                                    type("com.acme.llm.ChatClientFactory"),
                                    type("com.acme.other.AsyncChatClient")
                                },
                                List.of(woven("com.acme.llm.ChatClient", 0))))
                .containsExactly(missing("com.acme.llm", List.of("ReactiveChatClient"), List.of("ChatClient")));
    }

    private List<LoadedLibrary> found(long spans, List<WovenClass> woven, Class<?>... loaded) {
        return new LoadedLibraries(RunRules.of(List.of(model, azure, tool)), List.of(), rule -> spans)
                .among(loaded, woven);
    }

    private static LoadedLibrary missing(String name, List<String> untraced, List<String> traced) {
        return new LoadedLibrary(name, null, untraced, traced, false);
    }

    private static WovenClass woven(String name, int rule, String... mentions) {
        return new WovenClass(name, List.of(rule), List.of(mentions));
    }

    private static Class<?> type(String name) {
        return load(BYTE_BUDDY.subclass(Object.class).name(name).make());
    }

    private static Class<?> load(DynamicType.Unloaded<?> type) {
        return type.load(LoadedLibrariesTest.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
    }
}
