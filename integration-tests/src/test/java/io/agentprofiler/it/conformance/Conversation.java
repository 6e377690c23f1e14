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

import com.example.trip.Trip;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The model's answers to the agent, and the resulting shape. Rounds one to three belong to the question that is answered
 * whole, later rounds to the streamed one.
 */
final class Conversation {
    private static final String ANSWER = "Have a nice trip.";
    private static final String CITY = "{\"city\":\"Paris\"}";
    private static final String REFUSED = "    http !error\n";

    private Conversation() {}

    /** Returns what the agent prints. */
    static String output(Row row) {
        return (ANSWER + "\n").repeat(row.has(NO_STREAMS) ? 1 : 2);
    }

    /** Lets the server answer. */
    static void script(Script script, Row row) {
        script.then(Reply.error(429, "slow down")).then(question(row, true, 0));
        if (row.has(NO_STREAMS)) {
            return;
        }
        if (!row.has(NO_RETRY_OF_STREAMS)) {
            script.then(Reply.error(429, "slow down"));
        }
        script.then(question(row, !row.has(NO_TOOLS_IN_STREAMS), 1000));
    }

    private static Reply[] question(Row row, boolean tools, int more) {
        Reply answer = Reply.text(ANSWER).withUsage(new Usage(more + 190, 7, 0, 3));
        if (!tools) {
            return new Reply[] {answer};
        }
        return new Reply[] {
            Reply.tool(tool(row, "flights"), CITY)
                    .withTool(tool(row, "hotels"), CITY)
                    .withUsage(new Usage(more + 120, 18, 64, 2)),
            Reply.tool(tool(row, "weather"), CITY).withUsage(new Usage(more + 150, 9, 128, 0)),
            answer
        };
    }

    private static String tool(Row row, String name) {
        return row.has(GROUPED_TOOLS) ? "trip-" + name : name;
    }

    /**
     * Returns the shape that is expected, with the tokens the server reported. Filling the store is work of its own; each
     * question is one workflow.
     */
    static String expected(Row row, OpenAiServer server) {
        Iterator<String> tokens = rounds(server).stream()
                .map(exchange -> tokens(row, exchange.usage()))
                .iterator();
        int embeddings = row.has(EMBEDS_ONE_BY_ONE) ? 1 + Trip.DOCUMENTS.size() : 1;
        String filled = "workflow\n" + "  embedding\n".repeat(embeddings);
        return filled + question(row, false, tokens) + (row.has(NO_STREAMS) ? "" : question(row, true, tokens));
    }

    private static String question(Row row, boolean streamed, Iterator<String> tokens) {
        String memory = row.has(NO_MEMORY) ? "" : "  memory\n";
        String retrieval = row.has(NO_RETRIEVER) ? "  embedding\n" : "  retrieval\n    embedding\n";
        String refused = streamed && row.has(NO_RETRY_OF_STREAMS) ? "" : REFUSED;
        String rounds = streamed && row.has(NO_TOOLS_IN_STREAMS)
                ? request(tokens.next(), " streamed", refused)
                : request(tokens.next(), "", refused)
                        + tools(row)
                        + request(tokens.next(), "", "")
                        + "  tool " + tool(row, "weather") + " !error\n"
                        + request(tokens.next(), streamed ? " streamed" : "", "");
        return "workflow\n" + memory + retrieval + rounds + memory;
    }

    private static String request(String tokens, String streamed, String refused) {
        return "  llm gpt-4o-mini" + tokens + streamed + "\n" + refused + "    http\n";
    }

    private static String tools(Row row) {
        String line = row.has(SEQUENTIAL_TOOLS) ? "  tool " : "  & tool ";
        return line + tool(row, "flights") + "\n" + line + tool(row, "hotels") + "\n";
    }

    private static String tokens(Row row, Usage usage) {
        if (usage == null) {
            return "";
        }
        return row.has(NO_TOKEN_DETAILS)
                ? tokens(usage.input(), usage.output(), -1, -1)
                : tokens(usage.input(), usage.output(), usage.cached(), usage.reasoning());
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
    static List<List<String>> requests(Row row) {
        List<String> found = List.of(Trip.QUESTION, Trip.DOCUMENTS.get(0));
        List<String> tools = List.of("3 flights to Paris", "3 hotels in Paris");
        String failed = "call_" + tool(row, "weather");
        List<String> failure = row.has(SILENT_FAILURES) ? List.of(failed) : List.of(failed, "no weather for Paris");
        List<List<String>> requests = new ArrayList<>(List.of(found, tools, failure));
        if (row.has(NO_TOOLS_IN_STREAMS)) {
            requests.add(found);
        } else if (!row.has(NO_STREAMS)) {
            requests.addAll(List.of(found, tools, failure));
        }
        return requests;
    }
}
