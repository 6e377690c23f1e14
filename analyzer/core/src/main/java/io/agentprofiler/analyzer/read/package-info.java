// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From files to events: finding the files of runs, recognising their format by content, and decoding them.
 *
 * <p>Knows nothing about trees, statistics or output. A format is one {@link io.agentprofiler.analyzer.read.TraceReader};
 * {@link io.agentprofiler.analyzer.read.InputFiles.TraceReaders} finds them all. The pipeline calls it with one thread per file.
 */
package io.agentprofiler.analyzer.read;
