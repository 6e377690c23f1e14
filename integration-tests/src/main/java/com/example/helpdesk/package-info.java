// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The help desk of a shop, in two releases: 2.0 works, 2.1 has faults that the tour of the demo finds. Written as any LangChain4j
 * user would write it; it knows nothing of the profiler. {@link com.example.helpdesk.HelpDesk} is the program.
 */
package com.example.helpdesk;
