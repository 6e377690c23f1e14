// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.lab.simulate.fit.RateFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServerFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServersFit;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import java.util.ArrayList;
import java.util.List;

/** The table of recorded servers with the speed of their models. */
final class ServerTable {
    private static final int TOKENS = 1_000;

    private record Row(int number, ServerFit server, RateFit model) {
        private Cell slots() {
            return Cell.words(server.slots() + (server.isQueueSeen() || server.isSlotsGiven() ? "" : "+"))
                    .as(server.slots());
        }
    }

    private ServerTable() {}

    static Table of(ServersFit fit) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < fit.servers().size(); i++) {
            for (RateFit model : fit.servers().get(i).models().values()) {
                rows.add(new Row(i + 1, fit.servers().get(i), model));
            }
        }
        return Table.of("models", rows)
                .heading(
                        "Servers",
                        "that were recorded, and how fast each model was; models of one number share its slots")
                .number("server", "#", row -> Cell.count(row.number()))
                .text("model", "model", row -> Cell.words(row.model().model()))
                .number("recorded_slots", "slots", Row::slots)
                .number("calls", "calls", row -> Cell.count(row.model().calls()))
                .field(
                        "address",
                        row -> row.server().address().isEmpty()
                                ? null
                                : row.server().address())
                .field("streamed", row -> row.model().streamed())
                .field("recorded_slots_given", row -> row.server().isSlotsGiven())
                .number(
                        "prefill_base_ns",
                        "prefill",
                        row -> Cell.duration(row.model().rates().prefillBase()))
                .number(
                        "prefill_per_1000_tokens_ns",
                        "+ for 1,000",
                        row -> Cell.duration(TOKENS * row.model().rates().prefillPerToken()))
                .number(
                        "decode_base_ns",
                        "decode",
                        row -> Cell.duration(row.model().rates().decodeBase()))
                .number(
                        "decode_per_token_ns",
                        "+ a token",
                        row -> Cell.duration(row.model().rates().decodePerToken()))
                .number(
                        "residual_p50",
                        "off by p50",
                        row -> Cell.words(Errors.percent(row.server().residual()))
                                .as(row.server().residual()))
                .number(
                        "residual_p95",
                        "p95",
                        row -> Cell.words(Errors.percent(row.server().residualHigh()))
                                .as(row.server().residualHigh()))
                .build();
    }
}
