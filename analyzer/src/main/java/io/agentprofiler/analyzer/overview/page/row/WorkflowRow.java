// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page.row;

import java.util.List;

/**
 * What the page shows of a workflow. Counts are of the whole workflow, whichever of its spans are shown.
 *
 * @param run id of the run
 * @param trace id of the workflow
 * @param start nanoseconds since 1970
 * @param duration nanoseconds
 * @param total its spans
 * @param modelCalls calls of language models
 * @param toolCalls tool runs
 * @param errors spans that failed
 * @param input input tokens of language models, -1 when not known
 * @param output output tokens of language models, -1 when not known
 * @param cost price of its model calls in 10^-12 US dollars, -1 when none is known
 * @param unpriced calls that answered and have no price
 * @param spans the rows, each after its parent
 */
public record WorkflowRow(
        String run,
        String trace,
        long start,
        long duration,
        int total,
        int modelCalls,
        int toolCalls,
        int errors,
        long input,
        long output,
        long cost,
        long unpriced,
        List<SpanRow> spans) {}
