// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Turns rules into woven methods: finds the classes a rule means, adds call sites to them, links the sites to the engine,
 * and switches them off again.
 *
 * <p>Three steps, three groups of classes. <b>Matching</b> ({@link io.agentprofiler.agent.weave.RuleTable}) works on the
 * bytes of a class as it is loaded and is the only step most classes ever see. <b>Weaving</b> ({@link
 * io.agentprofiler.agent.weave.ClassWeaver}) is Byte Buddy's {@code Advice}, never inlined. <b>Linking</b> ({@link
 * io.agentprofiler.agent.weave.CallSiteLinker}) happens when a woven method runs for the first time.
 *
 * <p>Only {@code boot} uses this package; the engine gets {@link io.agentprofiler.agent.weave.Switches}, the JDK rules
 * {@link io.agentprofiler.agent.weave.CallSiteLinker}.
 *
 * <p><b>Threading:</b> matching and weaving run inside class loading on any thread, linking on application threads; none
 * of it may throw into them.
 */
package io.agentprofiler.agent.weave;
