// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.concurrent.CountDownLatch;

/**
 * A program with one span whose events are still in the ring when it ends, started by {@link FlightFileTest} as a JVM of
 * its own. First argument: how it ends; second: the recording the agent makes, if any.
 */
final class FlightProgram {
    private static final Rule TOOL = FlightRun.rule(SpanKind.TOOL);

    private FlightProgram() {}

    public static void main(String[] args) throws InterruptedException {
        FlightRun run = new FlightRun();
        if (args.length > 1) {
            FlightFile.start(args[1]);
        }
        switch (args[0]) {
            case "return" -> run.span(TOOL, null);
            case "exit" -> {
                run.span(TOOL, null);
                System.exit(3);
            }
            case "wait" -> {
                run.span(TOOL, null);
                System.out.println("ready");
                new CountDownLatch(1).await();
            }
            case "ask" -> {
                System.out.println("ready");
                while (!run.gate.isOpen()) {
                    Thread.sleep(10);
                }
                run.span(TOOL, null);
                System.out.println("done");
                new CountDownLatch(1).await();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
