// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.requests;

/** The service's assistant; the only class whose calls are traced. */
public class Assistant {
    /** Answers at once. */
    public String answer(String question) {
        if (question.isEmpty()) {
            throw new IllegalArgumentException("no question");
        }
        return "re: " + question;
    }
}
