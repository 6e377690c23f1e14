// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A program that calls models through the Azure AI Inference SDK, compiled by each version against itself. */
package com.example.inference;
