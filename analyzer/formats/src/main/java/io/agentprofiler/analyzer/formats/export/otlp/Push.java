// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.otlp.send.Endpoint;
import io.agentprofiler.analyzer.formats.export.otlp.send.Sender;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;

/** Sends batches to a receiver as they are full: a request is all that is held. */
final class Push implements FormatCommand.Sending {
    private final OtlpPart.Making making;
    private final Sender sender;
    private final Endpoint endpoint;

    Push(OtlpPart.Making making, Sender sender, Endpoint endpoint) {
        this.making = making;
        this.sender = sender;
        this.endpoint = endpoint;
    }

    @Override
    public Part open(int number, String run) {
        return making.part(run, sender::send);
    }

    @Override
    public void finish() {
        // everything is sent when its part is closed
    }

    @Override
    public void close() {
        // nothing is held
    }

    @Override
    public int tell(Terminal terminal, long workflows, long spans) {
        sender.problems().forEach(line -> terminal.err().println("analyzer: " + Texts.safe(line)));
        terminal.out()
                .println("Sent: " + Units.count(workflows, "workflow") + ", " + Units.count(sender.taken(), "span")
                        + " in " + Units.count(sender.requests(), "request") + " to " + endpoint);
        if (sender.notTaken() == 0) {
            return ExitCode.OK;
        }
        terminal.err()
                .println("analyzer: " + Units.count(sender.notTaken(), "span") + " of " + Units.count(spans)
                        + " did not arrive");
        return ExitCode.WARNED;
    }
}
