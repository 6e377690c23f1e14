// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON text into {@link Json}, exactly by the standard. */
public final class JsonTree {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(64).build())
            .build();

    private final String file;
    private final JsonParser parser;

    private JsonTree(String file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    public static Json read(String file, String text) throws RuleFileException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return new JsonTree(file, parser).document();
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            Json.Place place = at == null ? new Json.Place(1, 1) : place(at);
            throw problem(file, place, null, message(e));
        }
    }

    private Json document() throws RuleFileException {
        if (parser.nextToken() == null) {
            throw problem(
                    file, new Json.Place(1, 1), null, "the file is empty, expected a rule file: {\"format\": ..}");
        }
        Json json = value();
        if (parser.nextToken() != null) {
            throw problem(file, place(parser.currentTokenLocation()), null, "expected nothing after the closing brace");
        }
        return json;
    }

    private Json value() throws RuleFileException {
        Json.Place at = place(parser.currentTokenLocation());
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(at);
            case START_ARRAY -> array(at);
            case VALUE_STRING -> new Json.Text(at, parser.getString());
            case VALUE_NUMBER_INT -> new Json.Scalar(at, parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> new Json.Scalar(at, finite(at));
            case VALUE_TRUE -> new Json.Scalar(at, true);
            case VALUE_FALSE -> new Json.Scalar(at, false);
            default -> new Json.Null(at);
        };
    }

    private double finite(Json.Place at) throws RuleFileException {
        double value = parser.getDoubleValue();
        if (Double.isInfinite(value)) {
            throw problem(file, at, null, "found " + parser.getString() + ", expected a smaller number");
        }
        return value;
    }

    private Json object(Json.Place at) throws RuleFileException {
        List<Json.Member> members = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            Json.Place place = place(parser.currentTokenLocation());
            if (!names.add(name)) {
                throw problem(file, place, name, "is written twice in one object");
            }
            parser.nextToken();
            members.add(new Json.Member(place, name, value()));
        }
        return new Json.Obj(at, members);
    }

    private Json array(Json.Place at) throws RuleFileException {
        List<Json> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value());
        }
        return new Json.Arr(at, items);
    }

    private static Json.Place place(TokenStreamLocation at) {
        return new Json.Place(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    private static String message(JacksonException e) {
        String text = e.getOriginalMessage().lines().findFirst().orElse("cannot be parsed");
        if (text.contains("'/'") || text.contains("'#'")) {
            return "not JSON: comments are written \"comment\": \"..\" (" + text + ")";
        }
        return (e instanceof StreamConstraintsException ? "beyond a limit: " : "not JSON: ") + text;
    }

    private static RuleFileException problem(String file, Json.Place at, String key, String text) {
        return new RuleFileException(new Problem(file, at.line(), at.column(), null, key, text));
    }
}
