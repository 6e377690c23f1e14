// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import dev.langchain4j.agent.tool.Tool;
import jakarta.enterprise.context.ApplicationScoped;

/** What the model may call. */
@ApplicationScoped
public class Weather {
    @Tool("the weather in a city")
    public String weather(String city) {
        return "sunny in " + city;
    }

    @Tool("a tool that fails")
    public String broken(String city) {
        throw new IllegalStateException("no weather today");
    }
}
