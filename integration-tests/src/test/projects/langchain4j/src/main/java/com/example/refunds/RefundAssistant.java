// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.refunds;

import dev.langchain4j.service.SystemMessage;

/** Answers customers about their orders. */
public interface RefundAssistant {
    @SystemMessage("You answer customers of a shop. Look orders up before you promise anything.")
    String answer(String question);
}
