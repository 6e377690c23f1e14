// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** An agent whose tool asks the agent of another process. */
package com.example.relay;
