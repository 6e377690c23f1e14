// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrontFilterTest {
    @Test
    void shouldLookForTheClassesOfTracedMethods() {
        List<String> prefixes = new ArrayList<>();

        FrontFilter.addTraced("com.acme.Planner#plan(java.lang.String,int); com.acme.tools.*#*;", prefixes);

        assertThat(prefixes).containsExactly("com/acme/Planner", "com/acme/tools/");
    }

    @Test
    void shouldLookForNothingWhenNothingIsTraced() {
        List<String> prefixes = new ArrayList<>();

        FrontFilter.addTraced(null, prefixes);
        FrontFilter.addTraced(" ", prefixes);

        assertThat(prefixes).isEmpty();
    }
}
