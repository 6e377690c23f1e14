// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

import io.agentprofiler.analyzer.output.JsonEscapes;
import java.io.BufferedWriter;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Puts page, style, scripts and data together.
 *
 * <p>The page's policy allows this very script and style, by their hashes, and nothing else: no network, no other
 * script. In the data no {@code <} is left, so that no text can end the element it stands in.
 */
final class PageFile {
    /** The scripts, in the order in which they need each other. */
    private static final List<String> SCRIPTS = List.of(
            "base/format.js",
            "base/data.js",
            "base/dom.js",
            "base/colours.js",
            "base/aggregate.js",
            "base/tables.js",
            "workflow/details.js",
            "workflow/marks.js",
            "workflow/timeline.js",
            "chart/flame.js",
            "chart/calltree.js",
            "chart/processes.js",
            "chart/charts.js",
            "workflow/workflows.js",
            "overview/findings.js",
            "overview/overview.js",
            "main.js");

    private static final String DATA = "{{data}}";
    private static final JsonFactory JSON =
            JsonFactory.builder().characterEscapes(JsonEscapes.IN_HTML).build();

    private PageFile() {}

    /** Writes the one JSON value of the page. */
    interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    static void write(OutputStream stream, Content data) throws IOException {
        String style = resource("page.css");
        String script = SCRIPTS.stream().map(PageFile::resource).collect(Collectors.joining("\n"));
        String html = resource("page.html")
                .replace("{{policy}}", policy(style, script))
                .replace("{{style}}", style)
                .replace("{{script}}", script);
        int place = html.indexOf(DATA);
        // a writer, not a stream: it replaces halves of characters where a stream of JSON would give up
        try (Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8))) {
            out.write(html, 0, place);
            try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), new Unclosed(out))) {
                data.write(json);
            } catch (JacksonIOException e) {
                throw e.getCause();
            }
            out.write(html, place + DATA.length(), html.length() - place - DATA.length());
        }
    }

    private static String policy(String style, String script) {
        return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + hash(style) + "'; script-src '"
                + hash(script) + "'";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            // every Java platform has it
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream stream = PageFile.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A writer whose end is not the end of the page. */
    private static final class Unclosed extends FilterWriter {
        Unclosed(Writer out) {
            super(out);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
