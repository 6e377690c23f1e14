// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Google's ADK, whose runs, agents, models and tools are publishers of RxJava; with a model of the program's own. */
@Tag("once")
class AdkScenarioIT {
    @Test
    void shouldTraceRunsAgentsModelsAndTools(@TempDir Path dir) {
        Scenario.of("com.example.adk.Agents")
                .answering(server -> server.then(
                        Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                        Reply.text("nice day"),
                        Reply.text("one"),
                        Reply.text("two"),
                        Reply.text("left right"),
                        Reply.text("left right"),
                        Reply.text("once upon a time"),
                        Reply.tool("traffic", "{\"city\":\"Oslo\"}"),
                        Reply.text("no traffic"),
                        Reply.tool("loadMemory", "{\"query\":\"Oslo\"}"),
                        Reply.text("nothing"),
                        Reply.tool("transfer_to_agent", "{\"agent_name\":\"expert\"}"),
                        Reply.text("it is in Norway")))
                .yields("""
                        workflow invoke_workflow trip chunks=3
                          agent invoke_agent guide chunks=3
                            llm chat gpt-guide in=10 out=5 cached=4 reasoning=2
                            tool execute_tool weather
                              function call weather
                            llm chat gpt-guide in=10 out=5 cached=4 reasoning=2
                        workflow invoke_workflow trip chunks=2
                          agent invoke_agent sequence chunks=2
                            agent invoke_agent first chunks=1
                              llm chat gpt-first in=10 out=5 cached=4 reasoning=2
                            agent invoke_agent second chunks=1
                              llm chat gpt-second in=10 out=5 cached=4 reasoning=2
                        workflow invoke_workflow trip chunks=2
                          agent invoke_agent both chunks=2
                            | agent invoke_agent left chunks=1
                              llm chat gpt-left in=10 out=5 cached=4 reasoning=2
                            | agent invoke_agent right chunks=1
                              llm chat gpt-right in=10 out=5 cached=4 reasoning=2
                        workflow invoke_workflow trip chunks=5
                          agent invoke_agent talker chunks=5
                            llm chat gpt-talker in=10 out=5 cached=4 reasoning=2 chunks=4
                        workflow invoke_workflow trip chunks=3
                          agent invoke_agent driver chunks=3
                            llm chat gpt-driver in=10 out=5 cached=4 reasoning=2
                            tool execute_tool traffic
                              function call traffic !error java.lang.IllegalStateException
                            llm chat gpt-driver in=10 out=5 cached=4 reasoning=2
                        workflow invoke_workflow trip chunks=3
                          agent invoke_agent librarian chunks=3
                            llm chat gpt-librarian in=10 out=5 cached=4 reasoning=2
                            tool execute_tool loadMemory
                              function call loadMemory
                              retrieval search InMemoryMemoryService
                            llm chat gpt-librarian in=10 out=5 cached=4 reasoning=2
                        workflow invoke_workflow trip chunks=3
                          agent invoke_agent host chunks=3
                            llm chat gpt-host in=10 out=5 cached=4 reasoning=2
                            tool execute_tool transfer_to_agent
                              function call transfer_to_agent
                            agent invoke_agent expert chunks=1
                              llm chat gpt-expert in=10 out=5 cached=4 reasoning=2
                        """)
                .check("google-adk-1.8.0", Jdks.newest(), dir);
    }
}
