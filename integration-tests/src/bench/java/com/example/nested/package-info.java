// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What the call benchmark runs under each agent: a program that knows of none of them. One thread. */
package com.example.nested;
