// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassNamesTest {
    @ParameterizedTest
    @CsvSource({
        "com.acme.Planner, Planner",
        "Planner, Planner",
        "com.acme.Outer$Inner, Inner",
        "com.acme.Outer$Inner$Deep, Deep",
        "com.acme.Outer$1, Outer$1",
        "com.acme.Outer$1Local, Outer$1Local",
        "com.acme.App$$Lambda/0x00007f1c01003c00, App$$Lambda",
        "com.acme.App$$Lambda$14/0x0000000800066840, App$$Lambda$14",
        "com.acme.Service$$SpringCGLIB$$0, Service$$SpringCGLIB$$0",
        "com.acme.Odd$, Odd$",
        "$Proxy12, $Proxy12",
    })
    void shouldShortenNames(String name, String simple) {
        assertThat(ClassNames.simple(name)).isEqualTo(simple);
    }
}
