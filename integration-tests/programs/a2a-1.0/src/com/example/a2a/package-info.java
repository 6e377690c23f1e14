// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** An agent behind A2A and its caller, two programs that are compiled by each version against itself. */
package com.example.a2a;
