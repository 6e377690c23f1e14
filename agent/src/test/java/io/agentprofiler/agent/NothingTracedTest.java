// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NothingTracedTest {
    private static final String TITLES = "one One 1.0 to 1.2\ntwo Two 4\n";
    private static final String OWN =
            ". To trace your own methods: -Dagentprofiler.trace='com.acme.Planner#plan;com.acme.tools.*#*'";

    @Test
    void shouldNameEveryFrameworkThatWasLookedFor() {
        assertThat(NothingTraced.line(TITLES, null, null, ""))
                .isEqualTo("nothing was recorded: no class of a supported framework was loaded (One 1.0 to 1.2, Two 4)"
                        + OWN);
    }

    @Test
    void shouldNameNoFrameworkThatIsOff() {
        assertThat(NothingTraced.line(TITLES, "two", "", ""))
                .isEqualTo("nothing was recorded: no class of a supported framework was loaded (Two 4)" + OWN);
    }

    @Test
    void shouldNameTheMethodsOfTheUsersOwn() {
        assertThat(NothingTraced.line(TITLES, "two", " com.acme.A#b; ;com.acme.C#d", ""))
                .isEqualTo(
                        "nothing was recorded: no class of a supported framework was loaded (Two 4), and none named by"
                                + " agentprofiler.trace (com.acme.A#b, com.acme.C#d)");
        assertThat(NothingTraced.line(TITLES, "none", "com.acme.A#b", ""))
                .isEqualTo("nothing was recorded: no class named by agentprofiler.trace (com.acme.A#b) was loaded");
    }

    @Test
    void shouldStayOneLineWhateverTheSettingHolds() {
        assertThat(NothingTraced.line(TITLES, "none", "a#b\nc", "")).doesNotContain("\n");
    }

    @Test
    void shouldNameLibrariesThatAreNotTracedFirst() {
        assertThat(NothingTraced.line(TITLES, "two", null, "Acme AI 1.2 was loaded; it is not traced. "))
                .isEqualTo("nothing was recorded: Acme AI 1.2 was loaded; it is not traced."
                        + " No class of a supported framework was loaded (Two 4)" + OWN);
    }

    @Test
    void shouldFindTheOneNameThatAClassMayBeginWith() {
        String[] names = {"com.acme.", "com.one.Client", "org.two."};

        assertThat(NothingTraced.startsWithAny("com.acme.ai.Model", names)).isTrue();
        assertThat(NothingTraced.startsWithAny("com.one.Client", names)).isTrue();
        assertThat(NothingTraced.startsWithAny("com.one.Client$Builder", names)).isTrue();
        assertThat(NothingTraced.startsWithAny("com.one.Content", names)).isFalse();
        assertThat(NothingTraced.startsWithAny("com.acmes.Model", names)).isFalse();
        assertThat(NothingTraced.startsWithAny("aaa.Model", names)).isFalse();
        assertThat(NothingTraced.startsWithAny("org.zzz", names)).isFalse();
    }
}
