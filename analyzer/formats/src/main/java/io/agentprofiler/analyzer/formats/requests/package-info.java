// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Request traces: what arrived at a model server, a request a line, with lengths, and blocks of prompts told by ids.
 *
 * <p>Names no other question. {@link io.agentprofiler.analyzer.formats.requests.RequestReader} is the reader.
 */
package io.agentprofiler.analyzer.formats.requests;
