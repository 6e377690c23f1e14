// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.view;

import io.agentprofiler.analyzer.prefix.PrefixAnswer;
import io.agentprofiler.analyzer.prefix.cache.Replicas;
import io.agentprofiler.analyzer.prefix.cache.Room;
import io.agentprofiler.analyzer.prefix.cache.RoomCurve;
import io.agentprofiler.analyzer.prefix.cache.Routing;
import io.agentprofiler.analyzer.prefix.cache.Servers;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.List;

/**
 * What servers of one's own could serve: by the room for their cache, and by who answers a call.
 *
 * <p><b>Threading:</b> stateless.
 */
final class PrefixServerSection {
    private static final int MAX_ROWS = PrefixReport.MAX_ROWS;

    private PrefixServerSection() {}

    static void print(Page page, PrefixAnswer answer, Servers servers) {
        rooms(page, answer.rooms(), servers);
        replicas(page, answer.replicas(), servers);
    }

    private static void rooms(Page page, List<Room> rooms, Servers servers) {
        if (rooms.isEmpty()) {
            if (servers.cacheTokens() > 0) {
                page.line("");
                page.note(
                        "!",
                        "--cache-tokens says nothing of these models: by their rules entries go with time, not for want of"
                                + " room; --rule vllm or sglang supposes a server of your own",
                        Ink.YELLOW);
            }
            return;
        }
        page.heading("Room", "how many tokens a server's cache must hold to serve a part of what is achievable");
        boolean bounded = servers.cacheTokens() > 0;
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.text("rule"),
                Column.number("achievable"),
                Column.number("a quarter"),
                Column.number("half"),
                Column.number("95 %"),
                Column.number("all"),
                Column.number(bounded ? "served with " + Units.count(servers.cacheTokens()) : ""));
        for (Room room : rooms.subList(0, Math.min(MAX_ROWS, rooms.size()))) {
            RoomCurve curve = room.curve();
            table.row(
                    Cell.of(Texts.safe(room.model())),
                    Cell.of(Texts.safe(room.rule().id())),
                    Cell.of(Units.share(curve.all(), room.input())),
                    size(curve, 0.25),
                    size(curve, 0.5),
                    size(curve, 0.95),
                    size(curve, 1),
                    bounded ? Cell.of(Units.share(curve.inRoom(), room.input()), Ink.BOLD) : Cell.of(""));
        }
        page.table(table);
        PrefixReport.more(page, rooms.size());
    }

    private static Cell size(RoomCurve curve, double share) {
        return Cell.of(curve.all() == 0 ? Units.UNKNOWN : Units.count(curve.sizeFor(share)));
    }

    private static void replicas(Page page, List<Replicas> rows, Servers servers) {
        if (rows.isEmpty()) {
            return;
        }
        page.heading(
                "Replicas",
                "of input tokens, when each model has " + Units.count(servers.replicas()) + " servers with "
                        + (servers.cacheTokens() == 0
                                ? "endless caches"
                                : "room for " + Units.count(servers.cacheTokens()) + " tokens each"));
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.text("rule"),
                Column.number("one server"),
                Column.number(Routing.ROUND_ROBIN.word()),
                Column.number(Routing.BY_CONVERSATION.word()),
                Column.number(Routing.LONGEST_PREFIX.word()),
                Column.number("routing is worth"));
        for (Replicas row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            table.row(
                    Cell.of(Texts.safe(row.model())),
                    Cell.of(Texts.safe(row.rule().id())),
                    Cell.of(Units.share(row.one(), row.input())),
                    hits(row, Routing.ROUND_ROBIN),
                    hits(row, Routing.BY_CONVERSATION),
                    hits(row, Routing.LONGEST_PREFIX),
                    Cell.of(Units.count(row.worth(), "token"), Ink.BOLD));
        }
        page.table(table);
        PrefixReport.more(page, rows.size());
        for (Replicas row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            long busiest = row.byRouting().get(Routing.LONGEST_PREFIX).busiestInput();
            if (busiest * servers.replicas() > 2 * row.input()) {
                page.note(
                        page.screen().dot(),
                        Texts.safe(row.model()) + ": by the longest prefix one server gets "
                                + Units.share(busiest, row.input()) + " of the input",
                        Ink.DIM);
            }
        }
    }

    private static Cell hits(Replicas row, Routing routing) {
        return Cell.of(Units.share(row.byRouting().get(routing).hits(), row.input()));
    }
}
