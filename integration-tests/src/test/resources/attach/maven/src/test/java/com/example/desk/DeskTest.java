// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DeskTest {
    @Test
    void shouldAnswer() {
        assertEquals("OK", new Desk().answer("Is the desk open?"));
    }
}
