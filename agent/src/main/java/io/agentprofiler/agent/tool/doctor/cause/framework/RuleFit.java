// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether the rules for model calls find in some jars what they look for.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param isKnown whether there were jars to look into
 * @param fits whether none of the rules misses what it looks for
 * @param version the framework's, {@code null} when the jars do not tell
 * @param jars their names
 */
record RuleFit(boolean isKnown, boolean fits, String version, List<String> jars) {
    static RuleFit of(RuleFile file, List<Path> jars) {
        RuleFit unknown = new RuleFit(false, false, null, List.of());
        if (jars.isEmpty()) {
            return unknown;
        }
        try (ClassPath classPath = ClassPath.open(jars)) {
            CheckReport report = RuleChecker.check(file, classPath);
            boolean fits = report.results().stream()
                    .noneMatch(result ->
                            result.rule().kind() == SpanKind.LLM && result.state() == RuleResult.State.BROKEN);
            return new RuleFit(
                    true,
                    fits,
                    report.version(),
                    jars.stream().map(jar -> jar.getFileName().toString()).toList());
        } catch (IOException e) {
            return unknown;
        }
    }
}
