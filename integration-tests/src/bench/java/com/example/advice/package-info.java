// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A Java agent on Byte Buddy's {@code AgentBuilder} and {@code Advice}, with which our weaver is compared. */
package com.example.advice;
