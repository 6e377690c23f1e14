// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of user programs. Each test starts a program of {@code com.example} with the shipped agent jar on a real framework.
 * It compares the <b>whole</b> span tree, from the segments and from the flight recording, and the program's behaviour with
 * and without the agent.
 *
 * <p>A test describes itself with {@link io.agentprofiler.it.scenario.Scenario}; {@link io.agentprofiler.it.scenario.Scenarios}
 * runs several in one JVM. It runs on the {@link io.agentprofiler.it.scenario.Environment}s where the framework has what it
 * uses: the newest version on every JDK,
 * older versions on the JDK of the build. The tests are sorted by what they are about: {@code langchain4j}, another
 * {@code framework}, a user's {@code ownrule}, a {@code detail} besides the tree.
 */
package io.agentprofiler.it.scenario;
