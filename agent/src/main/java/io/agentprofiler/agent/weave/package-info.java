// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Turns rules into woven methods, in three steps: <b>matching</b> ({@code match}) works on the bytes of a class as it is loaded
 * and is the only step most classes ever see; <b>weaving</b> ({@link io.agentprofiler.agent.weave.RuleWeaver}, here) puts two
 * {@code invokedynamic} sites around a method's body ({@code MethodSites}); <b>linking</b> ({@code link}) happens when a woven method
 * runs for the first time.
 *
 * <p>Only {@code boot} uses these packages; the engine gets the switches, the JDK rules the linker.
 *
 * <p><b>Threading:</b> matching and weaving run inside class loading on any thread, linking on application threads; none of it
 * may throw into them.
 *
 * <p><b>Tests:</b> {@code RuleWeaverTest}, {@code SuspendWeavingTest}; {@code ManyClassesTest} weaves whole libraries.
 */
package io.agentprofiler.agent.weave;
