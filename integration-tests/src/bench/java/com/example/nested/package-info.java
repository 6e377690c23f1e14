// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The program that the call benchmark runs under each agent; it knows none of them. One thread. */
package com.example.nested;
