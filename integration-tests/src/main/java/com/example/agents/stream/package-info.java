// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Streaming models: read to the end, with tools, abandoned, cancelled, and with handlers that are slow or throw. */
package com.example.agents.stream;
