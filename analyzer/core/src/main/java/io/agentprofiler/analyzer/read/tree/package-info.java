// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** JSON of unknown quality: values with their places, taken as what they are, with what is wrong counted instead of thrown. */
package io.agentprofiler.analyzer.read.tree;
