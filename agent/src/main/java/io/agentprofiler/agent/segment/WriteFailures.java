// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.log.AgentLog;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Whether writing has failed, when it is tried again, and what is said of it: the first failure and the first recovery, a line
 * each.
 *
 * <p><b>Threading:</b> the thread that writes.
 */
final class WriteFailures {
    /** How long after a failure writing is tried again. */
    static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Path directory;
    private final long retryNanos;
    private final Consumer<String> log;
    private boolean failed;
    private long failedAt;
    private boolean failureSaid;
    private String setting = "";
    private boolean recoverySaid;

    /**
     * Creates one without a failure.
     *
     * @param directory where is written to
     * @param retryNanos how long after a failure it is tried again
     * @param log takes lines for people
     */
    WriteFailures(Path directory, long retryNanos, Consumer<String> log) {
        this.directory = directory;
        this.retryNanos = retryNanos;
        this.log = log;
    }

    /** Answers whether it is too early to try again. */
    boolean mustWait() {
        return failed && System.nanoTime() - failedAt < retryNanos;
    }

    /** Records a failure. */
    void failed(IOException why) {
        failed = true;
        failedAt = System.nanoTime();
        String line = "traces cannot be written to " + directory + ": " + reason(why)
                + "; events are dropped and counted, and the agent tries again every "
                + TimeUnit.NANOSECONDS.toSeconds(RETRY_NANOS) + " s" + setting;
        if (failureSaid) {
            AgentLog.debug(line);
        } else {
            failureSaid = true;
            log.accept(line);
        }
    }

    /** The directory cannot be made: the line is to name the setting. */
    void nameSetting() {
        setting = "; agentprofiler.dir: allowed is a directory that exists or can be created";
    }

    /** Writing succeeded. */
    void recovered() {
        setting = "";
        if (failed) {
            failed = false;
            if (!recoverySaid) {
                recoverySaid = true;
                log.accept("traces are written to " + directory + " again");
            }
        }
    }

    /** Has writing tried again at once, whatever was before. */
    void forget() {
        failed = false;
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String message = e instanceof FileSystemException files ? files.getReason() : e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
