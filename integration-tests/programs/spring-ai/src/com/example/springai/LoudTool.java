// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** A tool around another. */
record LoudTool(ToolCallback quiet) implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
        return quiet.getToolDefinition();
    }

    @Override
    public String call(String input) {
        return quiet.call(input) + "!";
    }

    @Override
    public String call(String input, ToolContext context) {
        return quiet.call(input, context) + "!";
    }
}
