// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.read.TraceFile.ExpandedStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class ExpandedStreamTest {
    private static InputStream stream(int bytes, long compressed, long always) {
        return new ExpandedStream(new ByteArrayInputStream(new byte[bytes]), compressed, always);
    }

    @Test
    void shouldGiveEverythingWithinTheLimits() throws IOException {
        assertThat(stream(3000, 15, 10).readAllBytes()).hasSize(3000);
        assertThat(stream(3000, 1, 3000).readAllBytes()).hasSize(3000);
    }

    @Test
    void shouldSayWhatIsTooMuchAndWhatToDo() {
        assertThatThrownBy(() -> stream((3 << 20) + 1, 1, 3 << 20).readAllBytes())
                .isInstanceOf(UnreadableFileException.class)
                .hasMessage(
                        "expands to more than 3 MB, which is over 200 times its size; what comes before that was read;"
                                + " decompress it (gunzip) to read all of it");
        assertThatThrownBy(() -> {
                    InputStream stream = stream(3001, 15, 0);
                    for (int i = 0; i < 3001; i++) {
                        stream.read();
                    }
                })
                .isInstanceOf(UnreadableFileException.class);
    }
}
