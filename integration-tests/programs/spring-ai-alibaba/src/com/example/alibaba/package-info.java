// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Agents of Spring AI Alibaba. */
package com.example.alibaba;
