// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a test says and sees of the model server: the script it fills, the replies and their usage, the requests that came, and what
 * became of each.
 *
 * <p>Knows nothing of HTTP but status numbers and paths.
 *
 * <p><b>Threading:</b> the script is asked by the server's threads and filled by any; the rest is immutable.
 *
 * <p><b>Tests:</b> {@code OpenAiServerTest}.
 */
package io.agentprofiler.it.openai.script;
