// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Text for people: tables, trees and bars, in colours or plain.
 *
 * <p>A renderer is given answers of analyses and writes lines; it computes nothing of its own. Called by the commands,
 * on their thread.
 */
package io.agentprofiler.analyzer.report;
