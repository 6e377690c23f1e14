// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs on the Azure OpenAI SDK, without any framework. */
package com.example.azure;
