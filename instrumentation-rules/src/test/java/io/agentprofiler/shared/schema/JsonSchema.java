// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A schema of this package's resources, ready to check texts. */
final class JsonSchema {
    private final Schema schema;
    private final JsonNode tree;

    private JsonSchema(Schema schema, JsonNode tree) {
        this.schema = schema;
        this.tree = tree;
    }

    static JsonSchema named(String file) {
        try (InputStream in = TraceFormat.class.getResourceAsStream(file)) {
            JsonNode tree = JsonMapper.shared().readTree(in);
            SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
            return new JsonSchema(registry.getSchema(tree), tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what is wrong with a text, each with its place. */
    List<String> problems(String json) {
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }

    /** Returns the schema itself, or a part of it by JSON pointer. */
    JsonNode at(String pointer) {
        return tree.at(pointer);
    }
}
