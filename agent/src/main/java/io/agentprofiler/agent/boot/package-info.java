// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Starts and stops the agent: the order in which its parts are created, and the reasons for stopping. Also contains the
 * rules of a run, the directives for the JVM's compilers, and the report at the end of a run: the exit line, and which rules
 * matched a class.
 *
 * <p>{@link io.agentprofiler.agent.boot.Core} is called by name from the classes on the application's class path, once;
 * nothing else calls into this package.
 *
 * <p><b>Threading:</b> the agent's own daemon thread, and the shutdown hook.
 *
 * <p><b>Tests:</b> {@code StopFileTest}, {@code ExitLineTest} here; {@code NotRecognisedIT} for which rules matched;
 * {@code integration-tests} cover the rest in separate JVMs.
 */
package io.agentprofiler.agent.boot;
