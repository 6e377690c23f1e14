// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.providers;

import dev.langchain4j.service.TokenStream;

/** Answers questions about a lake, at once or in parts. */
interface Guide {
    String ask(String question);

    TokenStream tell(String question);
}
