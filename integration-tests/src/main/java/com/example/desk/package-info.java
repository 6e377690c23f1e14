// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** One small agent for every environment that the agent can be attached in. */
package com.example.desk;
