// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

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
        assertThat(arguments.millis()).isEqualTo(600_000);
    }

    @Test
    void shouldRecordForAsLongAsTheProcessRunsWithoutATime() {
        assertThat(AttachArguments.parse(List.of())).isEqualTo(new AttachArguments("", 0, List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "60s,60000",
        "2h,7200000",
        "1m,60000",
        "1500ms,1500",
        "1.5s,1500",
        "0.5h,1800000",
        "2min,120000",
        "0.2ms,1"
    })
    void shouldReadTimes(String text, long millis) {
        assertThat(AttachArguments.parse(List.of("--for=" + text)).millis()).isEqualTo(millis);
    }

    /** The process would tell of it on its own stderr, after it was attached. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --for=60                            | --for: found '60', expected a time such as 60s
                    --for                               | --for: found '', expected a time
                    --for=1.5                           | --for: found '1.5', expected a time
                    --for=-1s                           | --for: found '-1s', expected a time
                    --for=2d                            | --for: found '2d', expected a time
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
