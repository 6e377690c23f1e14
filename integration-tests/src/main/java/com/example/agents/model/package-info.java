// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Models asked without tools, and models of the program's own. */
package com.example.agents.model;
