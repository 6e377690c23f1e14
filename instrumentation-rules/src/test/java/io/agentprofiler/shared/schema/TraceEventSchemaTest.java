// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;

class TraceEventSchemaTest {
    private static final String TRACE = "'trace':'0af7651916cd43dd8448eb211c80319c'";
    private static final String SPAN = "'span':'00f067aa0ba902b7'";
    private static final String START =
            "{'event':'SPAN_START'," + TRACE + "," + SPAN + ",'t':5,'kind':'llm','rule':'f/r'";
    private static final String END = "{'event':'SPAN_END'," + SPAN + "," + TRACE + ",'t':5,'status':'ok'";
    private static final String ACCOUNT = "'t':9,'emitted':{'SPAN_START':4},'written':{'SPAN_START':2},"
            + "'dropped':{'SPAN_START':{'ring_full':1}},'queued':{'SPAN_START':1},'started':4,'ended':2,'open':1,"
            + "'abandoned':1,'payloads_dropped':0,'absorbed':0";

    /** One whole record of each event, and the smallest of some. */
    static final List<String> GOOD = List.of(
            "{'event':'HEADER','format':'agent-profiler/1','run':'app-7-20261121T050000.000Z','service':'app','pid':7,"
                    + "'host':'h','jvm':{'version':'17'},'agent':{'version':'0.1','rules':['langchain4j']},"
                    + "'clock':{'epoch_ns':1795000000000000000,'nano':-5},'settings':{'sample':1.0}}",
            START + "}",
            START + ",'parent':'00000000000000ff','name':'chat gpt','thread':'main','attributes':{"
                    + "'gen_ai.usage.input_tokens':12,'gen_ai.response.finish_reasons':['stop'],'x':[{'y':[1.5,true]}],"
                    + "'agentprofiler.content.input.messages':{'chars':3,'hash':'X6sSciqL'},'agentprofiler.prompt.blocks':"
                    + "{'block_bytes':64,'bytes':70,'hash_chars':8,'hashes':'X6sSciqL'}}}",
            START + ",'attributes':{'agentprofiler.prompt.blocks':{'block_bytes':64,'bytes':70,'hash_chars':8,"
                    + "'hashes':'X6sSciqL','tools_end':20,'instructions_end':30,'messages':{'left_out':1,'ends':[50,70],"
                    + "'roles':['user','assistant'],'parts':[1,2],'hashes':'X6sSciqLX6sSciqM'}}}}",
            "{'event':'SPAN_CHUNK'," + SPAN + ",'t':6,'i':0,'type':'tool_call','chars':17}",
            END + "}",
            END + ",'thread':'t','cpu_ns':0,'alloc_bytes':1,'chunks':{'count':1,'first_t':1,'last_t':1,'max_gap_ns':0,"
                    + "'chars':3},'error':{'type':'a.B','message':'m'},'attributes':{'agentprofiler.wrapper':true}}",
            "{'event':'BACKEND','t':1,'endpoint':'http://localhost:8000','up':true,'server':'vllm','model':'m','engines':2,"
                    + "'running':1,'waiting':0,'kv_cache_usage':0.5,'kv_cache_usage_max':0.75,"
                    + "'prefix_cache_queries':9,'prefix_cache_hits':3,'prompt_tokens':9,'generation_tokens':8,"
                    + "'preemptions':0,'requests':2}",
            "{'event':'BACKEND','t':1,'endpoint':'http://localhost:8000','up':false,'failure':'HTTP 503'}",
            "{'event':'FORECAST'," + SPAN
                    + ",'trace':'0af7651916cd43dd8448eb211c80319c','t':6,'workflow':'plan','ended_calls':0,"
                    + "'interval_level':0.9,'remaining_calls':{'value':3.5,'low':2,'high':5,'workflows':41},"
                    + "'next_tool':{'tool':'(no tool)','share':1,'workflows':5}}",
            "{'event':'PROCESS','t':1,'rss_bytes':1,'heap_bytes':2,'gc_ms':3,'cpu':0.5}",
            "{'event':'PROCESS','t':1}",
            "{'event':'BOOKS'," + ACCOUNT + "}",
            "{'event':'FOOTER'," + ACCOUNT + ",'deleted_segments':1,'deleted_bytes':9,'rules':[{'rule':'f/r','types':1,"
                    + "'spans':4,'faults':0,'unresolved':{'arg0.x':3},'state':'on'}]}");

    private final JsonSchema schema = JsonSchema.named("trace-event.schema.json");

