// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Exchange.Outcome;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenAiServerTest {
    private static final String QUESTION = """
            {"model": "m-1", "messages": [{"role": "user", "content": "Hello"}]}""";
    private static final String STREAMED_QUESTION = """
            {"model": "m-1", "stream": true, "stream_options": {"include_usage": true},
             "messages": [{"role": "user", "content": "Hello"}]}""";

    private final OpenAiServer server = OpenAiServer.start();
    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void shouldAnswerAndRememberTheUsageItReported() throws Exception {
        server.script().then(Reply.text("Hi there").withUsage(new Usage(7, 3, 2, 1)));

        JsonNode answer = json.readTree(post("/chat/completions", QUESTION).body());

        assertThat(answer.at("/choices/0/message/content").asString()).isEqualTo("Hi there");
        assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("stop");
        assertThat(answer.path("model").asString()).isEqualTo("m-1");
        assertThat(answer.at("/usage/prompt_tokens_details/cached_tokens").asInt())
                .isEqualTo(2);
        assertThat(answer.at("/usage/completion_tokens_details/reasoning_tokens")
                        .asInt())
                .isEqualTo(1);
        assertThat(server.chatUsage()).isEqualTo(new Usage(7, 3, 2, 1, 0));
    }

    @Test
    void shouldStreamTextWordByWordAndEndWithUsage() throws Exception {
        server.script().then(Reply.text("one two three"));

        List<String> data = data(post("/chat/completions", STREAMED_QUESTION).body());

        assertThat(data).hasSize(7).last().isEqualTo("[DONE]");
        assertThat(data.subList(1, 4).stream().map(this::content)).containsExactly("one", " two", " three");
        assertThat(json.readTree(data.get(5)).at("/usage/total_tokens").asInt()).isEqualTo(15);
        assertThat(json.readTree(data.get(5)).path("choices").size()).isZero();
    }

    @Test
    void shouldStreamTwoToolCallsInDeltas() throws Exception {
        server.script().then(Reply.tool("time", "{\"city\": \"Rome\"}").withTool("weather", "{}"));

        List<String> data = data(post("/chat/completions", STREAMED_QUESTION).body());

        StringBuilder arguments = new StringBuilder();
        for (String chunk : data.subList(1, 4)) {
            JsonNode call = json.readTree(chunk).at("/choices/0/delta/tool_calls/0");
            assertThat(call.path("index").asInt()).isZero();
            arguments.append(call.at("/function/arguments").asString());
        }
        assertThat(arguments).hasToString("{\"city\": \"Rome\"}");
        assertThat(json.readTree(data.get(4))
                        .at("/choices/0/delta/tool_calls/0/index")
                        .asInt())
                .isEqualTo(1);
        assertThat(data.get(6)).contains("\"finish_reason\":\"tool_calls\"");
    }

    @Test
    void shouldLeaveUsageOutOfAStreamThatDidNotAskForIt() throws Exception {
        String body = post("/chat/completions", STREAMED_QUESTION.replace("true}", "false}"))
                .body();

        assertThat(body).doesNotContain("prompt_tokens").contains("[DONE]");
        assertThat(server.chatUsage()).isEqualTo(Usage.NONE);
    }

    @Test
    void shouldFailWithRetryAfterAndThenTakeTheNextReply() throws Exception {
        server.script().then(Reply.error(429, "slow down").withRetryAfter("2"), Reply.text("now"));

        HttpResponse<String> refused = post("/chat/completions", QUESTION);
        HttpResponse<String> answered = post("/chat/completions", QUESTION);

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("2");
        assertThat(refused.body()).contains("slow down");
        assertThat(answered.body()).contains("now");
        assertThat(server.exchanges().stream().map(Exchange::status)).containsExactly(429, 200);
    }

    @Test
    void shouldCutAStream() {
        server.script().then(Reply.text("one two three").withCutAfter(2));

        assertThatThrownBy(() -> post("/chat/completions", STREAMED_QUESTION)).isInstanceOf(IOException.class);

        Awaitility.await().until(() -> !server.exchanges().isEmpty());
        assertThat(server.exchanges().get(0).outcome()).isEqualTo(Outcome.CUT);
        assertThat(server.exchanges().get(0).usage()).isNull();
    }

    @Test
    void shouldCutAWholeAnswerInTheMiddle() {
        server.script().then(Reply.text("one two three").withCutAfter(0));

        assertThatThrownBy(() -> post("/chat/completions", QUESTION)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldAnswerByTheFirstRuleThatFits() throws Exception {
        server.script()
                .whenLastContains("nobody asks this", Reply.text("wrong"))
                .whenLastContains("Hello", Reply.text("by rule"));

        assertThat(post("/chat/completions", QUESTION).body()).contains("by rule");
    }

    @Test
    void shouldEmbedTheSameTextAlike() throws Exception {
        JsonNode answer = json.readTree(
                post("/embeddings", "{\"model\": \"e-1\", \"input\": [\"red car\", \"Car, red!\", \"sea\"]}")
                        .body());

        assertThat(answer.at("/data/0/embedding")).isEqualTo(answer.at("/data/1/embedding"));
        assertThat(answer.at("/data/0/embedding")).isNotEqualTo(answer.at("/data/2/embedding"));
        assertThat(answer.at("/usage/prompt_tokens").asInt()).isEqualTo(5);
    }

    @Test
    void shouldFlagAttacks() throws Exception {
        JsonNode answer = json.readTree(
                post("/moderations", "{\"input\": [\"peace\", \"attack\"]}").body());

        assertThat(answer.at("/results/0/flagged").asBoolean()).isFalse();
        assertThat(answer.at("/results/1/flagged").asBoolean()).isTrue();
    }

    private String content(String chunk) {
        return json.readTree(chunk).at("/choices/0/delta/content").asString();
    }

    private static List<String> data(String body) {
        return body.lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
