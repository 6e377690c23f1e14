// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;

/** A service of one request, as services are by default: Quarkus clears its memory once the request has been answered. */
@RegisterAiService
public interface Clerk {
    String answer(@UserMessage String question);
}
