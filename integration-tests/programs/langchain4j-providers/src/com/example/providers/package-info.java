// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs that call models of other providers than OpenAI. They know nothing of the profiler. */
package com.example.providers;
