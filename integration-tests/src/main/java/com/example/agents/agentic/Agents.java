// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.Models;
import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.agent.AgentBuilder;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import java.lang.reflect.Method;

/** The agents that the compositions use. */
public final class Agents {
    private Agents() {}

    /** Writes a story. */
    public interface Writer {
        /** Returns a story. */
        @UserMessage("WRITE a story about {{topic}}")
        @Agent("writes a story about a topic")
        String write(@V("topic") String topic);
    }

    /** Edits a story. */
    public interface Editor {
        /** Returns the better story. */
        @UserMessage("EDIT this story: {{story}}")
        @Agent("edits a story")
        String edit(@V("story") String story);
    }

    /** Scores a story. */
    public interface Scorer {
        /** Returns a number from 0 to 1. */
        @UserMessage("SCORE this story: {{story}}")
        @Agent("scores a story")
        double score(@V("story") String story);
    }

    /** Suggests food. */
    public interface FoodExpert {
        /** Returns a meal. */
        @UserMessage("FOOD for a {{mood}} evening")
        @Agent("suggests a meal")
        String food(@V("mood") String mood);
    }

    /** Suggests a film. */
    public interface FilmExpert {
        /** Returns a film. */
        @UserMessage("FILM for a {{mood}} evening")
        @Agent("suggests a film")
        String film(@V("mood") String mood);
    }

    /** Returns the agent {@code type} on the common model, writing its result to {@code output}. */
    public static <T> T agent(Class<T> type, String output) {
        AgentBuilder<T, ?> builder = builder(type);
        setOutput(builder, output);
        return builder.build();
    }

    /** Returns the builder of the agent {@code type} on the common model. */
    public static <T> AgentBuilder<T, ?> builder(Class<T> type) {
        AgentBuilder<T, ?> builder = AgenticServices.agentBuilder(type);
        builder.chatModel(Models.chat());
        return builder;
    }

    /** Names the output of any builder of the module: {@code outputKey}, in older versions {@code outputName}. */
    public static <B> B setOutput(B builder, String output) {
        for (String name : new String[] {"outputKey", "outputName"}) {
            for (Method method : builder.getClass().getMethods()) {
                if (method.getName().equals(name)
                        && method.getParameterCount() == 1
                        && method.getParameterTypes()[0] == String.class) {
                    try {
                        method.setAccessible(true);
                        method.invoke(builder, output);
                        return builder;
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException("cannot name the output of " + builder, e);
                    }
                }
            }
        }
        throw new IllegalStateException("no output to name on " + builder.getClass());
    }
}
