// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Segment files: the one that is written, and what happens to it when it is closed: renamed, synchronised, compressed, deleted
 * when there are too many.
 *
 * <p><b>Threading:</b> the ring's consumer, and one thread for what waits for the disk.
 *
 * <p><b>Tests:</b> {@code SegmentSinkTest} of {@code segment}, with disks that fail and fill up.
 */
package io.agentprofiler.agent.segment.file;
