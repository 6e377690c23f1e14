// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs that call a model through OpenAI's own SDK, without a framework. They know nothing of the profiler. */
package com.example.openai;
