// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A list of a document as CSV.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code DataOptionsTest} of {@code command}.
 */
package io.agentprofiler.analyzer.view.csv;
