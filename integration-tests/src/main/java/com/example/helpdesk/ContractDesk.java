// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import dev.langchain4j.service.SystemMessage;

/** The agent for questions of law: reads the whole contract each time. */
public interface ContractDesk {
    /** Answers a question of a customer. */
    @SystemMessage(
            "You know the service contracts of a shop for kitchen machines. Answer in one sentence, by the clauses you are given.")
    String advise(String question);
}
