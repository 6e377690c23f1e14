// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Prompts and answers, in the shapes that producers give them, as messages of a role and parts. */
package io.agentprofiler.analyzer.formats.otlp.message;
