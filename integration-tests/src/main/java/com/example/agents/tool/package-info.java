// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tools: of the program, of an MCP server, concurrent ones on other threads, and one that fails. */
package com.example.agents.tool;
