// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.web;

import java.time.Duration;
import reactor.core.publisher.Flux;

/** The service's assistant; the only class whose calls are traced. */
public class Assistant {
    /** Answers at once. */
    public String answer(String question) {
        if (question.isEmpty()) {
            throw new IllegalArgumentException("no question");
        }
        return "re: " + question;
    }

    /** Answers word by word, over a while. */
    public Flux<String> words(String question) {
        return Flux.just("re:", question, "!").delayElements(Duration.ofMillis(30));
    }
}
