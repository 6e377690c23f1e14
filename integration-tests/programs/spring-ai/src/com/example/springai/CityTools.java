// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** What the model may call. */
public final class CityTools {
    /** Returns the weather. */
    @Tool(description = "the weather in a city")
    public String weather(@ToolParam(description = "city") String city) {
        return "sunny in " + city;
    }

    /** Returns the time. */
    @Tool(description = "the time in a city")
    public String time(@ToolParam(description = "city") String city) {
        return "noon in " + city;
    }

    /** Always fails. */
    @Tool(description = "the tide in a city")
    public String tide(@ToolParam(description = "city") String city) {
        throw new IllegalStateException("no sea at " + city);
    }
}
