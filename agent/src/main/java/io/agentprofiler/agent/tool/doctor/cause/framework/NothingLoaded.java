// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.ClassPathJars;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** No class of a framework that the rules know was loaded: because it is another, or because the program did not get there. */
public final class NothingLoaded implements Cause {
    private static final String OWN =
            "trace your own methods: -Dagentprofiler.trace='com.acme.Planner#plan;com.acme.tools.*#*'";

    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        if (!jvm.classes().isKnown() || !jvm.classes().frameworks().isEmpty() || jvm.spans() > 0) {
            return List.of();
        }
        String supported = String.join(", ", scene.frameworks().titles());
        Map<String, TreeSet<String>> there =
                ClassPathJars.of(jvm, scene.frameworks()).names();
        if (!there.isEmpty()) {
            StringBuilder jars = new StringBuilder();
            there.forEach((title, names) -> jars.append(jars.isEmpty() ? "" : "; ")
                    .append(title)
                    .append(" in ")
                    .append(String.join(", ", names)));
            return List.of(Finding.cause(
                    "no class of the framework was loaded",
                    jars + " on the class path, of which " + jvm.describe() + " loaded nothing"
                            + (scene.running() ? " so far" : ""),
                    "a program that gets as far as a call of a model",
                    scene.running()
                            ? "make it do some work, then ask again"
                            : "let it do some work before it ends; look for an early failure in what it printed"));
        }
        return List.of(Finding.cause(
                "no AI framework was loaded",
                jvm.describe() + " loaded no class of a supported framework" + (scene.running() ? " so far" : ""),
                supported,
                "check that this is the JVM that makes the calls; if it uses another library, " + OWN));
    }
}
