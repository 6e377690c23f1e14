// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.trace.ChunkTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/**
 * The page of {@link HtmlReport} without workflows, which a server sends to it one by one as they come.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class LivePage {
    private static final Long BASE = 0L;

    private LivePage() {}

    /**
     * Returns the page, which asks {@code events} beside it for workflows.
     *
     * @param answers what the page shows besides workflows, each a JSON value under a name
     */
    public static byte[] page(Map<String, Consumer<JsonGenerator>> answers) {
        PageTemplate template = PageTemplate.live();
        return written(page -> {
            page.write(template.before());
            generate(page, json -> {
                json.writeStartObject();
                HtmlReport.head(json, BASE, answers);
                json.writeBooleanProperty("live", true);
                for (String empty : new String[] {"blocks", "fact_lists", "strings"}) {
                    json.writeArrayPropertyStart(empty);
                    json.writeEndArray();
                }
                json.writeObjectPropertyStart("bounds");
                for (String none :
                        new String[] {"workflows", "workflows_shown", "workflows_sampled", "spans", "texts_left_out"}) {
                    json.writeNumberProperty(none, 0);
                }
                json.writeNumberProperty("chunk_marks_per_span", ChunkTimes.MAX_MARKS);
                json.writeEndObject();
                json.writeEndObject();
            });
            page.write(template.after());
        });
    }

    /** Returns an object of JSON on one line. */
    public static byte[] object(Map<String, Consumer<JsonGenerator>> properties) {
        return written(line -> generate(line, json -> {
            json.writeStartObject();
            properties.forEach((name, value) -> {
                json.writeName(name);
                value.accept(json);
            });
            json.writeEndObject();
        }));
    }

    /**
     * Returns a workflow as the page takes it: a block of its own, with the strings it refers to.
     *
     * @param number by which the page knows it when it is sent again
     * @param running whether more of it may come
     */
    public static byte[] workflow(long number, boolean running, WorkflowRow row) {
        return written(line -> generate(line, json -> {
            json.writeStartObject();
            json.writeNumberProperty("key", number);
            json.writeBooleanProperty("running", running);
            Blocks blocks = new Blocks(json, BASE, ChunkTimes.MAX_MARKS);
            json.writeArrayPropertyStart("blocks");
            blocks.add(row, true);
            blocks.flush();
            json.writeEndArray();
            blocks.writeTables();
            json.writeEndObject();
        }));
    }

    private interface PageWriting {
        void to(Writer writer) throws IOException;
    }

    private static byte[] written(PageWriting content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // a writer, not a stream: it replaces halves of characters where a stream of JSON would give up
        try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
            content.to(writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void generate(Writer writer, Consumer<JsonGenerator> content) {
        try (JsonGenerator json = HtmlReport.JSON.createGenerator(ObjectWriteContext.empty(), writer)) {
            content.accept(json);
        }
    }
}
