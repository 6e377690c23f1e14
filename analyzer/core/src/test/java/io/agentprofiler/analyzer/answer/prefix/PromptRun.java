// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.cache.Servers;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Calls with hashed prompts, written as the agent does; four bytes are a token. */
public final class PromptRun {
    /** A part of a prompt of so many tokens; parts of the same name begin alike. */
    public record Part(String role, String name, int tokens, int pieces) {
        public String text() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; text.length() < tokens * 4; i++) {
                text.append(name).append(i).append(' ');
            }
            return text.substring(0, tokens * 4);
        }
    }

    private final TestRun run = TestRun.run("r");
    private boolean ends = true;
    private int trace = 1;
    private int calls;
    private String more = "";

    public static Part tools(String name, int tokens) {
        return new Part("tools", name, tokens, 1);
    }

    public static Part instructions(String name, int tokens) {
        return new Part("instructions", name, tokens, 1);
    }

    public static Part user(String name, int tokens) {
        return new Part("user", name, tokens, 1);
    }

    public static Part answer(String name, int tokens) {
        return new Part("assistant", name, tokens, 1);
    }

    /** Makes the next calls like those of agents that did not tell the ends of messages. */
    public PromptRun withoutEnds() {
        ends = false;
        return this;
    }

    /** Starts another workflow. */
    public PromptRun workflow(int number) {
        trace = number;
        return this;
    }

    /** Adds usage to all next calls. */
    public PromptRun reporting(String usage) {
        more = usage;
        return this;
    }

    /** Adds a call of a second, without an answer that is kept. */
    public PromptRun call(double t, Part... prompt) {
        return answered(t, null, prompt);
    }

    /** Adds a call of a second that is answered. */
    public PromptRun answered(double t, Part answer, Part... prompt) {
        int id = ++calls;
        int tokens = Arrays.stream(prompt).mapToInt(Part::tokens).sum();
        run.trace(trace)
                .start(
                        id,
                        0,
                        t,
                        "llm",
                        "chat",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"," + blocks(prompt))
                .end(
                        id,
                        t + 1000,
                        "\"gen_ai.usage.input_tokens\":" + tokens + more
                                + (answer == null
                                        ? ""
                                        : ",\"gen_ai.usage.output_tokens\":" + answer.tokens()
                                                + ",\"agentprofiler.content.output.messages\":{\"chars\":1,\"hash\":\""
                                                + hash(answer.text()) + "\"}"));
        return this;
    }

    /** Adds a call whose tokens are known, of which one is a letter. */
    public PromptRun tokens(double t, String answer, String prompt) {
        int id = ++calls;
        run.trace(trace)
                .start(
                        id,
                        0,
                        t,
                        "llm",
                        "chat",
                        "\"gen_ai.request.model\":\"qwen\",\"agentprofiler.prompt.token_ids\":" + ids(prompt))
                .end(
                        id,
                        t + 1000,
                        "\"gen_ai.usage.output_tokens\":" + answer.length() + ",\"agentprofiler.output.token_ids\":"
                                + ids(answer));
        return this;
    }

    private static String ids(String tokens) {
        return tokens.chars().mapToObj(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }

    private static String hash(String text) {
        return String.format("%08x", text.hashCode());
    }

    private String blocks(Part... prompt) {
        StringBuilder text = new StringBuilder();
        StringBuilder told = new StringBuilder();
        StringBuilder parts = new StringBuilder();
        List<String> messageEnds = new ArrayList<>();
        List<String> roles = new ArrayList<>();
        List<String> pieces = new ArrayList<>();
        StringBuilder hashes = new StringBuilder();
        for (Part part : prompt) {
            text.append(part.text());
            switch (part.role()) {
                case "tools" -> {
                    told.append(",\"tools_end\":").append(text.length());
                    parts.append(content("tool.definitions", part));
                }
                case "instructions" -> {
                    told.append(",\"instructions_end\":").append(text.length());
                    parts.append(content("system_instructions", part));
                }
                default -> {
                    messageEnds.add(String.valueOf(text.length()));
                    roles.add('"' + part.role() + '"');
                    pieces.add(String.valueOf(part.pieces()));
                    hashes.append(hash(part.text()));
                }
            }
        }
        // as the agent does
        int leftOut = Math.max(0, roles.size() - 128);
        hashes.delete(0, leftOut * 8);
        StringBuilder chain = new StringBuilder();
        String before = "";
        for (int i = 0; i + 64 <= text.length(); i += 64) {
            before = hash(before + text.substring(i, i + 64));
            chain.append(before);
        }
        told.append(",\"messages\":{\"left_out\":")
                .append(leftOut)
                .append(",\"ends\":")
                .append(messageEnds.subList(leftOut, roles.size()))
                .append(",\"roles\":")
                .append(roles.subList(leftOut, roles.size()))
                .append(",\"parts\":")
                .append(pieces.subList(leftOut, roles.size()))
                .append(",\"hashes\":\"")
                .append(hashes)
                .append("\"}");
        return parts + "\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":" + text.length()
                + ",\"hash_chars\":8,\"hashes\":\"" + chain + "\"" + (ends ? told : "") + "}";
    }

    private static String content(String name, Part part) {
        return "\"agentprofiler.content." + name + "\":{\"chars\":" + part.tokens() * 4 + ",\"hash\":\""
                + hash(part.text()) + "\"},";
    }

    public List<Trace> traces() {
        return ContentRun.traces(run);
    }

    /** Answers by one of the rules that come with the analyzer, or by those of a text. */
    public PromptLog log(String rule) {
        return log(
                traces(),
                rule.startsWith("{")
                        ? rules(rule)
                        : CacheRules.bundled().only(rule).orElseThrow());
    }

    public static PromptLog log(List<Trace> traces, CacheRules rules) {
        Analysis<PromptLog> question = PromptLog.question(PriceList.bundled(), rules);
        PromptLog log = question.empty();
        for (Trace trace : traces) {
            log = question.merge(log, question.of(trace));
        }
        return log;
    }

    private static CacheRules rules(String rule) {
        try {
            Path file = Files.createTempFile("rules", ".json");
            Files.writeString(file, "{\"format\":\"agent-profiler-cache-rules/1\",\"rules\":[" + rule + "]}");
            CacheRules rules = CacheRules.read(file);
            Files.delete(file);
            return rules.only(rules.ids().iterator().next()).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonFileException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns what is said of the one model. */
    ModelResult with(String rule) {
        return PrefixResult.of(log(rule), Servers.ONE).models().get(0);
    }
}
