// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A program that calls Anthropic's models through their own SDK, for which there are only the rules of the documentation. */
package com.example.anthropic;
