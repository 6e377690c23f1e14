// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.tree.JsonTree;
import io.agentprofiler.analyzer.read.tree.Located;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Goes through a file, field by field: a field may stand before or after what it explains, so files are read twice.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ProfileFile {
    private static final int MAX_NESTING = 200;
    /** A value of more bytes is no frame list, no event and no sample. */
    private static final int MAX_BYTES = 1 << 28;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
            .build();

    private final JsonTree tree;
    private final Fields fields;
    private final Problems problems;
    /** Told what is wrong between the values that the fields take: a second reading need not say it again. */
    private final Problems around;

    private ProfileFile(JsonTree tree, Fields fields, Problems problems, Problems around) {
        this.tree = tree;
        this.fields = fields;
        this.problems = problems;
        this.around = around;
    }

    /** Told of the fields. Each call takes the value on which the parser stands, all of it, or passes over it. */
    interface Fields {
        /** A field of the file, other than its profiles. */
        void ofFile(String name, ProfileFile at) throws IOException;

        /** A field of a profile. */
        void ofProfile(int profile, String name, ProfileFile at) throws IOException;

        /** All fields of a profile were told. */
        void endOfProfile(int profile, ProfileFile at) throws IOException;
    }

    /** Takes the elements of a list. */
    interface Elements {
        /** Takes one. */
        void take(Located element, int index) throws IOException;
    }

    /**
     * Goes through a file for the first time.
     *
     * @param problems told where it is no JSON, or not of the format
     * @return a number made of what it holds
     * @throws IOException when it cannot be read
     */
    static long read(TraceFile file, Fields fields, Problems problems) throws IOException {
        return read(file, bytes -> {}, fields, problems, problems);
    }

    /**
     * Goes through a file for the second time: what is wrong around the values that {@code fields} take was told before.
     *
     * @throws IOException when it cannot be read
     */
    static void readAgain(TraceFile file, LongConsumer progress, Fields fields, Problems problems) throws IOException {
        read(file, progress, fields, problems, new Problems(file.path()));
    }

    private static long read(TraceFile file, LongConsumer progress, Fields fields, Problems problems, Problems around)
            throws IOException {
        CRC32C checksum = new CRC32C();
        try (InputStream stream = new CheckedInputStream(file.open(progress), checksum);
                JsonParser parser = JSON.createParser(ObjectReadContext.empty(), stream)) {
            JsonTree tree = new JsonTree(parser, MAX_BYTES);
            new ProfileFile(tree, fields, problems, around).file();
            if (tree.failure() != null) {
                around.skipped(
                        tree.failure().getLocation().getLineNr(),
                        "not JSON: " + tree.reason() + "; what stands before it was read");
            }
        } catch (JsonTree.TooLargeException e) {
            around.skipped(0, "a value of more than " + (MAX_BYTES >> 20) + " MB; it and what follows is left out");
        } catch (EOFException | ZipException e) {
            damaged(around, e);
        } catch (JacksonIOException e) {
            if (!(e.getCause() instanceof EOFException || e.getCause() instanceof ZipException)) {
                throw e.getCause();
            }
            damaged(around, e.getCause());
        }
        return checksum.getValue();
    }

    private static void damaged(Problems problems, IOException e) {
        problems.skipped(
                0, "the compressed data ends early or is damaged (" + e.getMessage() + "); what comes before is read");
    }

    private void file() throws IOException {
        if (tree.next() != JsonToken.START_OBJECT) {
            wrong("").problem("expected an object");
            return;
        }
        while (tree.next() == JsonToken.PROPERTY_NAME) {
            String name = tree.name();
            tree.next();
            if (!name.equals("profiles")) {
                fields.ofFile(name, this);
            } else if (tree.token() == JsonToken.START_ARRAY) {
                int profile = 0;
                for (JsonToken token = tree.next();
                        token != null && token != JsonToken.END_ARRAY;
                        token = tree.next()) {
                    profile(profile++, token);
                }
            } else {
                wrong("/profiles").problem("expected a list of profiles; left out");
                tree.skip();
            }
        }
    }

    private void profile(int number, JsonToken token) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            wrong("/profiles/" + number).problem("expected a profile; left out");
            tree.skip();
            return;
        }
        while (tree.next() == JsonToken.PROPERTY_NAME) {
            String name = tree.name();
            tree.next();
            fields.ofProfile(number, name, this);
        }
        fields.endOfProfile(number, this);
    }

    private Located wrong(String pointer) {
        long line = tree.line();
        return Located.of(null, pointer, what -> around.skipped(line, what));
    }

    /** Returns the value at which the parser stands. */
    Located value(String pointer) {
        long line = tree.line();
        Object value = tree.token() == null ? null : tree.value();
        return Located.of(value, pointer, what -> problems.skipped(line, what));
    }

    /** Takes the elements of the list at which the parser stands. */
    void elements(String pointer, Elements elements) throws IOException {
        if (tree.token() != JsonToken.START_ARRAY) {
            located(pointer).problem("expected a list; left out");
            tree.skip();
            return;
        }
        int index = 0;
        for (JsonToken token = tree.next(); token != null && token != JsonToken.END_ARRAY; token = tree.next()) {
            Located element = value(pointer + '/' + index);
            // of what is cut off a part is not the whole
            if (tree.failure() == null) {
                elements.take(element, index);
            }
            index++;
        }
    }

    /** Passes over the value at which the parser stands. */
    void skip() {
        tree.skip();
    }

    /** Returns a place by which to tell what is wrong there. */
    Located located(String pointer) {
        long line = tree.line();
        return Located.of(null, pointer, what -> problems.skipped(line, what));
    }
}
