// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

import static io.agentprofiler.it.conformance.Difference.EMBEDS_ONE_BY_ONE;
import static io.agentprofiler.it.conformance.Difference.GROUPED_TOOLS;
import static io.agentprofiler.it.conformance.Difference.NO_MEMORY;
import static io.agentprofiler.it.conformance.Difference.NO_RETRIEVER;
import static io.agentprofiler.it.conformance.Difference.NO_RETRY_OF_STREAMS;
import static io.agentprofiler.it.conformance.Difference.NO_STREAMS;
import static io.agentprofiler.it.conformance.Difference.NO_TOKEN_DETAILS;
import static io.agentprofiler.it.conformance.Difference.NO_TOOLS_IN_STREAMS;
import static io.agentprofiler.it.conformance.Difference.SEQUENTIAL_TOOLS;
import static io.agentprofiler.it.conformance.Difference.SILENT_FAILURES;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The versions the agent runs on, and what each cannot have: all there is to say of a version is a line here. */
final class Rows {
    private static final String LANGCHAIN4J = "com.example.trip.LangChain4jTrip";
    private static final String EARLY_LANGCHAIN4J = "com.example.trip.EarlyTrip";
    private static final String SPRING_AI = "com.example.trip.SpringAiTrip";

    private static final List<Row> ROWS = List.of(
            early("0.35.0").asOlder(),
            early("0.36.2"),
            // concurrent tools came with 1.4
            Row.of("langchain4j-1.0.0", LANGCHAIN4J, SEQUENTIAL_TOOLS, NO_RETRY_OF_STREAMS)
                    .asOlder(),
            Row.of("langchain4j-1.5.0", LANGCHAIN4J, NO_RETRY_OF_STREAMS).asOlder(),
            Row.of("langchain4j-1.11.0", LANGCHAIN4J, NO_RETRY_OF_STREAMS),
            Row.of("langchain4j-1.19.0", LANGCHAIN4J, NO_RETRY_OF_STREAMS).asNewest(),
            kernel("1.2.2", "KernelTrip", NO_STREAMS, NO_RETRIEVER, NO_MEMORY),
            kernel("1.3.0", "StreamingKernelTrip", NO_TOOLS_IN_STREAMS, NO_RETRIEVER, NO_MEMORY),
            kernel("1.4.2", "VectorKernelTrip", NO_TOOLS_IN_STREAMS).asNewest(),
            Row.of("spring-ai-1.0", SPRING_AI, SEQUENTIAL_TOOLS, NO_RETRY_OF_STREAMS, EMBEDS_ONE_BY_ONE),
            Row.of("spring-ai-1.1", SPRING_AI, SEQUENTIAL_TOOLS, NO_RETRY_OF_STREAMS, EMBEDS_ONE_BY_ONE),
            Row.of("spring-ai-2.0", SPRING_AI, SEQUENTIAL_TOOLS, EMBEDS_ONE_BY_ONE)
                    .asNewest());

    private Rows() {}

    /** Before 1.0, the attempts of LangChain4j's OpenAI models are those of OkHttp, which has rules on request. */
    private static Row early(String version) {
        return Row.of(
                        "langchain4j-" + version,
                        EARLY_LANGCHAIN4J,
                        SEQUENTIAL_TOOLS,
                        NO_RETRY_OF_STREAMS,
                        NO_TOKEN_DETAILS)
                .with("frameworks", "all,http-clients");
    }

    /** Before 1.4.4, no method of Semantic Kernel encloses a whole question, so the user names the methods that do. */
    private static Row kernel(String version, String program, Difference... differences) {
        Set<Difference> all = EnumSet.of(SEQUENTIAL_TOOLS, GROUPED_TOOLS, SILENT_FAILURES, NO_TOKEN_DETAILS);
        all.addAll(List.of(differences));
        return Row.of("semantic-kernel-" + version, "com.example.trip." + program, all.toArray(new Difference[0]))
                .with(
                        "trace",
                        Stream.of("prepare", "ask", "stream")
                                .map(method -> "com.example.trip.KernelTrip#" + method)
                                .collect(Collectors.joining(";")));
    }

    /**
     * Returns the three newest versions of each framework on the JDK that runs the tests. In a full run, also older ones, and the
     * newest of each framework on all other JDKs; only these where the former have just passed.
     */
    static List<Row> all() {
        List<Row> rows = new ArrayList<>();
        for (Row row : ROWS) {
            if (row.older() ? Breadth.isFull() : !Breadth.isVerified()) {
                rows.add(row);
            }
            if (row.newest() && Breadth.isFull()) {
                Jdks.all().stream()
                        .filter(jdk -> jdk.feature() != row.jdk().feature())
                        .forEach(jdk -> rows.add(row.on(jdk)));
            }
        }
        return rows;
    }
}
