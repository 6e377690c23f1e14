// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import io.agentprofiler.analyzer.base.output.JsonEscapes;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Writes a JSON file, which appears under its name only when it is complete. */
public final class JsonFile {
    private static final JsonFactory JSON =
            JsonFactory.builder().characterEscapes(JsonEscapes.PLAIN).build();

    private JsonFile() {}

    /** Gives the generator of a new file of indented JSON to {@code content} and closes it. */
    public static void write(Path target, Consumer<JsonGenerator> content) throws IOException {
        PrivateFiles.write(target, stream -> write(stream, true, content));
    }

    /** Gives the generator of JSON on {@code stream} to {@code content}; the stream is closed. */
    public static void write(OutputStream stream, boolean indented, Consumer<JsonGenerator> content)
            throws IOException {
        try (JsonGenerator json =
                JSON.createGenerator(indented ? new Indented() : ObjectWriteContext.empty(), stream)) {
            content.accept(json);
            json.writeRaw('\n');
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    /** Two spaces and a line feed, on every platform. */
    private static final class Indented extends ObjectWriteContext.Base {
        private final PrettyPrinter printer = new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                .withArrayIndenter(new DefaultIndenter("  ", "\n"));

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return printer;
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
