// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import java.util.ArrayList;
import java.util.List;

/** The clauses of the service contract: always all of them, whatever the question. */
final class Contract implements ContentRetriever {
    private static final int CLAUSES = 200;
    private static final String[] PARTS = {"pump", "boiler", "grinder", "display", "valve", "hose"};

    @Override
    public List<Content> retrieve(Query query) {
        Tools.pause(20);
        List<Content> clauses = new ArrayList<>();
        for (int clause = 1; clause <= CLAUSES; clause++) {
            clauses.add(Content.from("Clause " + clause + " of the contract: the " + PARTS[clause % PARTS.length]
                    + " is inspected every " + (clause % 11 + 2) + " months, and replaced within " + (clause % 7 + 3)
                    + " working days if its wear exceeds " + (clause % 30 + 10)
                    + " percent. The customer grants access to the "
                    + "machine, and pays for travel beyond " + clause * 5
                    + " kilometres. Parts of other makers end the duty of "
                    + "clause " + (clause + 1) + "."));
        }
        return clauses;
    }
}
