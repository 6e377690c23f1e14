// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.openai.script.Exchange;
import java.util.List;
import java.util.stream.Stream;

/** What a model server answered, held against the model calls of a trace. */
public final class Answers {
    private Answers() {}

    /** Fails unless each answer with usage is a model call, with the answer's id and tokens, and there is no other such call. */
    public static void assertTraced(List<Exchange> exchanges, Stream<SpanNode> models) {
        assertThat(models
                        // a stream that broke has an id and no usage
                        .filter(span -> span.responseId() != null && span.inputTokens() >= 0)
                        .map(span -> answer(span.responseId(), span.inputTokens(), span.outputTokens())))
                .as("answers of the model calls: id, input and output tokens")
                .containsExactlyInAnyOrderElementsOf(exchanges.stream()
                        .filter(exchange -> exchange.id() != null && exchange.usage() != null)
                        .map(exchange -> answer(
                                exchange.id(),
                                exchange.usage().input(),
                                exchange.usage().output()))
                        .toList());
    }

    private static String answer(String id, long input, long output) {
        return id + " " + input + " " + output;
    }
}
