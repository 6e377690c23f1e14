// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Models that stream: read to the end, by tools, given up, cancelled, and by handlers that are slow or throw. */
package com.example.agents.stream;
