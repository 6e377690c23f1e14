// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** A service without tools, in every way a service may answer. */
@RegisterAiService
@ApplicationScoped
public interface Poet {
    String write(@UserMessage String subject);

    Multi<String> stream(@UserMessage String subject);

    TokenStream tokens(@UserMessage String subject);
}
