// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.site.JoinPoint.Captures;

/**
 * The call sites of a rule at a method: which objects they pass, and whether the second one may change the result.
 *
 * @param rule its number
 * @param captures what is passed
 * @param suspending whether the method can be suspended: its last argument is then passed as the continuation, and as no argument
 * @param given number of the argument that another one may replace before the method's body runs; -1 for none
 * @param replays whether a third one, between them, may answer in place of the method
 */
record RuleSite(int rule, Captures captures, boolean suspending, int given, boolean replays) {}
