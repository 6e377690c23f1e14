// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.fit;

import io.agentprofiler.analyzer.lab.simulate.Outcome;
import io.agentprofiler.analyzer.lab.simulate.Recorded;
import io.agentprofiler.analyzer.lab.simulate.Workflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The servers of a recording. Models with different addresses have servers of their own. Models with one address have them, too, as behind
 * a gateway, or where each is loaded with slots of its own; or they share the slots of one server. Which of both is what the times fit
 * better, unless the user says it.
 *
 * <p>A model with too few calls to tell its speed has no server of its own: its calls take as long as recorded. On a server that it shares
 * they hold a slot for as long.
 */
public final class ServersFit {
    /** How models with one address share its slots. */
    public enum Sharing {
        /** Whichever fits the recorded times better. */
        BEST,
        /** Each model has slots of its own. */
        OWN,
        /** All models share the same slots. */
        SHARED
    }

    private static final int LEAST_DIFFERENT = 2;
    private static final double BETTER = 1.5;

    private final List<ServerFit> servers = new ArrayList<>();
    private final List<Workflow> workflows;
    private final int[][] server;
    private final long[][] starts;
    private boolean isSharingGiven;

    private ServersFit(List<Workflow> workflows) {
        this.workflows = workflows;
        this.server = new int[workflows.size()][];
        this.starts = new long[workflows.size()][];
        for (int i = 0; i < server.length; i++) {
            server[i] = new int[workflows.get(i).requests().size()];
            starts[i] = new long[server[i].length];
            for (int j = 0; j < server[i].length; j++) {
                server[i][j] = -1;
                starts[i][j] = workflows.get(i).requests().get(j).startNanos();
            }
        }
    }

    /**
     * Fits the servers of a recording.
     *
     * @param sharing how models with one address share its slots
     * @param slots how many calls each server served at once; 0 when unknown
     */
    public static ServersFit of(List<Workflow> workflows, Sharing sharing, int slots) {
        ServersFit fit = new ServersFit(workflows);
        fit.isSharingGiven = sharing != Sharing.BEST;
        fit.byAddress().forEach((address, requests) -> fit.add(address, requests, sharing, slots));
        return fit;
    }

    /** Returns the requests that were not refused by the address of their server, each in the order in which they were sent. */
    private Map<String, List<Recorded>> byAddress() {
        Map<String, Set<String>> addresses = new HashMap<>();
        List<Recorded> all = new ArrayList<>();
        for (Workflow workflow : workflows) {
            for (Recorded request : workflow.requests()) {
                if (!request.address().isEmpty()) {
                    addresses
                            .computeIfAbsent(request.model(), any -> new TreeSet<>())
                            .add(request.address());
                }
                if (request.outcome() != Outcome.REFUSED) {
                    all.add(request);
                }
            }
        }
        all.sort(Comparator.comparingLong(Recorded::startNanos)
                .thenComparingInt(each -> each.place().program())
                .thenComparingInt(each -> each.place().index()));
        Map<String, List<Recorded>> found = new TreeMap<>();
        for (Recorded request : all) {
            Set<String> known = addresses.getOrDefault(request.model(), Set.of());
            // the request of a call may not be recorded where those of others are
            String address = request.address().isEmpty() && known.size() == 1
                    ? known.iterator().next()
                    : request.address();
            found.computeIfAbsent(address, any -> new ArrayList<>()).add(request);
        }
        return found;
    }

    private void add(String address, List<Recorded> requests, Sharing sharing, int slots) {
        Map<String, List<Recorded>> byModel = new TreeMap<>();
        requests.forEach(request -> byModel.computeIfAbsent(request.model(), any -> new ArrayList<>())
                .add(request));
        List<ServerFit> own = byModel.values().stream()
                .map(each -> ServerFit.of(address, each, slots))
                .filter(each -> !each.models().isEmpty())
                .toList();
        ServerFit shared = byModel.size() > 1 && sharing != Sharing.OWN ? ServerFit.of(address, requests, slots) : null;
        boolean isShared =
                shared != null && !shared.models().isEmpty() && (sharing == Sharing.SHARED || isBetter(shared, own));
        (isShared ? List.of(shared) : own).forEach(this::add);
    }

    /**
     * Answers whether the times speak for a shared server: by the calls that waited, if they did, for those of another model. All others
     * are served alike, and there may be many.
     */
    private static boolean isBetter(ServerFit shared, List<ServerFit> own) {
        Map<Recorded, double[]> alone = new HashMap<>();
        for (ServerFit fit : own) {
            for (int i = 0; i < fit.starts().length; i++) {
                alone.put(fit.requests().get(i), new double[] {fit.starts()[i], fit.off(i)});
            }
        }
        int differ = 0;
        double offShared = 0;
        double offAlone = 0;
        for (int i = 0; i < shared.starts().length; i++) {
            double[] one = alone.get(shared.requests().get(i));
            double off = shared.off(i);
            if (one != null && one[0] != shared.starts()[i] && !Double.isNaN(off) && !Double.isNaN(one[1])) {
                differ++;
                offShared += off;
                offAlone += one[1];
            }
        }
        return differ >= LEAST_DIFFERENT && offShared * BETTER < offAlone;
    }

    private void add(ServerFit fit) {
        for (int i = 0; i < fit.starts().length; i++) {
            Recorded request = fit.requests().get(i);
            server[request.place().program()][request.place().index()] = servers.size();
            starts[request.place().program()][request.place().index()] = fit.starts()[i];
        }
        servers.add(fit);
    }

    /** Returns the recorded workflows. */
    public List<Workflow> workflows() {
        return workflows;
    }

    /** Returns the servers. */
    public List<ServerFit> servers() {
        return servers;
    }

    /** Answers whether an option sets how models share servers. */
    public boolean isSharingGiven() {
        return isSharingGiven;
    }

    /** Returns the index of the server that a request was on; -1 where none is simulated for it. */
    public int server(Recorded request) {
        return server[request.place().program()][request.place().index()];
    }

    /** Returns the start of the service of a request. */
    public long startNanos(Recorded request) {
        return starts[request.place().program()][request.place().index()];
    }

    /** Returns the speed of a request's model; {@code null} if it is unknown. */
    public RateFit rates(Recorded request) {
        int on = server(request);
        return on < 0 || request.outcome() != Outcome.ANSWERED
                ? null
                : servers.get(on).models().get(request.model());
    }
}
