// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.providers;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** The models' tools. */
final class LakeTools {
    @Tool("the depth of a lake")
    String depth(@P("the lake's name") String lake) {
        return lake + ": 94 m";
    }
}
