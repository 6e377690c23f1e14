// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.desk;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class DeskTest {
    @Test
    public void shouldAnswer() {
        assertEquals("OK", new Desk().answer("Is the desk open?"));
    }
}
