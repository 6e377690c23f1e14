// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests of traced calls get a header, and no others. */
class PropagateTest extends EngineFixture {
    private final Request request = new Request("http://desk.acme.com/ask");

    private void send(JoinPoint send) {
        engine().propagateTo(host -> host.equals("desk.acme.com"));
        Object handle = enter(send, null, request);
        assertThat(handle).isNull();
    }

    @Test
    void shouldTellTheServerOfTheSpanThatSends() {
        JoinPoint agent = joinPoint(rule("agent"));
        JoinPoint send = joinPoint(sending());

        Object handle = enter(agent, null);
        Span span = ThreadContext.get().current;
        send(send);
        agent.exit(handle, null, null);

        assertThat(request.names).containsExactly("traceparent");
        assertThat(request.values)
                .containsExactly(String.format("00-%016x%016x-%016x-01", span.traceHigh, span.traceLow, span.id));
    }

    /** A message of a protocol. */
    public record Message(String name, URI uri, Map<String, Object> meta) {}

    @Test
    void shouldCopyARecordWithTheHeaderAmongItsEntries() {
        JoinPoint agent = joinPoint(rule("agent"));
        JoinPoint send = joinPoint(rule("send").headerEntry("arg0.uri", Message.class.getName(), "meta"));
        engine().propagateTo(host -> true);
        URI uri = URI.create("http://desk.acme.com/");

        Object handle = enter(agent, null);
        Message first = (Message) send.argument(enter(send, null, new Message("a", uri, null)));
        Message second = (Message) send.argument(enter(send, null, new Message("b", uri, Map.of("progress", 1))));
        Object third = enter(send, null, new Message("c", uri, Map.of("traceparent", "mine")));
        agent.exit(handle, null, null);

        assertThat(first.name()).isEqualTo("a");
        assertThat(first.meta()).containsOnlyKeys("traceparent");
        assertThat(second.meta()).containsOnlyKeys("progress", "traceparent").containsEntry("progress", 1);
        assertThat(third).isNull();
    }

    @Test
    void shouldLeaveRequestsOfNoSpanAlone() {
        send(joinPoint(sending()));

        assertThat(request.names).isEmpty();
    }

    @Test
    void shouldLeaveHeadersOfTheApplicationAlone() {
        request.names.add("TraceParent");

        sendInSpan();

        assertThat(request.names).containsExactly("TraceParent");
    }

    @Test
    void shouldLeaveOtherHostsAlone() {
        request.uri = URI.create("http://other.acme.com/");

        sendInSpan();

        assertThat(request.names).isEmpty();
    }

    @Test
    void shouldCallNothingOfOtherClasses() {
        List<String> names = new ArrayList<>();
        JoinPoint agent = joinPoint(rule("agent"));
        JoinPoint send = joinPoint(sending());
        engine().propagateTo(host -> true);

        Object handle = enter(agent, null);
        enter(send, null, new Request("http://desk.acme.com/") {
            @Override
            public Request set(String name, String value) {
                names.add(name);
                return this;
            }
        });
        agent.exit(handle, null, null);

        assertThat(names).isEmpty();
    }

    @Test
    void shouldSayThatNothingIsRecorded() {
        sample = 0;

        sendInSpan();

        assertThat(request.values).singleElement().asString().matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00");
        assertThat(events.lines).isEmpty();
    }

    @Test
    void shouldSayNothingWhereThatIsNotDecided() {
        sample = 0;
        keeps = true;

        sendInSpan();

        assertThat(request.names).isEmpty();
    }

    @Test
    void shouldGoOnAfterFaultsThatDoNotFollowEachOther() {
        JoinPoint agent = joinPoint(rule("agent"));
        JoinPoint send = joinPoint(sending());
        Object handle = enter(agent, null);
        for (int i = 0; i < 10; i++) {
            request.names.clear();
            request.fails = i % 2 == 0;
            send(send);
        }
        agent.exit(handle, null, null);

        assertThat(disabled).isEmpty();
        assertThat(request.names).hasSize(1);
    }

    private void sendInSpan() {
        JoinPoint agent = joinPoint(rule("agent"));
        JoinPoint send = joinPoint(sending());
        Object handle = enter(agent, null);
        send(send);
        agent.exit(handle, null, null);
    }

    private static io.agentprofiler.agent.engine.RuleFixture sending() {
        return rule("send")
                .header(
                        "arg0.@uri",
                        "arg0.@names[]",
                        "arg0.@self",
                        Request.class.getName(),
                        "set(java.lang.String,java.lang.String)");
    }

    /** A request of a client. */
    public static class Request {
        final List<String> names = new ArrayList<>();
        final List<String> values = new ArrayList<>();
        final Request self = this;
        URI uri;
        boolean fails;

        Request(String uri) {
            this.uri = URI.create(uri);
        }

        /** Sets a header. */
        public Request set(String name, String value) {
            if (fails) {
                throw new IllegalStateException("sent");
            }
            names.add(name);
            values.add(value);
            return this;
        }
    }
}
