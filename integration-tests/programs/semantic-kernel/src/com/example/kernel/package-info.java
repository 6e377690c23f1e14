// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Programs as users of Semantic Kernel write them; they know nothing of any profiler. Compiled against each supported
 * version, see {@code frameworks/}.
 */
package com.example.kernel;
