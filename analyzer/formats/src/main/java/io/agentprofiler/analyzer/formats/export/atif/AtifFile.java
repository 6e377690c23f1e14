// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/** The file: a trajectory a line. The file of a single workflow is a trajectory. */
final class AtifFile extends SpooledFile implements FormatCommand.Export {
    private static final JsonFactory JSON =
            JsonFactory.builder().rootValueSeparator("\n").build();

    private final Trajectories trajectories;

    AtifFile(Path target, Trajectories trajectories) {
        super(target, "", "\n", "\n");
        this.trajectories = trajectories;
    }

    @Override
    protected Part part(OutputStream stream, String run) {
        JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), stream);
        return new Part() {
            @Override
            public void write(Trace trace) throws IOException {
                try {
                    value(json, trajectories.of(trace));
                } catch (JacksonIOException e) {
                    throw e.getCause();
                }
            }

            @Override
            public void close() throws IOException {
                try {
                    json.close();
                } catch (JacksonIOException e) {
                    throw e.getCause();
                }
            }
        };
    }

    private static void value(JsonGenerator json, Object value) {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((name, inside) -> {
                json.writeName(name.toString());
                value(json, inside);
            });
            json.writeEndObject();
        } else if (value instanceof Iterable<?> elements) {
            json.writeStartArray();
            elements.forEach(element -> value(json, element));
            json.writeEndArray();
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(number);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }
}
