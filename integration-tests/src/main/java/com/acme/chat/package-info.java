// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** A small SDK for chat models, as a company might have one of its own: the example of {@code docs/attach/trace-an-sdk.md}. */
package com.acme.chat;
