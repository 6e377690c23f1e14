// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What the services of the web tests share: their visitor, and what they ask. */
package com.example.requests;
