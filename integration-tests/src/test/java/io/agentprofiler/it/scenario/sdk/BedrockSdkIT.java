// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The AWS SDK's clients of Amazon Bedrock, used directly. Handlers are the SDK's, the application's, and shared by calls at a time. */
class BedrockSdkIT {
    private static final String NEWEST = "aws-bedrock-2.59.1";
    private static final Reply BUSY = Reply.error(429, "busy");

    static Stream<Arguments> sdks() {
        return SdkVersions.of(NEWEST, "aws-bedrock-2.20.157");
    }

    static Stream<Arguments> newest() {
        return SdkVersions.of(NEWEST);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("newest")
    void shouldTraceEveryWayOfConversing(String framework, Jdk jdk, @TempDir Path dir) {
        Segments segments = Scenario.of("com.example.bedrock.ConverseCalls")
                .answering(server -> server.then(
                        Reply.tool("depth", "{\"lake\":\"Inari\",\"most\":3}").withUsage(new Usage(300, 20, 40, 0, 10)),
                        Reply.text("92 m"),
                        BUSY,
                        Reply.text("at last"),
                        Reply.error(400, "no"),
                        Reply.text("soon"),
                        BUSY,
                        Reply.text("later"),
                        Reply.text("at once"),
                        Reply.text("at once"),
                        Reply.text("at once"),
                        Reply.text("once upon a time").withUsage(new Usage(300, 20, 40, 0, 10)),
                        Reply.tool("depth", "{\"lake\":\"Inari\"}"),
                        Reply.text("a b c"),
                        Reply.text("a b c"),
                        BUSY,
                        Reply.text("now then"),
                        Reply.error(400, "no"),
                        Reply.text("a b c d").withUsage(null).withCutAfter(3)))
                .yields("""
                        llm chat nova-tools in=300 out=20 cached=40
                          http HTTP POST
                        llm chat nova-tools in=10 out=5 cached=4
                          http HTTP POST
                        llm chat nova-retried in=10 out=5 cached=4
                          http HTTP POST !error 429
                          http HTTP POST
                        llm chat nova-refused !error software.amazon.awssdk.services.bedrockruntime.model.ValidationException
                          http HTTP POST !error 400
                        llm chat nova-async in=10 out=5 cached=4
                          http HTTP POST
                        llm chat nova-async-retried in=10 out=5 cached=4
                          http HTTP POST !error 429
                          http HTTP POST
                        llm chat nova-parallel in=10 out=5 cached=4
                          http HTTP POST
                        llm chat nova-parallel in=10 out=5 cached=4
                          http HTTP POST
                        llm chat nova-parallel in=10 out=5 cached=4
                          http HTTP POST
                        llm chat nova-streamed in=300 out=20 cached=40 chunks=4
                          http HTTP POST
                        llm chat nova-streamed-tool in=10 out=5 cached=4 chunks=1
                          http HTTP POST
                        llm chat nova-at-once in=10 out=5 cached=4 chunks=3
                          http HTTP POST
                        llm chat nova-at-once in=10 out=5 cached=4 chunks=3
                          http HTTP POST
                        llm chat nova-stream-retried in=10 out=5 cached=4 chunks=2
                          http HTTP POST !error 429
                          http HTTP POST
                        llm chat nova-stream-refused !error software.amazon.awssdk.services.bedrockruntime.model.ValidationException
                          http HTTP POST !error 400
                        llm chat nova-stream-broken chunks=2 !error software.amazon.awssdk.services.bedrockruntime.model.ModelStreamErrorException
                          http HTTP POST !error software.amazon.awssdk.services.bedrockruntime.model.ModelStreamErrorException
                        """)
                .answersCompared()
                .setting("content", "full")
                .check(framework, jdk, dir)
                .segments();

        assertThat(segments.attributes("llm", "gen_ai.usage.cache_creation.input_tokens"))
                .filteredOn("10"::equals)
                .as("what whole answers and streams put into the cache")
                .hasSize(2);
        assertThat(segments.attributes("llm", "gen_ai.response.finish_reasons"))
                .filteredOn(reasons -> reasons.equals("[\"tool_calls\"]"))
                .hasSize(2);
        assertThat(segments.attributes("llm", "gen_ai.output.messages"))
                .contains(
                        calls("{\\\"lake\\\": \\\"Inari\\\",\\\"most\\\": 3}"),
                        calls("{\\\"lake\\\":\\\"Inari\\\"}"),
                        "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"once upon a time\"}]}]");
    }

    private static String calls(String arguments) {
        return "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"call_depth\",\"name\":\"depth\",\"arguments\":\""
                + arguments + "\"}]}]";
    }

    @ParameterizedTest
    @MethodSource("sdks")
    void shouldTraceEveryWayOfInvokingAModel(String framework, Jdk jdk, @TempDir Path dir) {
        Segments segments = Scenario.of("com.example.bedrock.InvokeCalls")
                .answering(server -> server.then(
                        Reply.text("one"),
                        Reply.text("two"),
                        Reply.text("three"),
                        Reply.text("four"),
                        Reply.text("five"),
                        Reply.text("six"),
                        Reply.text("vectors").withUsage(null),
                        BUSY,
                        BUSY,
                        Reply.text("at last"),
                        Reply.error(400, "no"),
                        Reply.text("soon"),
                        BUSY,
                        Reply.text("later"),
                        Reply.error(400, "no"),
                        Reply.text("at once"),
                        Reply.text("at once"),
                        Reply.text("at once"),
                        Reply.text("once upon a time"),
                        Reply.text("once upon"),
                        Reply.text("once"),
                        Reply.text("a b c"),
                        Reply.text("a b c"),
                        Reply.error(400, "no")))
                .yields("""
                        llm chat anthropic.claude-5 in=10 out=5 cached=4
                          http HTTP POST
                        llm chat amazon.nova-2 in=10 out=5
                          http HTTP POST
                        llm chat amazon.titan-text in=10 out=5
                          http HTTP POST
                        llm chat meta.llama-5 in=10 out=5
                          http HTTP POST
                        llm chat mistral.large in=10 out=5
                          http HTTP POST
                        llm chat cohere.command-r in=10 out=5
                          http HTTP POST
                        embedding embeddings amazon.titan-embed-text-v2:0 in=3
                          http HTTP POST
                        llm chat anthropic.retried in=10 out=5 cached=4
                          http HTTP POST !error 429
                          http HTTP POST !error 429
                          http HTTP POST
                        llm chat anthropic.refused !error software.amazon.awssdk.services.bedrockruntime.model.ValidationException
                          http HTTP POST !error 400
                        llm chat anthropic.async in=10 out=5 cached=4
                          http HTTP POST
                        llm chat anthropic.async-retried in=10 out=5 cached=4
                          http HTTP POST !error 429
                          http HTTP POST
                        llm chat anthropic.async-refused !error software.amazon.awssdk.services.bedrockruntime.model.ValidationException
                          http HTTP POST !error 400
                        llm chat anthropic.parallel in=10 out=5 cached=4
                          http HTTP POST
                        llm chat anthropic.parallel in=10 out=5 cached=4
                          http HTTP POST
                        llm chat anthropic.parallel in=10 out=5 cached=4
                          http HTTP POST
                        llm chat anthropic.streamed in=10 out=5 cached=4 chunks=6
                          http HTTP POST
                        llm chat amazon.titan-streamed in=10 out=5 cached=4 chunks=3
                          http HTTP POST
                        llm chat meta.llama-streamed in=10 out=5 cached=4 chunks=2
                          http HTTP POST
                        llm chat anthropic.at-once in=10 out=5 cached=4 chunks=5
                          http HTTP POST
                        llm chat anthropic.at-once in=10 out=5 cached=4 chunks=5
                          http HTTP POST
                        llm chat anthropic.stream-refused !error software.amazon.awssdk.services.bedrockruntime.model.ValidationException
                          http HTTP POST !error 400
                        """)
                .answersCompared()
                .check(framework, jdk, dir)
                .segments();

        assertThat(segments.attributes("llm", "gen_ai.response.finish_reasons"))
                .as("those of bodies and, but for the three that were refused, of the events of streams")
                .filteredOn("[\"stop\"]"::equals)
                .hasSize(17);
    }
}
