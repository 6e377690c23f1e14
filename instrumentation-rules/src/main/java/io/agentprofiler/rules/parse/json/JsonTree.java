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
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON text into {@link Json}, exactly by the standard. Jackson's own tree knows no lines and columns, and comes with
 * jackson-databind, which neither the agent nor the analyzer carries.
 */
public final class JsonTree {
    private static final StreamReadConstraints CONSTRAINTS =
            StreamReadConstraints.builder().maxNestingDepth(64).build();
    private static final JsonFactory RULES =
            JsonFactory.builder().streamReadConstraints(CONSTRAINTS).build();
    private static final JsonFactory FIGURES = JsonFactory.builder()
            .streamReadConstraints(CONSTRAINTS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String file;
    private final JsonParser parser;
    private final boolean exact;

    private JsonTree(String file, JsonParser parser, boolean exact) {
        this.file = file;
        this.parser = parser;
        this.exact = exact;
    }

    /** Reads a file of rules, in whose messages keys stand apart; numbers are Long and Double. */
    public static Json read(String file, String text) throws RuleFileException {
        return new JsonTree(file, RULES.createParser(ObjectReadContext.empty(), text), false).read();
    }

    /** Reads a file of figures; numbers are BigDecimal, exactly as written. */
    public static Json readExact(String file, byte[] text) throws RuleFileException {
        return new JsonTree(file, FIGURES.createParser(ObjectReadContext.empty(), text), true).read();
    }

    private Json read() throws RuleFileException {
        try (parser) {
            return document();
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            int unknown = exact ? 0 : 1;
            throw problem(at == null ? new Json.Place(unknown, unknown) : place(at), null, message(e));
        }
    }

    private Json document() throws RuleFileException {
        if (parser.nextToken() == null) {
            String expected = exact ? "JSON" : "a rule file: {\"format\": ..}";
            throw problem(new Json.Place(1, 1), null, "the file is empty, expected " + expected);
        }
        Json json = value();
        if (parser.nextToken() != null) {
            String end = exact ? "the end" : "the closing brace";
            throw problem(place(parser.currentTokenLocation()), null, "expected nothing after " + end);
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
            case VALUE_NUMBER_INT ->
                new Json.Scalar(at, exact ? parser.getDecimalValue() : (Object) parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> new Json.Scalar(at, exact ? parser.getDecimalValue() : (Object) finite(at));
            case VALUE_TRUE -> new Json.Scalar(at, true);
            case VALUE_FALSE -> new Json.Scalar(at, false);
            default -> new Json.Null(at);
        };
    }

    private double finite(Json.Place at) throws RuleFileException {
        double value = parser.getDoubleValue();
        if (Double.isInfinite(value)) {
            throw problem(at, null, "found " + parser.getString() + ", expected a smaller number");
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
                throw problem(place, name, "is written twice in one object");
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

    private String message(JacksonException e) {
        String text = e.getOriginalMessage().lines().findFirst().orElse("cannot be parsed");
        if (!exact && (text.contains("'/'") || text.contains("'#'"))) {
            return "not JSON: comments are written \"comment\": \"..\" (" + text + ")";
        }
        return (!exact && e instanceof StreamConstraintsException ? "beyond a limit: " : "not JSON: ") + text;
    }

    private RuleFileException problem(Json.Place at, String key, String text) {
        return new RuleFileException(new Problem(file, at.line(), at.column(), null, key, text));
    }
}
