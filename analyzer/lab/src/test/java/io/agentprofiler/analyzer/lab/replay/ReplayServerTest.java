// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.lab.replay.match.Replay;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests as clients send them, and what they get. */
class ReplayServerTest {
    private static final String OPENAI = "/v1/chat/completions";
    private static final String ANTHROPIC = "/v1/messages";
    private static final String OLLAMA = "/api/chat";
    private static final String TOOLS =
            "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\",\"parameters\":"
                    + "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}}}]";
    private static final String SYSTEM = "{\"role\":\"system\",\"content\":\"" + WeatherRun.SYSTEM + "\"}";
    private static final String FIRST = "\"model\":\"gpt-4o\"," + TOOLS + ",\"messages\":[" + SYSTEM
            + ",{\"role\":\"user\",\"content\":\"" + WeatherRun.QUESTION + "\"}";
    private static final String OTHER = "\"model\":\"gpt-4o\"," + TOOLS + ",\"messages\":[" + SYSTEM
            + ",{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"" + WeatherRun.OTHER_QUESTION + "\"}]}";
    private static final String SECOND = FIRST
            + ",{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"weather\","
            + "\"arguments\":\"{\\\"city\\\":\\\"Berlin\\\"}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"sunny\"}";

    private static final Queue<ReplayServer> ALL = new ConcurrentLinkedQueue<>();

    private final HttpClient client = HttpClient.newHttpClient();
    private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    private final List<ReplayServer> servers = new ArrayList<>();
    private Replay replay;

    /** Together: each waits a second for connections that clients keep open. */
    @AfterAll
    static void close() {
        ALL.parallelStream().forEach(server -> assertThatCode(server::close).doesNotThrowAnyException());
    }

