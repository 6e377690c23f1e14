// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

import java.util.List;

/** JSON with its places in the text. */
public sealed interface Json {
    /** Where the value begins. */
    Place at();

    /** Returns what the value is, for messages. */
    String describe();

    /**
     * A place in a text, both counted from 1.
     *
     * @param line the line
     * @param column the column
     */
    record Place(int line, int column) {}

    /** An object; no name occurs twice. */
    record Obj(Place at, List<Member> members) implements Json {
        @Override
        public String describe() {
            return "an object";
        }

        /** Returns the value of {@code name}, {@code null} when there is none. */
        public Json get(String name) {
            for (Member member : members) {
                if (member.name().equals(name)) {
                    return member.value();
                }
            }
            return null;
        }
    }

    /** A name and its value in an object. */
    record Member(Place at, String name, Json value) {}

    /** An array. */
    record Arr(Place at, List<Json> items) implements Json {
        @Override
        public String describe() {
            return "an array";
        }
    }

    /** A string. */
    record Text(Place at, String text) implements Json {
        @Override
        public String describe() {
            return "\"" + (text.length() > 60 ? text.substring(0, 60) + ".." : text) + "\"";
        }
    }

    /** A number or boolean: Long, Double, BigDecimal or Boolean. */
    record Scalar(Place at, Object value) implements Json {
        @Override
        public String describe() {
            return value.toString();
        }
    }

    /** The null literal. */
    record Null(Place at) implements Json {
        @Override
        public String describe() {
            return "null";
        }
    }
}
