// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Profiles in speedscope's file format, read. Evented profiles that measure time become spans; sampled ones, and those that count
 * something else, are sums by call path.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.speedscope.SpeedscopeReader} is the reader, {@link
 * io.agentprofiler.analyzer.formats.speedscope.OwnFields} what our own files say beyond the format.
 */
package io.agentprofiler.analyzer.formats.speedscope;
