// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

/** What was recorded of a prompt, best first. */
public enum PromptSource {
    /** Its tokens, one by one: what is told of them is exact. */
    TOKENS("token ids"),
    /** Ids of its blocks, as a request trace gives them: what is told of them is exact. */
    BLOCKS("block ids"),
    /** Its text: tokens are a share of its bytes. */
    TEXT("text"),
    /** Hashes of its blocks and messages: the same, to about 16 tokens. */
    HASHES("hashes");

    private final String word;

    PromptSource(String word) {
        this.word = word;
    }

    /** Returns what it is called. */
    public String word() {
        return word;
    }
}
