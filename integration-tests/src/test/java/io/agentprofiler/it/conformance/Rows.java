// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

import static io.agentprofiler.it.conformance.Difference.NO_RETRY_OF_STREAMS;
import static io.agentprofiler.it.conformance.Difference.SEQUENTIAL_TOOLS;

import io.agentprofiler.it.harness.Jdks;
import java.util.ArrayList;
import java.util.List;

/** The versions the agent runs on, and what each cannot have: all there is to say of a version is a line here. */
final class Rows {
    private static final String LANGCHAIN4J = "com.example.trip.LangChain4jTrip";

    private static final List<Row> ROWS = List.of(
            // concurrent tools came with 1.4
            Row.of("langchain4j-1.0.0", LANGCHAIN4J, SEQUENTIAL_TOOLS, NO_RETRY_OF_STREAMS),
            Row.of("langchain4j-1.5.0", LANGCHAIN4J, NO_RETRY_OF_STREAMS),
            Row.of("langchain4j-1.11.0", LANGCHAIN4J, NO_RETRY_OF_STREAMS),
            Row.of("langchain4j-1.19.0", LANGCHAIN4J, NO_RETRY_OF_STREAMS).asNewest());

    private Rows() {}

    /** Returns every version on the JDK that runs the tests, and the newest of each framework on all others as well. */
    static List<Row> all() {
        List<Row> rows = new ArrayList<>();
        for (Row row : ROWS) {
            rows.add(row);
            if (row.newest()) {
                Jdks.all().stream()
                        .filter(jdk -> jdk.feature() != row.jdk().feature())
                        .forEach(jdk -> rows.add(row.on(jdk)));
            }
        }
        return rows;
    }
}
