// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the objects of suspended coroutines say of themselves: which call is a suspended function going on, whose call it was,
 * and what came of it. Read from fields, by the names that {@link io.agentprofiler.rules.model.Coroutines} gives them;
 * nothing of the application is called.
 */
package io.agentprofiler.agent.engine.coroutine;
