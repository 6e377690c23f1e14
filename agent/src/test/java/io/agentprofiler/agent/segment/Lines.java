// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.segment.run.RunDirectory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads segments back, strictly: each line must be one whole JSON object. */
final class Lines {
    private static final JsonFactory JSON = new JsonFactory();

    private Lines() {}

    /** Returns the names of a directory's files in order, but for the lock of the process that writes there. */
    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(RunDirectory.LOCK))
                    .sorted()
                    .toList();
        }
    }

    /** Removes a directory with its files, as somebody who does not know that it is in use. */
    static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.delete(directory);
    }

    /** Returns the objects of all segments, oldest first. */
    static List<Map<String, Object>> all(Path directory) throws IOException {
        List<Map<String, Object>> found = new ArrayList<>();
        for (String name : names(directory)) {
            found.addAll(of(directory.resolve(name)));
        }
        return found;
    }

    /** Returns the objects of one segment. */
    static List<Map<String, Object>> of(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (file.toString().endsWith(".gz")) {
            bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (!text.endsWith("\n")) {
            throw new IllegalStateException("torn last line in " + file);
        }
        List<Map<String, Object>> found = new ArrayList<>();
        for (String line : text.split("\n")) {
            found.add(object(line));
        }
        return found;
    }

    /** Returns the events of one type. */
    static List<Map<String, Object>> ofType(List<Map<String, Object>> events, String type) {
        return events.stream().filter(event -> type.equals(event.get("event"))).toList();
    }

    static Map<String, Object> object(String line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            parser.nextToken();
            @SuppressWarnings("unchecked")
            Map<String, Object> object = (Map<String, Object>) value(parser);
            if (parser.nextToken() != null) {
                throw new IllegalStateException("more than one object in " + line);
            }
            return object;
        }
    }

    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> object = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw new IllegalStateException("unexpected " + parser.currentToken());
        };
    }
}
