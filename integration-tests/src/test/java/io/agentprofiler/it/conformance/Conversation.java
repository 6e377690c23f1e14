// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

import static io.agentprofiler.it.conformance.Difference.NO_RETRY_OF_STREAMS;
import static io.agentprofiler.it.conformance.Difference.SEQUENTIAL_TOOLS;

import com.example.trip.Trip;
import io.agentprofiler.it.openai.Exchange;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.Reply;
import io.agentprofiler.it.openai.Script;
import io.agentprofiler.it.openai.Usage;
import java.util.List;

/**
 * What the model answers the agent, and the shape that follows from it. Rounds one to three are those of the question that
 * is answered whole, four to six those of the streamed one.
 */
final class Conversation {
    /** What the agent prints. */
    static final String OUTPUT = "Have a nice trip.\nHave a nice trip.\n";

    private static final String CITY = "{\"city\":\"Paris\"}";

    /** Filling the store is work of its own; each question is one workflow. {@code %n$s} are the tokens of round n. */
    private static final String SHAPE = """
            workflow
              embedding
            workflow
              memory
              retrieval
                embedding
              llm gpt-4o-mini%1$s
                http !error
                http
              & tool flights
              & tool hotels
              llm gpt-4o-mini%2$s
                http
              tool weather !error
              llm gpt-4o-mini%3$s
                http
              memory
            workflow
              memory
              retrieval
                embedding
              llm gpt-4o-mini%4$s
                http !error
                http
              & tool flights
              & tool hotels
              llm gpt-4o-mini%5$s
                http
              tool weather !error
              llm gpt-4o-mini%6$s streamed
                http
              memory
            """;

    private Conversation() {}

    /** Lets the server answer. */
    static void script(Script script, Row row) {
        question(script, true, 0);
        question(script, !row.has(NO_RETRY_OF_STREAMS), 1000);
    }

    private static void question(Script script, boolean refusedFirst, int more) {
        if (refusedFirst) {
            script.then(Reply.error(429, "slow down"));
        }
        script.then(
                Reply.tool("flights", CITY).withTool("hotels", CITY).withUsage(new Usage(more + 120, 18, 64, 2)),
                Reply.tool("weather", CITY).withUsage(new Usage(more + 150, 9, 128, 0)),
                Reply.text("Have a nice trip.").withUsage(new Usage(more + 190, 7, 0, 3)));
    }

    /** Returns the shape that is expected, with the tokens the server reported. */
    static String expected(Row row, OpenAiServer server) {
        Object[] tokens = rounds(server).stream()
                .map(Exchange::usage)
                .map(usage ->
                        usage == null ? "" : tokens(usage.input(), usage.output(), usage.cached(), usage.reasoning()))
                .toArray();
        String shape = SHAPE;
        if (row.has(SEQUENTIAL_TOOLS)) {
            shape = shape.replace("& tool", "tool");
        }
        if (row.has(NO_RETRY_OF_STREAMS)) {
            int stream = shape.indexOf("%4$s");
            shape = shape.substring(0, stream) + shape.substring(stream).replace("    http !error\n", "");
        }
        return shape.formatted(tokens);
    }

    /** Returns the model requests that were answered, in order. */
    static List<Exchange> rounds(OpenAiServer server) {
        return server.exchanges("/chat/completions").stream()
                .filter(exchange -> exchange.status() == 200)
                .toList();
    }

    /** Returns tokens as a shape shows them, unknown ones left out. */
    static String tokens(long input, long output, long cached, long reasoning) {
        return token("in", input) + token("out", output) + token("cached", cached) + token("reasoning", reasoning);
    }

    private static String token(String name, long value) {
        return value < 0 ? "" : " " + name + "=" + value;
    }

    /** Returns what each round's request must hold for the agent to have done what it is there for. */
    static List<List<String>> requests() {
        List<String> found = List.of(Trip.QUESTION, Trip.DOCUMENTS.get(0));
        List<String> tools = List.of("3 flights to Paris", "3 hotels in Paris");
        List<String> failure = List.of("call_weather", "no weather for Paris");
        return List.of(found, tools, failure, found, tools, failure);
    }
}
