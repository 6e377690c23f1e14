// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts an application with OpenAI's auto-configuration, pointed at the local model server. */
public final class AiSettings {
    private static final String BASE_URL = System.getProperty("openai.baseUrl", "http://localhost:8080/v1");

    private AiSettings() {}

    /** Starts an application of this class. Settings that only some versions know are ignored by the others. */
    public static ConfigurableApplicationContext start(Class<?> application, String... args) {
        SpringApplication boot = new SpringApplication(application);
        boot.setWebApplicationType(WebApplicationType.NONE);
        boot.setDefaultProperties(Map.ofEntries(
                Map.entry("spring.main.banner-mode", "off"),
                Map.entry("logging.level.root", "off"),
                Map.entry("spring.ai.model.image", "none"),
                Map.entry("spring.ai.model.audio.speech", "none"),
                Map.entry("spring.ai.model.audio.transcription", "none"),
                Map.entry("spring.ai.model.moderation", "none"),
                Map.entry("spring.ai.openai.api-key", "no-key"),
                Map.entry("spring.ai.openai.base-url", BASE_URL),
                Map.entry("spring.ai.openai.max-retries", "2"),
                Map.entry("spring.ai.openai.chat.completions-path", "/chat/completions"),
                Map.entry("spring.ai.openai.chat.model", "gpt-4o-mini"),
                Map.entry("spring.ai.openai.chat.options.model", "gpt-4o-mini"),
                Map.entry("spring.ai.openai.chat.options.stream-usage", "true"),
                Map.entry("spring.ai.openai.embedding.embeddings-path", "/embeddings"),
                Map.entry("spring.ai.openai.embedding.model", "text-embedding-3-small"),
                Map.entry("spring.ai.openai.embedding.options.model", "text-embedding-3-small"),
                Map.entry("spring.ai.retry.on-http-codes", "429"),
                Map.entry("spring.ai.retry.max-attempts", "3"),
                Map.entry("spring.ai.retry.backoff.initial-interval", "20ms")));
        return boot.run(args);
    }

    /** Ends the application as Spring Boot does. Retrieval advisors have threads of their own that would keep it alive. */
    public static void exit(ConfigurableApplicationContext context) {
        System.exit(SpringApplication.exit(context));
    }
}
