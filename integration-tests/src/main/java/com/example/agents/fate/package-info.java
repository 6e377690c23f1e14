// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs that end badly or late: by exit, by an uncaught exception, in the middle of a tool, or never. */
package com.example.agents.fate;
