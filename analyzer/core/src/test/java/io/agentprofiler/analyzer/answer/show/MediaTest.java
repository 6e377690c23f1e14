// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.show.MessageReader.Media;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class MediaTest {
    private static String base64(int bytes) {
        return Base64.getEncoder().encodeToString(new byte[bytes]);
    }

    @Test
    void shouldTellTypeAndSizeOfContent() {
        for (int bytes : new int[] {300, 301, 302}) {
            assertThat(Media.of("image", null, "data:image/png;base64," + base64(bytes)))
                    .isEqualTo("image, image/png, " + bytes + " bytes");
            assertThat(Media.of("audio", "audio/wav", base64(bytes)))
                    .isEqualTo("audio, audio/wav, " + bytes + " bytes");
        }
        assertThat(Media.of("blob", "application/pdf", base64(3))).isEqualTo("blob, application/pdf, 3 bytes");
    }

    @Test
    void shouldKnowContentThatTheAgentCut() {
        assertThat(Media.of("image", "image/png", base64(300) + "… [4000 chars cut]"))
                .isEqualTo("image, image/png, about 3,300 bytes");
    }

    @Test
    void shouldNameWhatIsElsewhere() {
        assertThat(Media.of("image", null, "https://example.com/cat.png"))
                .isEqualTo("image, https://example.com/cat.png");
    }

    @Test
    void shouldClaimNoSizeThatIsNotKnown() {
        assertThat(Media.of("image", null, null)).isEqualTo("image");
        assertThat(Media.of("pdf", "application/pdf", null)).isEqualTo("pdf, application/pdf");
        assertThat(Media.of("file", null, "a b ".repeat(100))).isEqualTo("file, 400 characters");
    }
}
