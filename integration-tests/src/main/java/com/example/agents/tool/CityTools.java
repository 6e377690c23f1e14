// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** Two tools, and one that always fails. */
public class CityTools {
    /** Tells the weather. */
    @Tool("the weather in a city")
    public String weather(@P("city") String city) {
        return "sunny in " + city;
    }

    /** Tells the time. */
    @Tool("the local time in a city")
    public String time(@P("city") String city) {
        return "12:00 in " + city;
    }

    /** Fails. */
    @Tool("the traffic in a city")
    public String traffic(@P("city") String city) {
        throw new IllegalStateException("no traffic data for " + city);
    }
}
