// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** The additional tool of release 2.1. */
public final class Classifier {
    /** Sorts a question. */
    @Tool(name = "classify", value = "which department a question is for")
    public String classify(@P("the question") String text) {
        Tools.pause(70);
        return "technical service";
    }
}
