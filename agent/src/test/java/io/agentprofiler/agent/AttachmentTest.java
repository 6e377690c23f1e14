// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.tool.AgentStateAccess;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttachmentTest {
    private static final String CONTENT = "agentprofiler.content";
    private static final String DIR = "agentprofiler.dir";

    @AfterEach
    void forget() {
        Attachment.restore();
        System.clearProperty(CONTENT);
        System.clearProperty(DIR);
        System.clearProperty(Attachment.STATE);
    }

    /** An attach that names no content must not write full text because an earlier one did. */
    @Test
    void shouldPutSettingsBackToWhatTheyWere() {
        System.setProperty(DIR, "/before");

        Attachment.set(Map.of(CONTENT, "full", DIR, "/during"));

        assertThat(System.getProperty(CONTENT)).isEqualTo("full");
        assertThat(System.getProperty(DIR)).isEqualTo("/during");

        Attachment.restore();

        assertThat(System.getProperty(CONTENT)).isNull();
        assertThat(System.getProperty(DIR)).isEqualTo("/before");
    }

    @Test
    void shouldTellThatItWaitsOnlyWhereNothingWasStartedMeanwhile() {
        Attachment.tell(Attachment.STARTING, "");
        Attachment.tellWaiting();
        assertThat(System.getProperty(Attachment.STATE)).endsWith(" waiting ");

        Attachment.tell(Attachment.RECORDING, "/run");
        Attachment.tellWaiting();
        assertThat(System.getProperty(Attachment.STATE))
                .isEqualTo(ProcessHandle.current().pid() + " recording /run");
    }

    /** The two sides are in different class loaders, and the words between them are text. */
    @Test
    void shouldSpeakTheWordsThatAreReadOutside() {
        for (String word : new String[] {
            Attachment.STARTING,
            Attachment.WAITING,
            Attachment.RECORDING,
            Attachment.STOPPING,
            Attachment.STOPPED,
            Attachment.FAILED
        }) {
            Attachment.tell(word, "text");
            assertThat(AgentStateAccess.words()).as(word).isNotEqualTo("no");
        }
    }
}
