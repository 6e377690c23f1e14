// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;

/** What a command answers, as JSON that is the same in a file and in print. */
public abstract class JsonDocument {
    public JsonDocument() {}

    /** Writes the file; it appears only when it is complete. */
    public final void write(Path target) throws IOException {
        JsonFile.write(target, this::write);
    }

    /** Writes to a stream, which is closed. */
    public final void write(OutputStream stream) throws IOException {
        JsonFile.write(stream, this::write);
    }

    /** Writes the whole value. */
    protected abstract void write(JsonGenerator json);
}
