// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs under test that have nothing to do with AI: the agent must be as good as absent in them. */
package com.example.plain;
