// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.flux;

import reactor.core.publisher.Flux;

/** An AI service that streams its answer. */
public interface FluxAssistant {
    /** Returns the parts of the answer. */
    Flux<String> chat(String message);
}
