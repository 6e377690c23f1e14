// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A program on Spring AI Agent Utils. */
package com.example.subagents;
