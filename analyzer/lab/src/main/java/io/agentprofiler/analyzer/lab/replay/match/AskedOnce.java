// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedPrompt;
import io.agentprofiler.shared.schema.ContentText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A request that is compared with many calls: what each comparison needs is worked out once.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class AskedOnce {
    private final Asked asked;
    private final Map<RecordedPrompt, List<String>> known;
    private final long[] bytes;
    private final long[] bareBytes;
    private long inputChars = -1;
    private List<String> roles;
    private List<String> sentRoles;

    /**
     * Takes a request.
     *
     * @param known roles of recorded prompts, which are added to
     */
    AskedOnce(Asked asked, Map<RecordedPrompt, List<String>> known) {
        this.asked = asked;
        this.known = known;
        this.bytes = new long[asked.messages().size()];
        this.bareBytes = new long[bytes.length];
        Arrays.fill(bytes, -1);
        Arrays.fill(bareBytes, -1);
    }

    Asked asked() {
        return asked;
    }

    /** Returns the length of a message as the trace format counts it. */
    long bytes(int message, boolean bare) {
        long[] of = bare ? bareBytes : bytes;
        if (of[message] < 0) {
            of[message] = asked.messages().get(message).bytes(bare);
        }
        return of[message];
    }

    /** Returns the length of the texts to embed as the trace format counts that of a list. */
    long inputChars() {
        if (inputChars < 0) {
            inputChars = ContentText.of(asked.embedding().inputs()).length();
        }
        return inputChars;
    }

    List<String> roles() {
        if (roles == null) {
            roles = Comparison.roles(asked.messages(), AskedMessage::role);
        }
        return roles;
    }

    List<String> sentRoles() {
        if (sentRoles == null) {
            sentRoles = Comparison.roles(asked.messages(), AskedMessage::sentRole);
        }
        return sentRoles;
    }

    List<String> recordedRoles(RecordedPrompt prompt) {
        return known.computeIfAbsent(prompt, any -> Comparison.roles(any.messages(), PromptMessage::role));
    }
}