    @AfterEach
    void assertNoComplaints() {
        assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private String serve(boolean texts) throws IOException {
        return serve(texts, "fail", null);
    }

    private String serve(boolean texts, String onMiss, String token) throws IOException {
        replay = new Replay(WeatherRun.workflows(texts), any -> {});
        ReplayServer server = new ReplayServer(
                replay,
                OnMiss.of(onMiss),
                new Pace(ReplaySpeed.INSTANT),
                token,
                List.of("gpt-4o"),
                0,
                new PrintStream(complaints, true, StandardCharsets.UTF_8));
        server.start(() -> "{}".getBytes(StandardCharsets.UTF_8));
        servers.add(server);
        ALL.add(server);
        return server.address();
    }

    private HttpResponse<String> ask(String address, String json, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String answer(String address, String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(address, json);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body()
                .replaceFirst("\"created\":\\d+", "\"created\":0")
                .replaceAll("\"created_at\":\"[^\"]+\"", "\"created_at\":0");
    }

    @Test
    void shouldAnswerAsOpenAi() throws Exception {
        String address = serve(true) + OPENAI;

        assertThat(answer(address, "{" + FIRST + "]}"))
                .isEqualTo(
                        "{\"id\":\"r100\",\"object\":\"chat.completion\",\"created\":0,\"model\":\"gpt-4o-1\",\"choices\":[{\"index\":0,"
                                + "\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
                                + "\"function\":{\"name\":\"weather\",\"arguments\":\"{\\\"city\\\": \\\"Berlin\\\"}\"}}]},"
                                + "\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,"
                                + "\"total_tokens\":110,\"prompt_tokens_details\":{\"cached_tokens\":32}}}");
        assertThat(answer(address, "{" + SECOND + "]}"))
                .contains(
                        "\"content\":\"" + WeatherRun.ANSWER + "\"",
                        "\"finish_reason\":\"stop\"",
                        "\"prompt_tokens\":150");
    }

    @Test
    void shouldRefuseAsRecordedAndThenStream() throws Exception {
        String address = serve(true) + OPENAI;
        String request = "{" + OTHER + "],\"stream\":true}";

        HttpResponse<String> refused = ask(address, request);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("rate_limit_error");

        HttpResponse<String> stream = ask(address, request);
        assertThat(stream.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        List<String> contents = found("\"delta\":\\{\"content\":\"([^\"]+)\"", stream.body());
        assertThat(contents).hasSize(3);
        assertThat(String.join("", contents)).isEqualTo(WeatherRun.OTHER_ANSWER);
        assertThat(stream.body())
                .startsWith("data: {")
                .contains(
                        "\"finish_reason\":\"stop\"",
                        "\"choices\":[],\"usage\":{\"prompt_tokens\":40,\"completion_tokens\":12")
                .endsWith("data: [DONE]\n\n");
    }

    private static List<String> found(String pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    @Test
    void shouldGenerateWhatWasRecordedAsLengths() throws Exception {
        String address = serve(false) + OPENAI;

        String asks = answer(address, "{" + FIRST + "]}");
        assertThat(asks)
                .contains("\"id\":\"c1\"", "\"name\":\"weather\"", "\"prompt_tokens\":100,\"completion_tokens\":10")
                .contains("\"arguments\":\"{\\\"city\\\":\\\"[replay\\\"}\"");
        String said = answer(address, "{" + SECOND + "]}");
        assertThat(found("\"content\":\"([^\"]+)\"", said).get(0))
                .hasSize(WeatherRun.ANSWER.length())
                .startsWith("[replay 1.2]");
        assertThat(replay.progress().get(0).outcome()).isEqualTo("same");
    }

    @Test
    void shouldGenerateJsonWhereASchemaIsGiven() throws Exception {
        String said = answer(
                serve(false) + OPENAI,
                "{" + SECOND
                        + "],\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"schema\":{\"type\":\"object\",\"properties\":"
                        + "{\"text\":{\"type\":\"string\"}}}}}}");

        assertThat(said).contains("\"content\":\"{\\\"text\\\":\\\"[replay 1.");
    }

    @Test
    void shouldAnswerAsAnthropic() throws Exception {
        String address = serve(true) + ANTHROPIC;
        String head = "\"model\":\"gpt-4o\",\"max_tokens\":100,\"system\":\"" + WeatherRun.SYSTEM
                + "\",\"tools\":[{\"name\":\"weather\",\"input_schema\":{\"type\":\"object\"}}],\"messages\":["
                + "{\"role\":\"user\",\"content\":\"" + WeatherRun.QUESTION + "\"}";
        String results =
                ",{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"weather\",\"input\":"
                        + "{\"city\":\"Berlin\"}}]},{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\","
                        + "\"content\":[{\"type\":\"text\",\"text\":\"sunny\"}]}]}";

        assertThat(answer(address, "{" + head + "]}"))
                .isEqualTo(
                        "{\"id\":\"r100\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"gpt-4o-1\",\"content\":["
                                + "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"weather\",\"input\":{\"city\":\"Berlin\"}}],"
                                + "\"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":68,\"output_tokens\":10,"
                                + "\"cache_read_input_tokens\":32}}");
        String stream = answer(address, "{" + head + results + "],\"stream\":true}");
        assertThat(found("event: (\\w+)", stream))
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(stream).contains("\"text\":\"" + WeatherRun.ANSWER + "\"", "\"stop_reason\":\"end_turn\"");
        assertThat(replay.progress().get(0).outcome()).isEqualTo("same");
        HttpResponse<String> miss = ask(address, "{\"model\":\"m\",\"messages\":[]}");
        assertThat(miss.statusCode()).isEqualTo(400);
        assertThat(miss.body())
                .startsWith(
                        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"replay: nothing");
    }

    @Test
    void shouldAnswerAsOllama() throws Exception {
        String address = serve(true) + OLLAMA;
        String results =
                ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"weather\",\"arguments\":"
                        + "{\"city\":\"Berlin\"}}}]},{\"role\":\"tool\",\"tool_name\":\"weather\",\"content\":\"sunny\"}";

        assertThat(answer(address, "{" + FIRST + "],\"stream\":false}"))
                .isEqualTo(
                        "{\"model\":\"gpt-4o-1\",\"created_at\":0,\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
                                + "{\"function\":{\"name\":\"weather\",\"arguments\":{\"city\":\"Berlin\"}}}]},\"done\":true,"
                                + "\"done_reason\":\"stop\",\"prompt_eval_count\":100,\"eval_count\":10}");
        assertThat(answer(address, "{" + FIRST + results + "]}").lines())
                .containsExactly(
                        "{\"model\":\"gpt-4o-1\",\"created_at\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
                                + WeatherRun.ANSWER + "\"},\"done\":false}",
                        "{\"model\":\"gpt-4o-1\",\"created_at\":0,\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
                                + "\"done_reason\":\"stop\",\"prompt_eval_count\":150,\"eval_count\":8}");
    }

    @Test
    void shouldAnswerAsGemini() throws Exception {
        String address = serve(true) + "/v1beta/models/gpt-4o:";
        String head = "\"systemInstruction\":{\"parts\":[{\"text\":\"" + WeatherRun.SYSTEM
                + "\"}]},\"tools\":[{\"functionDeclarations\":[{\"name\":\"weather\",\"parameters\":{\"type\":\"OBJECT\"}}]}],"
                + "\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"" + WeatherRun.QUESTION + "\"}]}";
        String results =
                ",{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"weather\",\"args\":{\"city\":\"Berlin\"}}}]},"
                        + "{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"name\":\"weather\",\"response\":{\"result\":\"sunny\"}}}]}";

        assertThat(answer(address + "generateContent", "{" + head + "]}"))
                .isEqualTo(
                        "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"weather\","
                                + "\"args\":{\"city\":\"Berlin\"}}}]},\"finishReason\":\"STOP\",\"index\":0}],\"usageMetadata\":{"
                                + "\"promptTokenCount\":100,\"candidatesTokenCount\":10,\"cachedContentTokenCount\":32,"
                                + "\"totalTokenCount\":110},\"modelVersion\":\"gpt-4o-1\",\"responseId\":\"r100\"}");
        assertThat(answer(address + "streamGenerateContent?alt=sse", "{" + head + results + "]}"))
                .startsWith("data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\""
                        + WeatherRun.ANSWER + "\"}]},\"finishReason\":\"STOP\"")
                .contains("\"promptTokenCount\":150,\"candidatesTokenCount\":8")
                .endsWith("}\r\n\r\n");
        assertThat(replay.progress().get(0).outcome()).isEqualTo("same");
        HttpResponse<String> miss = ask(address + "generateContent", "{\"contents\":[]}");
        assertThat(miss.statusCode()).isEqualTo(400);
        assertThat(miss.body())
                .startsWith("{\"error\":{\"code\":400,\"message\":\"replay: nothing")
                .endsWith("\"status\":\"INVALID_ARGUMENT\"}}");
    }

    @Test
    void shouldAnswerAsOpenAiResponses() throws Exception {
        String address = serve(true) + "/v1/responses";
        String head =
                "\"model\":\"gpt-4o\",\"tools\":[{\"type\":\"function\",\"name\":\"weather\",\"parameters\":{}}],\"input\":["
                        + "{\"role\":\"developer\",\"content\":\"" + WeatherRun.SYSTEM + "\"},"
                        + "{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"" + WeatherRun.QUESTION
                        + "\"}]}";
        String results = ",{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"weather\",\"arguments\":"
                + "\"{\\\"city\\\":\\\"Berlin\\\"}\"},{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"sunny\"}";

        assertThat(answer(address, "{" + head + "]}"))
                .contains("\"status\":\"completed\"", "\"model\":\"gpt-4o-1\"")
                .contains(
                        "\"output\":[{\"type\":\"function_call\",\"id\":\"fc_c1\",\"status\":\"completed\",\"call_id\":\"c1\","
                                + "\"name\":\"weather\",\"arguments\":\"{\\\"city\\\": \\\"Berlin\\\"}\"}]")
                .endsWith("\"usage\":{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":32},"
                        + "\"output_tokens\":10,\"total_tokens\":110}}");
        String stream = answer(address, "{" + head + results + "],\"stream\":true}");
        assertThat(found("event: (\\S+)", stream))
                .containsExactly(
                        "response.created",
                        "response.output_item.added",
                        "response.output_text.delta",
                        "response.output_item.done",
                        "response.completed");
        assertThat(stream).contains("\"delta\":\"" + WeatherRun.ANSWER + "\"");
        assertThat(replay.progress().get(0).outcome()).isEqualTo("same");
    }

    @Test
    void shouldMakeVectorsOfTheRecordedLength() throws Exception {
        String address = serve(false);
        String request = "{\"model\":\"small\",\"input\":[\"red apples\",\"red pears\"]";

        String plain = answer(address + "/v1/embeddings", request + "}");
        assertThat(plain).contains("\"usage\":{\"prompt_tokens\":7,\"total_tokens\":7}");
        assertThat(found("(-?\\d+\\.\\d+(?:E-?\\d+)?)", plain)).hasSize(2 * 16);
        String coded = found(
                        "\"embedding\":\"([^\"]+)\"",
                        answer(address + "/v1/embeddings", request + ",\"encoding_format\":\"base64\"}"))
                .get(0);
        float first = ByteBuffer.wrap(Base64.getDecoder().decode(coded))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getFloat();
        assertThat(plain).contains("\"embedding\":[" + (double) first);
        assertThat(answer(address + "/api/embed", request + "}"))
                .contains("\"embeddings\":[[", "\"prompt_eval_count\":7");
        assertThat(answer(address + "/api/embeddings", "{\"model\":\"small\",\"prompt\":\"red\"}"))
                .startsWith("{\"embedding\":[");
    }

    @Test
    void shouldCutAConnectionThatWasCut() throws Exception {
        String address = serve(true) + OPENAI;

        assertThatThrownBy(() ->
                        ask(address, "{\"model\":\"broken\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldSayWhatFitsNothing() throws Exception {
        String address = serve(true) + OPENAI;

        HttpResponse<String> miss = ask(address, "{" + FIRST.replace("Berlin", "Bern") + "]}");

        assertThat(miss.statusCode()).isEqualTo(400);
        assertThat(miss.body())
                .contains("nothing recorded fits; nearest is call 1 of workflow 1, and messages[1].content differs");
        assertThat(ask(address, "no JSON").statusCode()).isEqualTo(400);
        assertThat(ask(address.replace(OPENAI, "/v1/images"), "{}").statusCode())
                .isEqualTo(404);
    }

    @Test
    void shouldAnswerWithTheNearestOrHaveAnotherServerAnswer() throws Exception {
        String changed = "{" + FIRST.replace("Berlin", "Bern") + "]}";
        assertThat(answer(serve(true, "nearest", null) + OPENAI, changed)).contains("\"id\":\"r100\"");

        String behind = serve(true, "nearest", null);
        String address = serve(true, "forward=" + behind + "/v1", null) + OPENAI;
        assertThat(answer(address, changed)).contains("\"id\":\"r100\"");
        assertThat(servers.get(2).served().forwarded()).isEqualTo(1);
        assertThat(servers.get(1).served().answers()).isEqualTo(1);
        assertThat(answer(address, "{" + FIRST + "]}")).contains("\"id\":\"r100\"");
        assertThat(servers.get(1).served().answers()).isEqualTo(1);
    }

    @Test
    void shouldLetInOnlyWhoBringsTheKey() throws Exception {
        String address = serve(true, "fail", "0123456789abcdef") + OPENAI;
        String request = "{" + FIRST + "]}";

        HttpResponse<String> refused = ask(address, request);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("Connection"))
                .as(
                        "its body was not read: a client that sent another request after it would find the connection closed")
                .contains("close");
        assertThat(ask(address, request, "Authorization", "Bearer 0123456789abcdee")
                        .statusCode())
                .isEqualTo(401);
        assertThat(ask(address, request, "Authorization", "Bearer 0123456789abcdef")
                        .statusCode())
                .isEqualTo(200);
        assertThat(ask(address, request, "x-api-key", "0123456789abcdef").statusCode())
                .isEqualTo(200);
        assertThat(ask(address, request, "x-goog-api-key", "0123456789abcdef").statusCode())
                .isEqualTo(200);
        assertThat(ask(address + "?key=0123456789abcdef", request).statusCode()).isEqualTo(200);
        assertThat(ask(address + "?key=0123456789abcdee", request).statusCode()).isEqualTo(401);
    }

    @Test
    void shouldRefusePagesOfOtherSites() throws Exception {
        String address = serve(true) + OPENAI;

        assertThat(ask(address, "{" + FIRST + "]}", "Origin", "https://example.com")
                        .statusCode())
                .isEqualTo(403);
        assertThat(replay.requests()).isZero();
        assertThat(replay.progress())
                .extracting(each -> each.counts().requests())
                .containsOnly(0L);
    }
}
