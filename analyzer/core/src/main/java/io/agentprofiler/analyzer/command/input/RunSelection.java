// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * Which runs of a directory of several to read: the newest, so that what was measured before a change is not mixed with what was
 * measured after it.
 */
public final class RunSelection {
    /** More runs are counted only. */
    private static final int LISTED = 5;

    @Option(
            names = "--run",
            paramLabel = "ID",
            description = "Run to read: its id, the start of its id, or its number in 'list' (1 is the newest). "
                    + "May be given several times. Default: the newest run of a directory; list, size "
                    + "and gate take all.")
    private List<String> runs = List.of();

    @Option(names = "--all-runs", description = "Read all runs of a directory together.")
    private boolean all;

    @Option(names = "--service", paramLabel = "NAME", description = "Read only runs of this service.")
    private String service;

    /**
     * Returns the files of the runs that are meant, and says which where the user left that open.
     *
     * @param found what was found
     * @param severalGiven whether the user named several inputs, which are taken as they are
     */
    public Inputs of(Inputs found, boolean severalGiven, Terminal terminal) throws CommandException {
        return runs.isEmpty() ? newest(found, severalGiven, "", terminal) : each(found);
    }

    /** Returns the files of the runs that are meant by commands that look at every run for itself. */
    Inputs each(Inputs found) throws CommandException {
        return Runs.only(found, chosen(Runs.of(found)));
    }

    /** Returns the runs that are named, all where none is. */
    public List<Run> chosen(Runs known) throws CommandException {
        requireOneOfBoth();
        Runs eligible = eligible(known);
        if (runs.isEmpty()) {
            return eligible.runs();
        }
        List<Run> chosen = new ArrayList<>();
        for (String word : runs) {
            chosen.add(one(eligible, word));
        }
        return chosen;
    }

    /**
     * Returns the files of the newest run of a directory of several, and says which that is; of all runs where they are wanted.
     *
     * @param severalGiven whether the user named several inputs, which are taken as they are
     * @param side what the runs are for, followed by a colon; empty where that is clear
     */
    public Inputs newest(Inputs found, boolean severalGiven, String side, Terminal terminal) throws CommandException {
        requireOneOfBoth();
        Runs known = Runs.of(found);
        Runs eligible = eligible(known);
        if (all || severalGiven || !eligible.areSeveral()) {
            return Runs.only(found, eligible.runs());
        }
        Run newest = eligible.runs().get(0);
        terminal.err()
                .println(Texts.safe("analyzer: " + side + "run " + newest.number() + " of "
                        + known.runs().size() + ", newest" + (service == null ? "" : " of " + service) + ": "
                        + newest.id() + "; --run ID or --all-runs for others"));
        return Runs.only(found, List.of(newest));
    }

    /** Returns what {@code --run} names, in the order given. */
    public List<String> named() {
        return runs;
    }

    public boolean isAll() {
        return all;
    }

    private void requireOneOfBoth() throws CommandException {
        if (all && !runs.isEmpty()) {
            throw new CommandException("--run and --all-runs exclude each other");
        }
    }

    /** Returns the runs of the service that was named, all where none was. */
    public Runs eligible(Runs known) throws CommandException {
        if (service == null) {
            return known;
        }
        Runs eligible = known.ofService(service);
        if (eligible.runs().isEmpty()) {
            throw new CommandException("--service " + service + ": no run of it here; "
                    + (known.services().isEmpty()
                            ? "the files do not say which service they are of"
                            : "there are runs of " + String.join(", ", known.services())));
        }
        return eligible;
    }

    /** Returns the one run that a word of {@code --run} means. */
    public static Run one(Runs eligible, String word) throws CommandException {
        List<Run> meant = eligible.meantBy(word);
        if (meant.size() == 1) {
            return meant.get(0);
        }
        throw new CommandException("--run " + word + ": "
                + (meant.isEmpty()
                        ? "no such run; there " + (eligible.runs().size() == 1 ? "is " : "are ")
                                + names(eligible.runs())
                        : Units.count(meant.size(), "run") + " begin so: " + names(meant)));
    }

    private static String names(List<Run> runs) {
        String first = runs.stream()
                .limit(LISTED)
                .map(run -> "#" + run.number() + " " + run.id())
                .collect(Collectors.joining(", "));
        return runs.size() <= LISTED ? first : first + " and " + (runs.size() - LISTED) + " more ('list' shows them)";
    }
}
