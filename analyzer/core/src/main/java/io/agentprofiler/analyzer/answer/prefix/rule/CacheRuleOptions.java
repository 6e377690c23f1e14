// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.rule;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of every command that applies cache rules to prompts. */
public final class CacheRuleOptions {
    @Option(
            names = "--rule",
            paramLabel = "ID",
            description = "Apply this rule to every call, whatever its provider: vllm, sglang, openai, anthropic, ..")
    private String rule;

    @Option(names = "--rules", paramLabel = "FILE", description = "Cache rules to use instead of the built-in ones.")
    private Path file;

    /** Returns the rules to apply. */
    public CacheRules rules() throws CommandException {
        CacheRules rules = allRules();
        if (rule == null) {
            return rules;
        }
        return rules.only(rule)
                .orElseThrow(
                        () -> new CommandException("--rule " + rule + " is none of " + String.join(", ", rules.ids())));
    }

    private CacheRules allRules() throws CommandException {
        if (file == null) {
            return CacheRules.bundled();
        }
        try {
            return CacheRules.read(file);
        } catch (IOException e) {
            throw new CommandException("--rules " + file + " cannot be read: " + Reasons.of(e));
        } catch (JsonFileException e) {
            throw new CommandException("--rules " + e.getMessage());
        }
    }
}
