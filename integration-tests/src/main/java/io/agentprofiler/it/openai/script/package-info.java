// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A test's view of the model server: the script that it fills, the replies and their usage, the received requests, and their
 * outcomes.
 *
 * <p>Knows nothing about HTTP except status codes and paths.
 *
 * <p><b>Threading:</b> the server's threads read the script and any thread fills it; the rest is immutable.
 *
 * <p><b>Tests:</b> {@code OpenAiServerTest}.
 */
package io.agentprofiler.it.openai.script;
