// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.WeatherRun;
import io.agentprofiler.analyzer.lab.replay.load.ConversationRun;
import io.agentprofiler.analyzer.lab.replay.match.Replay.CallIndex;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallIndexTest {
    /** Requests made of recorded calls, changed here and there: whatever fits is found, as if each call had been looked at. */
    @Test
    void shouldFindAllThatFits() {
        List<RecordedWorkflow> workflows = new ArrayList<>();
        workflows.addAll(WeatherRun.workflows(true));
        workflows.addAll(WeatherRun.workflows(false));
        workflows.addAll(WeatherRun.workflows(ConversationRun.run(4, 3, 1, 3)));
        List<RecordedCall> calls =
                workflows.stream().flatMap(one -> one.calls().stream()).toList();
        CallIndex<RecordedCall> index = new CallIndex<>();
        calls.forEach(call -> index.add(call, call));
        Random random = new Random(4);
        long fitting = 0;
        for (int round = 0; round < 2_000; round++) {
            Asked asked = changed(calls.get(random.nextInt(calls.size())), random);
            List<RecordedCall> found = index.about(asked);
            AskedOnce once = new AskedOnce(asked, new HashMap<>());
            for (RecordedCall call : calls) {
                if (call.request().operation() == asked.operation() && new Comparison(once, call, false).fits()) {
                    assertThat(found).contains(call);
                    fitting++;
                }
            }
            assertThat(found).doesNotHaveDuplicates();
        }
        assertThat(fitting).isGreaterThan(1_000);
    }

    private static Asked changed(RecordedCall call, Random random) {
        String model = random.nextInt(10) == 0 || call.request().model() == null
                ? "other"
                : call.request().model();
        if (call.request().operation() != Operation.CHAT) {
            return Asked.embedding(model, List.of("a"), Unknown.LONG, false);
        }
        List<AskedMessage> messages = new ArrayList<>();
        for (PromptMessage message : call.request().prompt().messages()) {
            String text = message.text() == null ? "some text" : message.text();
            String role = random.nextInt(20) == 0 ? PromptMessage.USER : message.role();
            messages.add(
                    new AskedMessage(role, role, random.nextInt(20) == 0 ? "another" : text, message.calls(), null));
        }
        if (!messages.isEmpty() && random.nextInt(10) == 0) {
            messages.remove(messages.size() - 1);
        }
        return Asked.chat(model, messages, Map.of(), null, Map.of(), false);
    }
}
