// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The call sites of woven methods. A site is linked to its join point at the first call, behind two switch points: the
 * rule's own and one for all rules.
 *
 * <p><b>Threading:</b> application threads; any thread may flip a switch.
 *
 * <p><b>Tests:</b> beside the classes; {@code RuleSites} and {@code Dispatcher} are in {@code RuleWeaverTest} of
 * {@code weave}.
 */
package io.agentprofiler.agent.weave.link;
