// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Agents of Google's ADK with a model of their own. They know nothing of the profiler. */
package com.example.adk;
