// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.orchestration.FunctionInvocation;
import com.microsoft.semantickernel.semanticfunctions.KernelFunction;
import com.microsoft.semantickernel.services.audio.AudioContent;
import com.microsoft.semantickernel.services.audio.AudioToTextExecutionSettings;
import com.microsoft.semantickernel.services.audio.TextToAudioExecutionSettings;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatMessageContent;
import com.microsoft.semantickernel.services.textcompletion.TextGenerationService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/** One thing after the other, each waited for: what a newcomer tries first. */
public final class Basics {
    private final ChatCompletionService chat = Models.chat();
    private final Kernel kernel = Models.kernel(chat, new CityPlugin());

    private Basics() {}

    /** Runs everything. */
    public static void main(String[] args) {
        Basics basics = new Basics();
        basics.services();
        basics.functions();
        basics.subscriptions();
        basics.audio();
        basics.cancelled();
    }

    private void services() {
        System.out.println(Programs.last(chat.getChatMessageContentsAsync(Programs.question("Hello"), kernel, null)
                .block()));
        System.out.println(Programs.last(
                chat.getChatMessageContentsAsync("A prompt", null, null).block()));
        TextGenerationService text = Models.text();
        System.out.println(
                text.getTextContentsAsync("Once", null, null).block().get(0).getContent());
        System.out.println(Models.embeddings()
                .generateEmbeddingsAsync(List.of("one", "two"))
                .block()
                .size());
    }

    private void functions() {
        System.out.println(kernel.invokeAsync(kernel.getFunction("city", "summary"))
                .withArguments(Programs.city("Oslo"))
                .block()
                .getResult());
        KernelFunction<?> greeting = KernelFunction.createFromPrompt(
                        "Say hello to {{$city}}, where it is {{city.weather $city}}")
                .withName("greeting")
                .build();
        System.out.println(kernel.invokeAsync(greeting)
                .withArguments(Programs.city("Rome"))
                .block()
                .getResult());
        System.out.println(kernel.invokePromptAsync("Nobody named me").block().getResult());
        try {
            kernel.invokeAsync(kernel.getFunction("city", "traffic"))
                    .withArguments(Programs.city("Rome"))
                    .block();
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
    }

    private void subscriptions() {
        FunctionInvocation<?> time =
                kernel.invokeAsync(kernel.getFunction("city", "time")).withArguments(Programs.city("Lima"));
        System.out.println(time.block().getResult());
        System.out.println(time.block().getResult());
        Mono<List<ChatMessageContent<?>>> answer =
                chat.getChatMessageContentsAsync(Programs.question("Twice"), null, null);
        System.out.println(Programs.last(answer.block()));
        System.out.println(Programs.last(answer.block()));
        chat.getChatMessageContentsAsync(Programs.question("Never asked"), null, null);
        kernel.invokePromptAsync("Never asked either");
    }

    private void audio() {
        AudioContent spoken = Models.speech()
                .getAudioContentAsync(
                        "Good day.",
                        TextToAudioExecutionSettings.builder()
                                .withVoice("alloy")
                                .withResponseFormat("mp3")
                                .withSpeed(1.0)
                                .build())
                .block();
        System.out.println(spoken.getData().length);
        System.out.println(Models.transcription()
                .getTextContentsAsync(
                        spoken,
                        AudioToTextExecutionSettings.builder()
                                .withFilename("greeting.mp3")
                                .withResponseFormat("json")
                                .build())
                .block());
    }

    private void cancelled() {
        try {
            chat.getChatMessageContentsAsync(Programs.question("Take your time"), null, null)
                    .timeout(Duration.ofSeconds(3))
                    .block();
        } catch (RuntimeException e) {
            System.out.println(Exceptions.unwrap(e) instanceof TimeoutException ? "too slow" : e.toString());
        }
    }
}
