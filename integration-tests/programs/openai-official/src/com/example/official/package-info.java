// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs that call a model through a framework that uses OpenAI's own SDK. They know nothing of the profiler. */
package com.example.official;
