// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import io.agentprofiler.analyzer.testing.TestRun;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Workflows of an agent {@code A} whose prompts and answers are known by hash. A message is {@code role:hash}, the hash of four letters. */
public final class AnsweredRun {
    private final TestRun run = TestRun.run("r");
    private int workflows;
    private double now;
    private int span;
    private int agent = 1;
    private boolean conversation;

    /** Begins a workflow. */
    public AnsweredRun workflow() {
        now = 100_000.0 * ++workflows;
        span = 1;
        run.trace(workflows).start(1, 0, now, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        return this;
    }

    /** Adds a model call of 100 ms that used 1000 tokens in and 20 out. */
    public AnsweredRun call(String finish, String answer, String... messages) {
        return call(100, "", finish, answer, messages);
    }

    /**
     * Adds a model call that used 1000 tokens in and 20 out.
     *
     * @param millis how long it took
     * @param more further fields of its end, each with a comma after it
     */
    public AnsweredRun call(double millis, String more, String finish, String answer, String... messages) {
        run.start(
                        ++span,
                        agent,
                        now,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\","
                                + "\"gen_ai.request.max_tokens\":50,\"agentprofiler.content.input.messages\":{\"chars\":90,\"hash\":\""
                                + String.join("", messages) + "\"}," + blocks(messages))
                .end(
                        span,
                        now + millis,
                        "ok",
                        "," + more
                                + "\"attributes\":{\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":20,"
                                + "\"gen_ai.response.finish_reasons\":[\"" + finish
                                + "\"],\"agentprofiler.content.output.messages\":{\"chars\":9,\"hash\":\"" + answer
                                + "\"}}");
        now += millis;
        return this;
    }

    private static String blocks(String... messages) {
        String ends = Arrays.stream(messages).map(message -> "9").collect(Collectors.joining(","));
        String roles = Arrays.stream(messages)
                .map(message -> '"' + message.substring(0, message.indexOf(':')) + '"')
                .collect(Collectors.joining(","));
        String hashes = Arrays.stream(messages)
                .map(message -> message.substring(message.indexOf(':') + 1))
                .collect(Collectors.joining());
        return "\"agentprofiler.prompt.blocks\":{\"block_bytes\":256,\"bytes\":900,\"hash_chars\":4,\"hashes\":\"\",\"messages\":{"
                + "\"left_out\":0,\"ends\":[" + ends + "],\"roles\":[" + roles + "],\"parts\":["
                + ends.replace('9', '1') + "],\"hashes\":\"" + hashes + "\"}}";
    }

    /** Lets time pass, of which nothing is recorded. */
    public AnsweredRun pause(double millis) {
        now += millis;
        return this;
    }

    /** Adds a tool call of 10 ms. */
    public AnsweredRun tool() {
        run.span(++span, 1, now, now + 10, "tool", "t");
        now += 10;
        return this;
    }

    /** Ends the agent, within a workflow around it, and begins another of the same name. */
    public AnsweredRun again() {
        return again("A");
    }

    /** Ends the agent, within a workflow around it, and begins another one. */
    public AnsweredRun again(String name) {
        run.end(agent, now);
        agent = ++span;
        run.start(agent, 100, now, "agent", name, attributes(name));
        return this;
    }

    private String attributes(String name) {
        return "\"gen_ai.agent.name\":\"" + name + "\"" + (conversation ? ",\"gen_ai.conversation.id\":\"c\"" : "");
    }

    /** Lets agents belong to a conversation from now on. */
    AnsweredRun conversation() {
        conversation = true;
        return this;
    }

    /** Begins a workflow with an agent in it. */
    public AnsweredRun around() {
        now = 100_000.0 * ++workflows;
        run.trace(workflows).start(100, 0, now, "workflow", "w");
        span = agent = 1;
        run.start(1, 100, now, "agent", "A", attributes("A"));
        return this;
    }

    /** Ends the agent and the workflow around it. */
    public AnsweredRun endAround() {
        run.end(agent, now).end(100, now);
        agent = 1;
        return this;
    }

    /** Ends the workflow. */
    public AnsweredRun end() {
        run.end(1, now);
        return this;
    }

    public TestRun run() {
        return run;
    }
}
