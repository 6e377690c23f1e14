// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Which recorded call a request is: what fits, what fits best, what differs, and what of the recording was asked so far. */
package io.agentprofiler.analyzer.lab.replay.match;
