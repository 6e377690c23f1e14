// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** AI services whose methods return a {@code Flux}, which LangChain4j's reactor module makes of their token streams. */
package com.example.flux;
