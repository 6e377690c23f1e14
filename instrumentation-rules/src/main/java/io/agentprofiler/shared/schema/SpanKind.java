// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

/**
 * What sort of work a span stands for.
 *
 * <p>The list is closed: every rule names one of these, every reader can rely on them. Each kind maps to the word the
 * field's other vocabularies use for it, so that exports need no table of their own.
 */
public enum SpanKind {
    /** A whole request as the user sees it, or a composite of agents (sequence, loop, supervisor, graph). */
    WORKFLOW("workflow", "invoke_workflow", "CHAIN", "WORKFLOW"),
    /** One run of one agent: a service that may loop over model and tools. */
    AGENT("agent", "invoke_agent", "AGENT", "FUNCTION"),
    /** One request to a language model. The only kind that carries token usage of a generation. */
    LLM("llm", "chat", "LLM", "LLM"),
    /** One run of one tool. */
    TOOL("tool", "execute_tool", "TOOL", "TOOL"),
    /** Looking things up: a retriever, an augmentor, a vector or web search. */
    RETRIEVAL("retrieval", "retrieval", "RETRIEVER", "FUNCTION"),
    /** One request to an embedding model. */
    EMBEDDING("embedding", "embeddings", "EMBEDDING", "FUNCTION"),
    /** Reading or writing conversation memory. */
    MEMORY("memory", "memory", "CHAIN", "FUNCTION"),
    /** Rendering a prompt. */
    PROMPT("prompt", "render_prompt", "PROMPT", "FUNCTION"),
    /** Checking an input or an output (guardrails, moderation). */
    GUARDRAIL("guardrail", "guardrail", "GUARDRAIL", "FUNCTION"),
    /** Scoring a result. */
    EVALUATION("evaluation", "evaluate", "EVALUATOR", "FUNCTION"),
    /** Scoring documents against a query. */
    RERANK("rerank", "rerank", "RERANKER", "FUNCTION"),
    /** One HTTP attempt under another span. */
    HTTP("http", "http", "CHAIN", "FUNCTION"),
    /** Anything else; the default for the user's own methods. */
    FUNCTION("function", "function", "CHAIN", "FUNCTION");

    private static final SpanKind[] VALUES = values();

    private final String word;
    private final String genAiOperation;
    private final String openInferenceKind;
    private final String natCategory;

    SpanKind(String word, String genAiOperation, String openInferenceKind, String natCategory) {
        this.word = word;
        this.genAiOperation = genAiOperation;
        this.openInferenceKind = openInferenceKind;
        this.natCategory = natCategory;
    }

    /** Returns the word written in rule files and trace files, for example {@code "llm"}. */
    public String word() {
        return word;
    }

    /** Returns the value of {@code gen_ai.operation.name} for spans of this kind that do not set their own. */
    public String genAiOperation() {
        return genAiOperation;
    }

    /** Returns the OpenInference span kind. */
    public String openInferenceKind() {
        return openInferenceKind;
    }

    /**
     * Returns the event category of NVIDIA NeMo Agent Toolkit's intermediate steps. Its list of events has words for
     * workflows, model calls and tools only; all else is a function there.
     */
    public String natCategory() {
        return natCategory;
    }

    /** Returns the kind written as {@code word}, or {@code null} when there is none. */
    public static SpanKind ofWord(String word) {
        for (SpanKind kind : VALUES) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return null;
    }
}
