// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp;

import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The file: requests behind each other. In JSON each is a line. In Protocol Buffers that makes one message, {@code TracesData}: a field
 * that is there several times has all their values.
 */
final class OtlpFile extends SpooledFile implements FormatCommand.Export {
    private final OtlpPart.Making making;
    private final boolean lines;

    OtlpFile(Path target, OtlpPart.Making making, boolean lines) {
        super(target, "", "", "");
        this.making = making;
        this.lines = lines;
    }

    @Override
    protected Part part(OutputStream stream, String run) {
        OtlpPart part = making.part(run, batch -> {
            stream.write(batch.request());
            if (lines) {
                stream.write('\n');
            }
        });
        return new Part() {
            @Override
            public void write(Trace trace) throws IOException {
                part.write(trace);
            }

            @Override
            public void close() throws IOException {
                try (stream) {
                    part.close();
                }
            }
        };
    }
}
