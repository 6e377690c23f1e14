// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.LoadedClasses.SeenFramework;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The framework is there, but where or when the agent is not shown it, or under another name. */
public final class OtherLoader implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        for (SeenFramework framework : jvm.classes().frameworks()) {
            if (framework.isHidden()) {
                found.add(new Finding(
                        "the framework's class loader is the JDK's own",
                        framework.describe() + ": the agent traces nothing that bootstrap and platform load",
                        "the framework on the class path or module path, or in a loader of the application",
                        "take its jars out of -Xbootclasspath/a, and of the Boot-Class-Path of other agents",
                        !framework.isVisible() || jvm.spans() == 0));
            } else if (framework.isBeforeAgent() && !jvm.classes().hasCore()) {
                found.add(Finding.cause(
                        "the framework was loaded before the agent",
                        framework.describe()
                                + ": all its classes were loaded before the agent's premain, by another agent",
                        "this agent first",
                        "put " + scene.option() + " before the other -javaagent"));
            }
        }
        if (jvm.classes().frameworks().isEmpty() && jvm.spans() == 0) {
            for (Map.Entry<String, String> moved : jvm.classes().moved().entrySet()) {
                found.add(Finding.cause(
                        "the framework has another package here",
                        moved.getValue() + ", which looks like a copy of " + moved.getKey()
                                + " that was moved to another package (shaded, relocated)",
                        "classes under the names that the rules know",
                        "leave the framework out of the relocation, or write rules for the new names"
                                + " (agentprofiler.rules)"));
            }
        }
        return found;
    }
}
