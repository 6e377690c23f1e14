// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.answer;

import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** One question and one answer under Spring Boot, by a model in this JVM: needs no server. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiAnswer {
    /** Starts what every application on Spring AI starts, but for vendors' models. */
    private static final String[] SETTINGS = {
        "--spring.main.web-application-type=none",
        "--spring.main.banner-mode=off",
        "--logging.level.root=ERROR",
        "--spring.ai.model.chat=none",
        "--spring.ai.model.embedding=none",
        "--spring.ai.model.image=none",
        "--spring.ai.model.moderation=none",
        "--spring.ai.model.audio.speech=none",
        "--spring.ai.model.audio.transcription=none"
    };

    /** Answers at once. */
    static final class LocalModel implements ChatModel {
        @Override
        public ChatResponse call(Prompt prompt) {
            return new ChatResponse(List.of(new Generation(new AssistantMessage("it is noon"))));
        }
    }

    @Bean
    ChatModel model() {
        return new LocalModel();
    }

    /** Runs the program. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = SpringApplication.run(SpringAiAnswer.class, SETTINGS);
        ChatClient client = context.getBean(ChatClient.Builder.class).build();
        System.out.println(client.prompt().user("What time is it?").call().content());
    }
}
