// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromisedTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReadWhatBecameOfEachFinding() throws IOException {
        Path diff = Files.writeString(directory.resolve("diff.json"), """
                {"format": "agent-profiler-diff/1", "promises": {"from": "the first side", "findings": [
                   {"rule": "slow-tool", "subject": "tool a", "state": "gone", "promised_time_most": 0.4,
                    "promised_cost_most": 0.1},
                   {"rule": "failing-calls", "subject": "tool b", "state": "gone"},
                   {"rule": "loop", "subject": "tool a", "state": "still there", "promised_time_most": 0.2}],
                 "time": {"verdict": "kept"}}}
                """);

        List<Promised> said = Promised.read(diff);

        assertThat(said)
                .containsExactly(
                        new Promised("slow-tool", "tool a", "gone", List.of("kept", "cannot tell")),
                        new Promised("failing-calls", "tool b", "gone", List.of()),
                        new Promised("loop", "tool a", "still there", List.of("kept")));
        Finding loop = new Finding("loop", "tool a", "high", "title", Saving.NOTHING_SAID, Saving.NOTHING_SAID);
        assertThat(Promised.of(loop, said)).contains(said.get(2));
        assertThat(Promised.of(loop, said.subList(0, 2))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            gone, kept, kept, kept
            gone, more than promised, kept, kept
            gone, less than promised, more than promised, more than promised
            gone, cannot tell, less than promised, less than promised
            gone, made no difference, cannot tell, cannot tell
            gone, got worse, made no difference, made no difference
            still there, kept, kept, still there
            """)
    void shouldTakeTheBestVerdict(String state, String time, String cost, String word) {
        assertThat(new Promised("rule", "subject", state, List.of(time, cost)).word())
                .isEqualTo(word);
    }

    @Test
    void shouldSayThatNothingWasPromised() {
        assertThat(new Promised("rule", "subject", "gone", List.of()).word()).isEqualTo("promised nothing");
    }
}
