// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.LoadedClasses.SeenFramework;
import io.agentprofiler.agent.tool.jvm.RunFiles;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.json.Json;
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
}
