// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.value.TextValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What two equal calls have in common.
 *
 * @param operation what the rule calls the operation
 * @param name the span's name, empty where it may have texts of the application in it
 * @param values values of the attributes that the rule compares, in its order; {@code null} for an absent one
 */
public record Question(String operation, String name, List<Object> values) {
    public Question {
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    /** Makes the question that a call of a rule is. */
    public static Question of(Rule rule, String name, List<Object> values) {
        return new Question(Operations.of(rule), isCompared(rule.name()) && name != null ? name : "", values);
    }

    /** Answers whether names by this template are part of the question: they are redacted if texts are in them. */
    public static boolean isCompared(Value template) {
        return !(template instanceof TextValue text) || !text.readsText();
    }

    /** Returns the operation for people. */
    public String title() {
        return name.isEmpty() ? operation : name;
    }
}
