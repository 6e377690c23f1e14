// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** A service without tools. */
@RegisterAiService
@ApplicationScoped
public interface Poet {
    String write(@UserMessage String subject);
}
