// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import java.util.List;

/**
 * Names of span attributes: OpenTelemetry GenAI semantic conventions v1.41.1 where they have a name, our own below
 * {@code agentprofiler.} elsewhere. An attribute that is unknown is absent; it is never written as 0 or "".
 */
public final class Attributes {
    public static final String OPERATION_NAME = "gen_ai.operation.name";
    public static final String PROVIDER_NAME = "gen_ai.provider.name";
    public static final String CONVERSATION_ID = "gen_ai.conversation.id";

    public static final String REQUEST_MODEL = "gen_ai.request.model";
    public static final String REQUEST_TEMPERATURE = "gen_ai.request.temperature";
    public static final String REQUEST_TOP_P = "gen_ai.request.top_p";
    public static final String REQUEST_TOP_K = "gen_ai.request.top_k";
    public static final String REQUEST_MAX_TOKENS = "gen_ai.request.max_tokens";
    public static final String REQUEST_FREQUENCY_PENALTY = "gen_ai.request.frequency_penalty";
    public static final String REQUEST_PRESENCE_PENALTY = "gen_ai.request.presence_penalty";
    public static final String REQUEST_STOP_SEQUENCES = "gen_ai.request.stop_sequences";
    public static final String REQUEST_SEED = "gen_ai.request.seed";

    public static final String RESPONSE_ID = "gen_ai.response.id";
    public static final String RESPONSE_MODEL = "gen_ai.response.model";
    public static final String RESPONSE_FINISH_REASONS = "gen_ai.response.finish_reasons";

    /** Tokens of the prompt, cached ones included. */
    public static final String INPUT_TOKENS = "gen_ai.usage.input_tokens";
    /** Tokens of the answer, reasoning included. */
    public static final String OUTPUT_TOKENS = "gen_ai.usage.output_tokens";
    /** The part of {@link #INPUT_TOKENS} served from the provider's prompt cache. */
    public static final String CACHE_READ_TOKENS = "gen_ai.usage.cache_read.input_tokens";
    /** The part of {@link #INPUT_TOKENS} written to the provider's prompt cache. */
    public static final String CACHE_CREATION_TOKENS = "gen_ai.usage.cache_creation.input_tokens";
    /** The part of {@link #OUTPUT_TOKENS} spent on reasoning. */
    public static final String REASONING_TOKENS = "gen_ai.usage.reasoning.output_tokens";

    public static final String TOOL_NAME = "gen_ai.tool.name";
    public static final String TOOL_CALL_ID = "gen_ai.tool.call.id";
    public static final String TOOL_TYPE = "gen_ai.tool.type";
    public static final String TOOL_DESCRIPTION = "gen_ai.tool.description";
    public static final String AGENT_NAME = "gen_ai.agent.name";
    public static final String AGENT_ID = "gen_ai.agent.id";
    public static final String AGENT_DESCRIPTION = "gen_ai.agent.description";

    /** Content attributes: written only under {@code agentprofiler.content=full}. */
    public static final String INPUT_MESSAGES = "gen_ai.input.messages";

    public static final String SYSTEM_INSTRUCTIONS = "gen_ai.system_instructions";

    public static final String OUTPUT_MESSAGES = "gen_ai.output.messages";
    public static final String TOOL_CALL_ARGUMENTS = "gen_ai.tool.call.arguments";
    public static final String TOOL_CALL_RESULT = "gen_ai.tool.call.result";
    public static final String TOOL_DEFINITIONS = "gen_ai.tool.definitions";

    /** What an agent, or a method of the user's own, was given. */
    public static final String INPUT = "agentprofiler.input";

    /** What it answered. */
    public static final String OUTPUT = "agentprofiler.output";

    /** What a method of the user's own handed out one after the other, where it did. */
    public static final String YIELDS = "agentprofiler.yields";

    /** The tokens of a prompt as the server numbers them, content like the above. */
    public static final String PROMPT_TOKEN_IDS = "agentprofiler.prompt.token_ids";

    /**
     * The blocks of a prompt by the ids that a request trace gives them: {@code block_tokens}, tokens of a block, and {@code ids}; equal
     * ids of one file are blocks that a cache can reuse. The agent never writes it.
     */
    public static final String PROMPT_BLOCK_IDS = "agentprofiler.prompt.block_ids";

    /** The tokens of its answer. */
    public static final String OUTPUT_TOKEN_IDS = "agentprofiler.output.token_ids";

    public static final String ERROR_TYPE = "error.type";

    /** Class and method of the application's code that made the call. */
    public static final String CODE_FUNCTION = "code.function.name";

    /** Its source file: the package as directories, and the file's name. */
    public static final String CODE_FILE = "code.file.path";

    /** Its line. */
    public static final String CODE_LINE = "code.line.number";

    /**
     * What is told of a failure's message at every content level: {@code chars}, and from {@code hash} on {@code hash}. The
     * message itself is no attribute.
     */
    public static final String ERROR_MESSAGE_LENGTH = "agentprofiler.content.error.message";

    /** Status of the HTTP response that a failure, or an {@code http} span, came with. */
    public static final String HTTP_STATUS = "http.response.status_code";

    /** True on a span whose parent came from outside, with an incoming {@code traceparent}. */
    public static final String REMOTE_PARENT = "agentprofiler.remote_parent";

    /** True on a span that began after its workflow had ended, in a task or a call which that workflow had handed over. */
    public static final String HANDED_OVER = "agentprofiler.handed_over";

    /** On the first span of a workflow: trace id of the OpenTelemetry span that was current where it began, 32 hex digits. */
    public static final String OTEL_TRACE_ID = "agentprofiler.otel.trace_id";

