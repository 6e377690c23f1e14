// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.tool;

import io.agentprofiler.analyzer.answer.finding.Threshold;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Set;

/** Finds retrievers, rerankers and embedding models that are slow, in general or occasionally. */
public final class SlowRetrieval extends SlowCalls {
    static final Threshold SLOW_RETRIEVAL_MS = new Threshold(
            "slow-retrieval-ms",
            100,
            "median own time of a retriever's, reranker's or embedding model's calls, without what they call");

    public SlowRetrieval() {
        super(
                "slow-retrieval",
                SLOW_RETRIEVAL_MS,
                Set.of(SpanKind.RETRIEVAL, SpanKind.RERANK, SpanKind.EMBEDDING),
                "look at its index and how much it fetches; keep the answers of queries that come again");
    }
}
