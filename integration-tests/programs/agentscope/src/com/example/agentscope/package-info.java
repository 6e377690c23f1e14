// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Agents of AgentScope. */
package com.example.agentscope;
