// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** JSON of unknown quality: values with their locations. Errors are counted instead of thrown. */
package io.agentprofiler.analyzer.read.tree;
