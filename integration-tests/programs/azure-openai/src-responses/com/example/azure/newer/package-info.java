// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What only newer releases of the Azure OpenAI SDK have: streams that are asked for their usage, and the responses clients. */
package com.example.azure.newer;
