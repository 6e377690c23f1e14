// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.path.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads where bytes are that a rule keeps: {@code {"bytes": {"of": "arg0", "from": "arg1"}, "count": "return"}}. */
final class BytesReader {
    private static final String EXPECTED =
            "a path to bytes, an object with of, from and to, or an array of such objects, for example {\"of\": \"arg0\", "
                    + "\"from\": \"arg1\"}";

    private BytesReader() {}

    /** Reads the form; {@code null} when it is wrong. */
    static Rule.Keep read(Fields form) {
        form.only(List.of("bytes", "count"));
        Json value = form.get("bytes");
        List<Rule.Bytes.Piece> pieces = new ArrayList<>();
        if (value instanceof Json.Text) {
            Path path = form.path("bytes");
            if (path != null) {
                pieces.add(new Rule.Bytes.Piece(path, null, null));
            }
        } else {
            for (Json item : value instanceof Json.Arr array ? array.items() : List.of(value)) {
                if (item instanceof Json.Obj object) {
                    piece(new Fields(object, form.key("bytes"), form.problems()), pieces);
                } else {
                    form.wrong(item, "bytes", EXPECTED);
                }
            }
        }
        Path count = form.path("count");
        return pieces.isEmpty() ? null : new Rule.Keep(new Rule.Bytes(pieces, count));
    }

    private static void piece(Fields piece, List<Rule.Bytes.Piece> into) {
        piece.only(List.of("of", "from", "to"));
        if (!piece.has("of")) {
            piece.missing("of", "a path to bytes");
        }
        Path of = piece.path("of");
        Path from = piece.path("from");
        Path to = piece.path("to");
        if (of != null) {
            into.add(new Rule.Bytes.Piece(of, from, to));
        }
    }
}
