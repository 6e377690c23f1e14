// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The replay's server, and requests that it hands on: where the user names a server for what was not recorded. */
package io.agentprofiler.analyzer.lab.replay.http;
