// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.parquet.Rows.OfSpan;
import io.agentprofiler.analyzer.formats.export.parquet.Rows.OfWorkflow;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Writes the tables to a directory. */
final class ParquetExport implements FormatCommand.Export {
    private static final Map<String, String> METADATA = Map.of("agent_profiler_schema", Schema.VERSION);

    private final PriceList prices;
    private final ParquetFile<OfSpan> spans;
    private final ParquetFile<OfSpan> calls;
    private final ParquetFile<OfWorkflow> workflows;

    ParquetExport(Path directory, PriceList prices) {
        this.prices = prices;
        this.spans = new ParquetFile<>(directory.resolve("spans.parquet"), Schema.spans(), METADATA);
        this.calls = new ParquetFile<>(directory.resolve("model_calls.parquet"), Schema.modelCalls(), METADATA);
        this.workflows = new ParquetFile<>(directory.resolve("workflows.parquet"), Schema.workflows(), METADATA);
    }

    @Override
    public OutputPart open(int number, String run) throws IOException {
        ParquetFile<OfSpan>.FilePart spanRows = spans.part(number);
        ParquetFile<OfSpan>.FilePart callRows = calls.part(number);
        ParquetFile<OfWorkflow>.FilePart workflowRows = workflows.part(number);
        return new OutputPart() {
            @Override
            public void write(Trace trace) throws IOException {
                for (Span span : trace.spans()) {
                    OfSpan row = OfSpan.of(run, trace, span, prices);
                    spanRows.write(row);
                    if (Calls.isModelCall(span)) {
                        callRows.write(row);
                    }
                }
                workflowRows.write(OfWorkflow.of(run, trace, prices));
            }

            @Override
            public void close() throws IOException {
                try (spanRows;
                        callRows;
                        workflowRows) {
                    // each is closed, whatever becomes of the others
                    return;
                }
            }
        };
    }

    @Override
    public void finish() throws IOException {
        spans.finish();
        calls.finish();
        workflows.finish();
    }

    @Override
    public void close() throws IOException {
        try (spans;
                calls;
                workflows) {
            // what is left of each is removed, whatever becomes of the others
            return;
        }
    }
}
