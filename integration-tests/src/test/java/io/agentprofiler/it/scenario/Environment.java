// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import java.util.ArrayList;
import java.util.List;

/**
 * A framework version on a JDK.
 *
 * @param framework the version
 * @param jdk the JDK
 */
public record Environment(Framework framework, Jdk jdk) {
    /** The newest framework on every JDK that scenarios run on. */
    public static List<Environment> newest() {
        return Jdks.tested().stream()
                .map(jdk -> new Environment(Framework.NEWEST, jdk))
                .toList();
    }

    /** Every version; in a run that is not full the newest only, as {@code ConformanceIT} takes others on a trip. */
    public static List<Environment> every() {
        return since(0);
    }

    /** Versions with concurrent tools and the agentic module. */
    public static List<Environment> since15() {
        return since(5);
    }

    /** Versions with stream handles, guardrails as they are today, and the planner-based agentic module. */
    public static List<Environment> since111() {
        return since(11);
    }

    private static List<Environment> since(int minor) {
        List<Environment> environments = new ArrayList<>(newest());
        for (Framework framework : Framework.values()) {
            if (Breadth.isFull() && framework != Framework.NEWEST && framework.isAtLeast(minor)) {
                environments.add(new Environment(framework, Jdks.current()));
            }
        }
        return environments;
    }

    @Override
    public String toString() {
        return framework + " on " + jdk;
    }
}
