// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The consumer side of the engine: reads names and attributes from the references that a call left, as the rules say.
 *
 * <p><b>Threading:</b> the ring's consumer, but for the short attributes, which are read on the application's thread when
 * its objects cannot wait.
 *
 * <p><b>Tests:</b> beside the classes; {@code ContentLevelsTest} for what each content level lets through.
 */
package io.agentprofiler.agent.engine.read;
