// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The part of a forecast model's file that tells of workflows that go on, read; {@code docs/forecast.md} describes it.
 *
 * <p><b>Tests:</b> {@code StageModelReaderTest}.
 */
package io.agentprofiler.forecast.file;
