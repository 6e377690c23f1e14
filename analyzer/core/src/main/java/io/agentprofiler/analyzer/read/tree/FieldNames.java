// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The names of the fields of a file's first object, as far as they stand in its beginning: what tells formats apart. */
public final class FieldNames {
    private static final JsonFactory JSON = new JsonFactory();

    private FieldNames() {}

    /**
     * Returns the names of the fields of the first object, which may be the first element of a list; none where the bytes do not begin
     * with one.
     *
     * @param head the file's first bytes, which may end anywhere
     */
    public static Set<String> ofFirstObject(byte[] head) {
        Set<String> names = new LinkedHashSet<>();
        int from = afterRemarks(head);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), head, from, head.length - from)) {
            JsonToken token = parser.nextToken();
            token = token == JsonToken.START_ARRAY ? parser.nextToken() : token;
            if (token == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    names.add(parser.currentName());
                    parser.nextToken();
                    parser.skipChildren();
                }
            }
        } catch (JacksonException e) {
            // the bytes end within a value, or are no JSON from there on: what was there counts
            return names;
        }
        return names;
    }

    private static int afterRemarks(byte[] head) {
        int at = 0;
        while (at < head.length && (head[at] == '#' || head[at] == '=' || head[at] == '\n' || head[at] == '\r')) {
            while (at < head.length && head[at] != '\n') {
                at++;
            }
            at += at < head.length ? 1 : 0;
        }
        return at;
    }
}