    @ParameterizedTest
    @FieldSource("GOOD")
    void shouldTakeEveryEvent(String event) {
        assertThat(schema.problems(json(event))).isEmpty();
    }

    @Test
    void shouldTakeEveryLineOfTheDocumentation() {
        List<String> lines = DocumentationExamples.of("trace-format.md", "json").stream()
                .flatMap(String::lines)
                .toList();

        assertThat(lines).hasSize(11);
        assertThat(lines).allSatisfy(line -> assertThat(schema.problems(line)).isEmpty());
    }

    @Test
    void shouldIgnoreWhatItDoesNotKnow() {
        assertThat(schema.problems(json("{'event':'WEATHER','t':'sunny'}"))).isEmpty();
        assertThat(schema.problems(json(START + ",'links':[1]}"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '"',
            value = {
                "{} ! event",
                "{'event':'HEADER','format':'agent-profiler/2','run':'r','service':'s','pid':1,'clock':{'epoch_ns':1,'nano':1}} ! agent-profiler/1",
                "{'event':'HEADER','format':'agent-profiler/1','run':'r','service':'s','pid':1} ! clock",
                "START,'kind':'lm'} ! enumeration",
                "START,'parent':'0000000000000000'} ! parent",
                "START,'parent':'FF00000000000000'} ! parent",
                "START,'t':1.5} ! integer",
                "START,'rule':'r'} ! pattern",
                "START,'attributes':{'gen_ai.usage.input_tokens':-1}} ! minimum",
                "START,'attributes':{'gen_ai.usage.input_tokens':'12'}} ! integer",
                "START,'attributes':{'x':null}} ! null",
                "START,'attributes':{'agentprofiler.content.x':'text'}} ! object",
                "END,'status':'failed'} ! enumeration",
                "END,'cpu_ns':-1} ! minimum",
                "END,'chunks':{'count':0,'first_t':1,'last_t':1,'max_gap_ns':0}} ! minimum",
                "END,'error':{}} ! properties",
                "{'event':'SPAN_CHUNK','span':'00f067aa0ba902b7','t':6,'i':0,'type':'word'} ! enumeration",
                "{'event':'BACKEND','t':1,'up':true,'server':'vllm','engines':1} ! endpoint",
                "{'event':'BACKEND','t':1,'endpoint':'x','up':false} ! failure",
                "{'event':'BACKEND','t':1,'endpoint':'x','up':true,'engines':1} ! server",
                "{'event':'BACKEND','t':1,'endpoint':'x','up':true,'server':'vllm','engines':1,'waiting':-1} ! minimum",
                "{'event':'BOOKS','t':1} ! emitted",
                "{'event':'FOOTER','t':1} ! emitted",
            })
    void shouldRefuseWhatBreaksTheFormat(String event, String about) {
        String text = event.replace("START,", START + ",").replace("END,", END + ",");

        assertThat(schema.problems(json(withoutRepeats(text))))
                .isNotEmpty()
                .anySatisfy(problem -> assertThat(problem).contains(about));
    }

    @Test
    void shouldKnowTheWordsOfTheVocabulary() {
        assertThat(texts(schema.at("/$defs/spanStart/properties/kind/enum")))
                .isEqualTo(Arrays.stream(SpanKind.values()).map(SpanKind::word).toList());
        assertThat(schema.at("/$defs/header/properties/format/const").stringValue())
                .isEqualTo(TraceFormat.FORMAT);
        assertThat(schema.at("/allOf")
                        .valueStream()
                        .map(branch -> branch.at("/if/properties/event/const").stringValue()))
                .containsExactly(
                        TraceFormat.HEADER,
                        TraceFormat.SPAN_START,
                        TraceFormat.SPAN_CHUNK,
                        TraceFormat.SPAN_END,
                        TraceFormat.BACKEND,
                        TraceFormat.FORECAST,
                        TraceFormat.PROCESS,
                        TraceFormat.BOOKS,
                        TraceFormat.FOOTER);
        assertThat(schema.at("/$defs/attributes/properties").propertyNames())
                .filteredOn(name -> !name.startsWith("agentprofiler."))
                .isSubsetOf(Attributes.all());
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::stringValue).toList();
    }

    /** Keeps the last of fields written twice: the broken one that a test adds to a good record. */
    private static String withoutRepeats(String text) {
        String once = text;
        for (String field : List.of("'kind':'llm'", "'t':5", "'rule':'f/r'", "'status':'ok'")) {
            String name = field.substring(0, field.indexOf(':') + 1);
            if (once.indexOf(name) != once.lastIndexOf(name)) {
                once = once.replace(field + ",", "");
            }
        }
        return once;
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
