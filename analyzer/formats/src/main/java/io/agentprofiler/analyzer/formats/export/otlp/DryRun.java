// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.otlp.encode.Batch;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Does everything but send and write, and says what would have been sent or written. */
final class DryRun implements FormatCommand.Sending {
    private final OtlpPart.Making making;
    private final List<String> about;
    private final String would;
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAccumulator largest = new LongAccumulator(Math::max, 0);

    /**
     * Describes a trial.
     *
     * @param would what it would do, such as {@code Would send}
     * @param about what else is to be said, a line each
     */
    DryRun(OtlpPart.Making making, String would, List<String> about) {
        this.making = making;
        this.would = would;
        this.about = about;
    }

    @Override
    public Part open(int number, String run) {
        return making.part(run, this::count);
    }

    private void count(Batch batch) {
        long size = batch.request().length;
        requests.increment();
        bytes.add(size);
        largest.accumulate(size);
    }

    @Override
    public void finish() {
        // there is nothing to join
    }

    @Override
    public void close() {
        // nothing is held
    }

    @Override
    public int tell(Terminal terminal, long workflows, long spans) {
        terminal.out()
                .println(would + ": " + Units.count(workflows, "workflow") + ", " + Units.count(spans, "span") + " in "
                        + Units.count(requests.sum(), "request") + ", " + Units.count(bytes.sum())
                        + " bytes before compression, the largest " + Units.count(largest.get()));
        about.forEach(terminal.out()::println);
        return ExitCode.OK;
    }
}
