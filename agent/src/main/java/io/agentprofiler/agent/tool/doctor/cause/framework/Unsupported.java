// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.ClassPathJars;
import io.agentprofiler.agent.tool.jvm.Frameworks;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.LoadedClasses.SeenFramework;
import io.agentprofiler.agent.tool.jvm.RunFiles;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A framework in a version whose model calls no rule fits. */
public final class Unsupported implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        for (SeenFramework framework : jvm.classes().frameworks()) {
            RuleFile file = framework.file();
            if (!framework.hasModelCalls() || !framework.isVisible() || isRecognised(jvm, file)) {
                continue;
            }
            RuleFit fit = RuleFit.of(file, Jars.of(framework, jvm, scene.frameworks()));
            if (fit.isKnown() && !fit.fits()) {
                found.add(Finding.cause(
                        "the framework's version is not supported",
                        file.name() + (fit.version() == null ? "" : " " + fit.version()) + " from "
                                + String.join(", ", fit.jars())
                                + ": no model call was recognised, and rules for model calls do not fit these jars",
                        file.title(),
                        "use a supported version of the framework, or trace your own methods:"
                                + " -Dagentprofiler.trace='com.acme.Planner#plan'"));
            }
        }
        return found;
    }

    /** Answers whether the agent itself says that a rule for model calls matched, which needs no other opinion. */
    private static boolean isRecognised(Jvm jvm, RuleFile file) {
        if (jvm.run() == null) {
            return false;
        }
        for (Json.Obj entry : jvm.run().entries("frameworks")) {
            if (RunFiles.text(entry, "name").equals(file.name())) {
                return entry.get("model_calls") instanceof Json.Scalar value && Boolean.TRUE.equals(value.value());
            }
        }
        return false;
    }

    /** The jars of a framework that was loaded, as files: where the JVM says that its classes came from, else on the class path. */
    private static final class Jars {
        private Jars() {}

        static List<Path> of(SeenFramework framework, Jvm jvm, Frameworks frameworks) {
            List<Path> files = new ArrayList<>();
            for (String source : framework.sources()) {
                try {
                    Path file = source.startsWith("file:") ? Path.of(URI.create(source)) : Path.of(source);
                    if (Files.isRegularFile(file)) {
                        files.add(file);
                    }
                } catch (IllegalArgumentException | FileSystemNotFoundException e) {
                    // a jar in a jar, or an address of another kind: nothing to look into
                }
            }
            return files.isEmpty() ? ClassPathJars.of(jvm, frameworks).files(framework.file()) : files;
        }
    }

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
    private record RuleFit(boolean isKnown, boolean fits, String version, List<String> jars) {
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
}
