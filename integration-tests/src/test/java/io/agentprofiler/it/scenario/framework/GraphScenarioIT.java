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

/** LangGraph4j: graphs whose nodes call models of LangChain4j. */
@Tag("once")
class GraphScenarioIT {
    private static final String MODEL = """
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            """;
    private static final String TRIP =
            """
            workflow invoke_workflow graph chunks=11
              function node plan
            """ + MODEL.indent(4) + """
              function node __PARALLEL__(plan)
                | llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                | llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
              function node decide
            """ + MODEL.indent(4) + """
              function edge decide
            """ + MODEL.indent(4) + """
              function node booking
                workflow invoke_workflow graph chunks=3
                  function node book
            """ + MODEL.indent(8);

    @Test
    void shouldTraceGraphsTheirNodesAndEdges(@TempDir Path dir) {
        Scenario.of("com.example.graph.Graphs")
                .answering(server -> server.whenLastContains("Plan", Reply.text("plan"))
                        .whenLastContains("weather", Reply.text("sunny"))
                        .whenLastContains("hotels", Reply.text("two"))
                        .whenLastContains("Decide", Reply.text("go"))
                        .whenLastContains("Go?", Reply.text("yes"))
                        .whenLastContains("Book", Reply.text("booked")))
                .yields(TRIP + TRIP + """
                        workflow invoke_workflow graph chunks=1 !cancelled
                        workflow invoke_workflow graph chunks=1 !error graph_error
                          function node break !error java.lang.IllegalStateException
                        workflow invoke_workflow graph chunks=2
                          memory checkpoint read
                          memory checkpoint write
                          function node draft
                        """ + MODEL.indent(4) + """
                          memory checkpoint write
                        workflow invoke_workflow graph chunks=2
                          memory checkpoint read
                          function node book
                        """ + MODEL.indent(4) + """
                          memory checkpoint write
                        """)
                .answersCompared()
                .check("langgraph4j-1.8.17", Jdks.newest(), dir);
    }
}
