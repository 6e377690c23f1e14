// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Requests in a file of our own, one after the other, so that a run can be gone over several times without being kept in
 * memory.
 */
public final class NatSpool {
    private static final JsonFactory JSON = JsonFactory.builder()
            .rootValueSeparator("\n")
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    /** A number further ahead than this counts something else, and stands for no requests that were left out. */
    private static final int MOST_LEFT_OUT = 10_000;

    private NatSpool() {}

    /** Takes requests. */
    public interface Consumer {
        void accept(NatRequest request) throws IOException;
    }

    /** Returns a generator for {@link #write}. */
    public static JsonGenerator generator(OutputStream stream) {
        return JSON.createGenerator(ObjectWriteContext.empty(), stream);
    }

    /** Writes a request of a run; the number is -1 where the run's format has none. */
    public static void write(JsonGenerator json, String run, NatRequest request) {
        json.writeStartObject();
        json.writeStringProperty("run", run);
        json.writeNumberProperty("number", request.number());
        NatStepWriter.write(json, "steps", request);
        json.writeEndObject();
    }

    /**
     * Reads all requests. They are numbered from 0 through all runs; numbers that a run's file leaves out are requests
     * without steps, unless it jumps by more than {@value #MOST_LEFT_OUT}.
     */
    public static void forEach(Path file, Consumer consumer) throws IOException {
        NatStepParser steps = new NatStepParser(true, Long.MAX_VALUE);
        int next = 0;
        int base = 0;
        String current = null;
        try (InputStream stream = Files.newInputStream(file);
                JsonParser parser = JSON.createParser(ObjectReadContext.empty(), stream)) {
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                parser.nextToken();
                parser.nextToken();
                String run = parser.getString();
                parser.nextToken();
                parser.nextToken();
                int number = parser.getIntValue();
                parser.nextToken();
                parser.nextToken();
                List<NatStep> read = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    parser.nextToken();
                    read.add(steps.step(parser));
                }
                parser.nextToken();
                if (!run.equals(current)) {
                    current = run;
                    base = next;
                }
                if (number - (next - base) <= MOST_LEFT_OUT) {
                    while (next - base < number) {
                        consumer.accept(new NatRequest(next++, List.of()));
                    }
                }
                consumer.accept(new NatRequest(next++, read));
            }
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }
}
