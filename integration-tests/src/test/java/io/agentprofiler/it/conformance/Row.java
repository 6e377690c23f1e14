// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import java.util.Map;
import java.util.Set;

/**
 * The agent on one version of a framework.
 *
 * @param classPath the class path of {@code frameworks/} it runs on
 * @param mainClass its main class
 * @param jdk the JDK it runs on
 * @param settings agent settings it needs, {@code agentprofiler.} left out
 * @param differences what this version cannot have
 * @param newest whether it is the newest of its framework, which is run on every JDK
 * @param older whether there are three newer ones, so that only a full run takes it
 */
record Row(
        String classPath,
        String mainClass,
        Jdk jdk,
        Map<String, String> settings,
        Set<Difference> differences,
        boolean newest,
        boolean older) {
    /** Returns a row on the JDK that runs the tests. */
    static Row of(String classPath, String mainClass, Difference... differences) {
        return new Row(classPath, mainClass, Jdks.current(), Map.of(), Set.of(differences), false, false);
    }

    /** Runs on this JDK. */
    Row on(Jdk value) {
        return new Row(classPath, mainClass, value, settings, differences, newest, older);
    }

    /** Gives the agent a setting, for example {@code trace}, if no method of the framework encloses a workflow. */
    Row with(String setting, String value) {
        return new Row(classPath, mainClass, jdk, Map.of(setting, value), differences, newest, older);
    }

    /** Is the newest version of its framework, and runs on every JDK. */
    Row asNewest() {
        return new Row(classPath, mainClass, jdk, settings, differences, true, older);
    }

    /** Is one of a framework that has three newer ones. */
    Row asOlder() {
        return new Row(classPath, mainClass, jdk, settings, differences, newest, true);
    }

    /** Returns whether this version cannot have something. */
    boolean has(Difference difference) {
        return differences.contains(difference);
    }

    @Override
    public String toString() {
        return classPath + " on " + jdk;
    }
}
