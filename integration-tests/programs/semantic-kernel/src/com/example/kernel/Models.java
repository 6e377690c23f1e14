// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.azure.ai.openai.OpenAIAsyncClient;
import com.azure.ai.openai.OpenAIClientBuilder;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.aiservices.openai.chatcompletion.OpenAIChatCompletion;
import com.microsoft.semantickernel.aiservices.openai.textcompletion.OpenAITextGenerationService;
import com.microsoft.semantickernel.aiservices.openai.textembedding.OpenAITextEmbeddingGenerationService;
import com.microsoft.semantickernel.orchestration.InvocationContext;
import com.microsoft.semantickernel.orchestration.ToolCallBehavior;
import com.microsoft.semantickernel.plugin.KernelPluginFactory;
import com.microsoft.semantickernel.services.audio.AudioToTextService;
import com.microsoft.semantickernel.services.audio.TextToAudioService;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.textcompletion.TextGenerationService;
import java.time.Duration;

/** The services the programs use, on a local model server that wants no key. */
public final class Models {
    private static final String MODEL = "gpt-4o-mini";

    private Models() {}

    /** Returns a client that tries a refused request once more, soon. */
    public static OpenAIAsyncClient client() {
        return new OpenAIClientBuilder()
                .endpoint(System.getProperty("openai.baseUrl").replace("/v1", ""))
                .retryOptions(new RetryOptions(new FixedDelayOptions(1, Duration.ofMillis(20))))
                .buildAsyncClient();
    }

    /** Returns a chat service. */
    public static OpenAIChatCompletion chat() {
        return OpenAIChatCompletion.builder()
                .withModelId(MODEL)
                .withOpenAIAsyncClient(client())
                .build();
    }

    /** Returns a service of the older text completion. */
    public static TextGenerationService text() {
        return OpenAITextGenerationService.builder()
                .withModelId("gpt-3.5-turbo-instruct")
                .withOpenAIAsyncClient(client())
                .build();
    }

    /** Returns an embedding service. */
    public static OpenAITextEmbeddingGenerationService embeddings() {
        return OpenAITextEmbeddingGenerationService.builder()
                .withModelId("text-embedding-3-small")
                .withOpenAIAsyncClient(client())
                .build();
    }

    /** Returns a service that speaks. */
    public static TextToAudioService speech() {
        return TextToAudioService.builder()
                .withModelId("tts-1")
                .withOpenAIAsyncClient(client())
                .build();
    }

    /** Returns a service that listens. */
    public static AudioToTextService transcription() {
        return AudioToTextService.builder()
                .withModelId("whisper-1")
                .withOpenAIAsyncClient(client())
                .build();
    }

    /** Returns a kernel with a chat service and the functions of {@code plugin} under the name {@code city}. */
    public static Kernel kernel(ChatCompletionService chat, Object plugin) {
        return Kernel.builder()
                .withAIService(ChatCompletionService.class, chat)
                .withPlugin(KernelPluginFactory.createFromObject(plugin, "city"))
                .build();
    }

    /** Returns a context that lets the model call every function of the kernel. */
    public static InvocationContext autoTools() {
        return InvocationContext.builder()
                .withToolCallBehavior(ToolCallBehavior.allowAllKernelFunctions(true))
                .build();
    }
}
