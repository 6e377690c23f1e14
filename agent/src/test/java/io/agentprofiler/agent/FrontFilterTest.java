// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontFilterTest {
    private static final String INDEX = "one com.one.\none org.one.\ntwo com.two.\n";

    private final List<String> prefixes = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    @Test
    void shouldLookForEveryFrameworkUnlessToldOtherwise() {
        FrontFilter.addFrameworks(INDEX, null, prefixes, problems);

        assertThat(prefixes).containsExactly("com/one/", "org/one/", "com/two/");
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldLookForTheFrameworksThatAreOn() {
        FrontFilter.addFrameworks(INDEX, " two, none ,", prefixes, problems);

        assertThat(prefixes).containsExactly("com/two/");
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldKnowWhatStartsNothingByItself() {
        FrontFilter.addFrameworks(INDEX + "three \n", "two,three", prefixes, problems);

        assertThat(prefixes).containsExactly("com/two/");
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "", " "})
    void shouldLookForNoFrameworkWithoutAWord(String none) {
        FrontFilter.addFrameworks(INDEX, none, prefixes, problems);

        assertThat(prefixes).isEmpty();
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "All", "one two"})
    void shouldTellOfANameThatIsNone(String name) {
        FrontFilter.addFrameworks(INDEX, "two," + name, prefixes, problems);

        assertThat(prefixes).containsExactly("com/two/");
        assertThat(problems)
                .containsExactly("agentprofiler.frameworks=" + name + " is not allowed; allowed: all, none, or names of"
                        + " bundled rule files, separated by commas (one, two); it is left out");
    }
}
