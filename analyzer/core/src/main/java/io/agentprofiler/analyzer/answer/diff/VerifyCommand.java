// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.view.DiffDocument;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument.DiffAnswer;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.view.Document;
import picocli.CommandLine.Command;

/** {@code analyzer verify}: {@code diff} that only tells whether the expected changes were reached and which findings are gone. */
@Command(
        name = "verify",
        description =
                "Checks that a change brought what was expected of it: compares two runs or sets of runs as diff does, and"
                        + " fails unless the expected improvement is shown.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar verify before/ after/ --expect \"time<=-20%%,cost<=-30%%\"",
            "        exit code 0 when run time fell by 20 %% and cost by 30 %% at least, by more than noise",
            "  java -jar analyzer.jar verify before/ after/ --expect \"tool search:time<=-100ms,errors<=+0pp\"",
            "        a tool became faster, and no more workflows fail than before",
            "",
            "An expected change is [SCOPE:]METRIC<=CHANGE or [SCOPE:]METRIC>=CHANGE: the figure may be above, or below, that of",
            "the first side by this much at most. 'analyzer help diff' lists scopes, metrics and limits.",
            "",
            "Exit codes: 0 all reached, 1 one is not reached or its figure is not known, 2 bad input or wrong usage, 3 one is",
            "undecided: the answer says how many workflows would decide.",
            Documentation.AT + "questions/verify/"
        })
public final class VerifyCommand extends DiffCommand {
    public VerifyCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    String name() {
        return "verify";
    }

    @Override
    boolean expectsChanges() {
        return true;
    }

    @Override
    Document document(DiffAnswer answer) {
        return DiffDocument.verified(answer);
    }
}
