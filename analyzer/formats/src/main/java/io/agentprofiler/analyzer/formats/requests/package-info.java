// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Request traces: the requests of a model server, one per line, with lengths and with block ids of prompts.
 *
 * <p>Depends on no other question. {@link io.agentprofiler.analyzer.formats.requests.RequestReader} is the reader.
 */
package io.agentprofiler.analyzer.formats.requests;
