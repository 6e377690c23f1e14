// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Parts of a trace besides its tree: the text of answers, waiting caused by the application, samples of model servers,
 * forecasts.
 *
 * <p><b>Threading:</b> each test starts JVMs of its own; several tests run at once.
 */
package io.agentprofiler.it.scenario.detail;