    /** The id of that span, 16 hex digits. */
    public static final String OTEL_SPAN_ID = "agentprofiler.otel.span_id";

    /** On the first span of a workflow that is recorded whether or not the sampling rate chooses it: {@code error} or {@code slow}. */
    public static final String KEPT_FOR = "agentprofiler.sample.kept_for";

    /**
     * True on a span that turned out to wrap another span of its own operation after its start had been written; it
     * carries no usage, the inner span does.
     */
    public static final String WRAPPER = "agentprofiler.wrapper";

    /** How names of content begin that only a replay needs: it is read and written with {@code content=full} only. */
    public static final String FOR_REPLAY = "agentprofiler.replay.";

    /** True on a span whose method did not run: a recording answered the call. */
    public static final String REPLAYED = "agentprofiler.replayed";

    /**
     * On a span of a format that does not say when things ran, how its times are known: one of the words below. Absent where they were
     * measured. The agent, which measures, never writes it.
     */
    public static final String TIMING = "agentprofiler.timing";

    /** Nothing is known: the span stands in its order. */
    public static final String TIMING_NONE = "none";

    /** A moment is known, and no length. */
    public static final String TIMING_MOMENT = "moment";

    /** The length is an estimate, made of the times that others name. */
    public static final String TIMING_ESTIMATED = "estimated";

    /** On a model call of a format that tells it: what its producer says it cost, in US dollars. The agent never writes it. */
    public static final String REPORTED_COST = "agentprofiler.reported.cost_usd";

    /** On a model call of a format that tells it: the part of {@link #CACHE_CREATION_TOKENS} that is to stay in the cache for an hour. */
    public static final String CACHE_CREATION_HOUR_TOKENS = "agentprofiler.usage.cache_creation_1h.input_tokens";

    /** On a model call of a format that tells it: searches that the provider ran for the answer, which it charges each. */
    public static final String WEB_SEARCHES = "agentprofiler.usage.web_searches";

    /** On a model call of a format that tells it: the provider's service tier, such as {@code batch}, where it is not the usual one. */
    public static final String SERVICE_TIER = "agentprofiler.service_tier";

    /** On a model call of a format that tells it: the provider's speed, such as {@code fast}, where it is not the usual one. */
    public static final String SPEED = "agentprofiler.speed";

    /** True on a model call whose record breaks off: its answer has at least the output tokens that are given. */
    public static final String OUTPUT_AT_LEAST = "agentprofiler.usage.at_least";

    /** On an agent of a format that tells totals: input tokens in them that belong to no call. */
    public static final String UNATTRIBUTED_INPUT_TOKENS = "agentprofiler.unattributed.input_tokens";

    /** The same of output tokens. */
    public static final String UNATTRIBUTED_OUTPUT_TOKENS = "agentprofiler.unattributed.output_tokens";

    /** The same where the total does not tell whether they are of prompts or of answers. */
    public static final String UNATTRIBUTED_TOKENS = "agentprofiler.unattributed.tokens";

    /** The same of reported costs, in US dollars. */
    public static final String UNATTRIBUTED_COST = "agentprofiler.unattributed.cost_usd";

    /**
     * On spans that another program's instrumentation recorded: by which convention they were read, or {@link #SOURCE_NONE}. The agent
     * never writes it.
     */
    public static final String SOURCE = "agentprofiler.source";

    /** True on such a span if each model call within it tells what it and all before it used. */
    public static final String RUNNING_TOTALS = "agentprofiler.running_totals";

    /** The span says nothing of models, tools or agents. */
    public static final String SOURCE_NONE = "none";

    /** How many documents are written to a store. */
    public static final String INGEST_DOCUMENTS = "agentprofiler.ingest.documents";

    /** How many segments of documents are written to a store. */
    public static final String INGEST_SEGMENTS = "agentprofiler.ingest.segments";

    private static final List<String> ALL = List.of(
            OPERATION_NAME,
            PROVIDER_NAME,
            CONVERSATION_ID,
            REQUEST_MODEL,
            REQUEST_TEMPERATURE,
            REQUEST_TOP_P,
            REQUEST_TOP_K,
            REQUEST_MAX_TOKENS,
            REQUEST_FREQUENCY_PENALTY,
            REQUEST_PRESENCE_PENALTY,
            REQUEST_STOP_SEQUENCES,
            REQUEST_SEED,
            RESPONSE_ID,
            RESPONSE_MODEL,
            RESPONSE_FINISH_REASONS,
            INPUT_TOKENS,
            OUTPUT_TOKENS,
            CACHE_READ_TOKENS,
            CACHE_CREATION_TOKENS,
            REASONING_TOKENS,
            TOOL_NAME,
            TOOL_CALL_ID,
            TOOL_TYPE,
            TOOL_DESCRIPTION,
            AGENT_NAME,
            AGENT_ID,
            AGENT_DESCRIPTION,
            INPUT_MESSAGES,
            SYSTEM_INSTRUCTIONS,
            OUTPUT_MESSAGES,
            TOOL_CALL_ARGUMENTS,
            TOOL_CALL_RESULT,
            TOOL_DEFINITIONS,
            INPUT,
            OUTPUT,
            YIELDS,
            PROMPT_TOKEN_IDS,
            OUTPUT_TOKEN_IDS,
            ERROR_TYPE,
            CODE_FUNCTION,
            CODE_FILE,
            CODE_LINE,
            WRAPPER);

    private Attributes() {}

    /** Returns every name above. */
    public static List<String> all() {
        return ALL;
    }
}
