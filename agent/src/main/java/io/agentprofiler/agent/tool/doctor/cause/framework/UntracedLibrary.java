// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.RunFiles;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.rules.parse.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * An AI library that no rule covers, or only in part. What the agent itself says at the end of a run comes first: it knows what its
 * rules matched. Without that, beside spans of a framework, it may be what the framework calls its models with.
 */
public final class UntracedLibrary implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        boolean told = jvm.run() != null && jvm.run().isClosed();
        Collection<LoadedLibrary> libraries =
                told ? told(jvm.run()) : jvm.classes().untraced();
        List<Finding> found = new ArrayList<>();
        for (LoadedLibrary library : libraries) {
            if (library.isMissing()) {
                boolean certain = told || jvm.spans() == 0;
                found.add(new Finding(
                        jvm.spans() == 0 ? "the framework is not known" : "a library is not traced",
                        jvm.describe() + ": " + library.sentence()
                                + (certain ? "" : ", unless a traced framework makes its calls with it"),
                        String.join(", ", scene.frameworks().titles()),
                        "trace your own methods that call it: -Dagentprofiler.trace='com.acme.Planner#plan;com.acme.tools.*#*',"
                                + " or write rules for the library (agentprofiler.rules)",
                        certain));
            }
        }
        return found;
    }

    private static List<LoadedLibrary> told(RunFiles run) {
        List<LoadedLibrary> libraries = new ArrayList<>();
        for (Json.Obj entry : run.entries("libraries")) {
            String version = RunFiles.text(entry, "version");
            libraries.add(new LoadedLibrary(
                    RunFiles.text(entry, "name"),
                    version.isEmpty() ? null : version,
                    RunFiles.texts(entry, "untraced"),
                    RunFiles.texts(entry, "traced"),
                    entry.get("below") instanceof Json.Scalar below && Boolean.TRUE.equals(below.value())));
        }
        return libraries;
    }
}
