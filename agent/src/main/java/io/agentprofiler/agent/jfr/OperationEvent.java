// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Work of any other kind: prompts, guardrails, evaluations, reranking, HTTP attempts, the user's own methods. */
@Name("agentprofiler.Operation")
@Label("Operation")
@Description("Work of another kind: prompt, guardrail, evaluation, rerank, http or function, see the kind")
final class OperationEvent extends TypedEvent {
    @Override
    void ownAttribute(String attribute, Object value) {
        // these kinds share no attribute that deserves a field
    }
}
