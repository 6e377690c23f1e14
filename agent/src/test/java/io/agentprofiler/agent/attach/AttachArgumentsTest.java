// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachArgumentsTest {
    @Test
    void shouldTakeSettingsAndATime() {
        AttachArguments arguments = AttachArguments.parse(
                List.of("-Dagentprofiler.dir=/var/my traces", "--for", "10m", "-Dagentprofiler.content=none"));

        assertThat(arguments.problems()).isEmpty();
        assertThat(arguments.settings()).isEqualTo("-Dagentprofiler.dir=/var/my traces -Dagentprofiler.content=none");
        assertThat(arguments.seconds()).isEqualTo(600);
    }

    @Test
    void shouldRecordForAsLongAsTheProcessRunsWithoutATime() {
        assertThat(AttachArguments.parse(List.of())).isEqualTo(new AttachArguments("", 0, List.of()));
    }

    @ParameterizedTest
    @CsvSource({"60s,60", "2h,7200", "1m,60"})
    void shouldReadTimes(String text, long seconds) {
        assertThat(AttachArguments.parse(List.of("--for=" + text)).seconds()).isEqualTo(seconds);
    }

    /** The process would tell of it on its own stderr, after it was attached. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --for=60                            | --for: found '60', expected a time such as 60s
                    --for                               | --for: found '', expected a time
                    --for=0s                            | --for: found '0s', expected a time
                    --fro=60s                           | '--fro=60s' is no option; expected settings
                    -Duser.home=/tmp                    | '-Duser.home=/tmp' is no option
                    -Dagentprofiler.dir                 | '-Dagentprofiler.dir' is no option
                    -Dagentprofiler.dri=/tmp            | agentprofiler.dri is not a setting; did you mean agentprofiler.dir?
                    -Dagentprofiler.content=everything  | agentprofiler.content=everything is not allowed
                    -Dagentprofiler.dir=/a -Dfile.x=y   | cannot be told from the next setting
                    """)
    void shouldRefuseWhatTheAgentWouldNotTake(String word, String problem) {
        assertThat(AttachArguments.parse(List.of(word)).problems())
                .singleElement()
                .asString()
                .contains(problem);
    }
}
