// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.RecordedEvents;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.call.KeptList;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is noted of a lazy span before it is told: its start may be read from that. */
class NotedStartTest {
    private static final String RULES = """
            {"format": "agent-profiler-rules/1", "title": "t", "packages": ["com.acme."], "rules": [
             {"id": "request", "kind": "workflow", "lazy": true, "name": "{acme.route}",
              "match": {"class": "com.acme.Server", "method": "handle(java.lang.Object):void"},
              "start": {"acme.route": "kept.route"}},
             {"id": "route", "role": "note", "operation": "request", "key": "current",
              "match": {"class": "com.acme.Router", "method": "route(java.lang.Object):void"},
              "keep": {"route": "arg0", "unread": "this"}},
             {"id": "work", "match": {"class": "com.acme.Work", "method": "work():void"}}]}
            """;

    private final RecordedEvents events = new RecordedEvents();
    private final List<Rule> rules = rules();
    private final Engine engine = new Engine(
            new RuleStates(rules, (index, reason) -> {}),
            RuleFixture.reactive(),
            RuleFixture.coroutines(),
            events,
            FlightSpans.OFF,
            1,
            true);

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
    }

    @Test
    void shouldKeepTheLastOfWhatIsReadAndNothingElse() {
        JoinPoint request = joinPoint(0);
        JoinPoint route = joinPoint(1);
        JoinPoint work = joinPoint(2);

        Object handle = enter(request, "request");
        route.exit(enter(route, "/*"), null, null);
        route.exit(enter(route, "/ask"), null, null);
        assertThat(events.lines).isEmpty();
        work.exit(enter(work, null), null, null);
        Span told = events.started.get(0);
        assertThat(KeptList.of(told, "route")).isEqualTo("/ask");
        assertThat(KeptList.of(told, "unread")).isNull();
        assertThat(told.notes)
                .as("of a call that is only kept nothing is held until the end")
                .isNull();
        request.exit(handle, null, null);
    }

    @Test
    void shouldLeaveAloneCallsOutsideOfTheOperation() {
        JoinPoint route = joinPoint(1);

        assertThat(enter(route, "/ask")).isNull();
        assertThat(events.lines).isEmpty();
    }

    private JoinPoint joinPoint(int rule) {
        return engine.joinPoint(rule, "com.acme.Some", "method", "void", new String[0][]);
    }

    private static Object enter(JoinPoint point, Object argument) {
        return point.enter(null, argument, null, null, null, null, null, null, null);
    }

    private static List<Rule> rules() {
        try {
            return RuleParser.parse("acme.json", RULES, Origin.USER).rules();
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }
}
