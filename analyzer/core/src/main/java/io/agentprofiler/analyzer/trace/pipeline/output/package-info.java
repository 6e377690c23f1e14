// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What wants every trace of a pass besides the analyses, such as a file with a row for each span.
 *
 * <p><b>Threading:</b> a part of an output is written by one thread, several parts by several at once.
 *
 * <p><b>Tests:</b> {@code PipelineTest}, and those of the files that are written, such as {@code NatFilesTest}.
 */
package io.agentprofiler.analyzer.trace.pipeline.output;
