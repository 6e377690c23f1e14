// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.formats.sessions.TurnSpans;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * mini-swe-agent's trajectory: the messages of one task. Each answer of the model has the second of its response; the command in it is
 * run in a shell, and the next message tells what it printed and its exit status.
 */
public final class SweLog extends SessionLog {
    private static final String AGENT = "mini-swe-agent";
    private static final Pattern COMMAND = Pattern.compile("(?s)```(?:bash|mswea_bash_command)\\s*\\n(.*?)\\n?```");
    private static final Pattern RETURNED = Pattern.compile("<returncode>(-?\\d{1,9})</returncode>");
    private static final long SECOND = 1_000_000_000;
    private static final long MOST_SECONDS = Long.MAX_VALUE / SECOND / 2;

    private int tasks;

    public SweLog(TurnSpans spans) {
        super(spans);
    }

    @Override
    public void take(Located record) {
        if (!record.get("messages").isThere()) {
            record.problem("expected \"messages\"; left out");
        }
        AgentRun run = new AgentRun(AGENT);
        String model = word(record.get("info").get("config").get("model"), "model_name");
        ToolRun asked = null;
        String first = "";
        for (Located message : record.objects("messages")) {
            String role = String.valueOf(word(message, "role"));
            String text = textOf(message.get("content"));
            if (role.equals("assistant")) {
                ModelCall call = answer(run, message, text, model);
                first = first.isEmpty() ? String.valueOf(call.id) : first;
                asked = command(run, call, text);
            } else {
                Matcher returned = text == null ? null : RETURNED.matcher(text);
                if (asked != null && returned != null && returned.find()) {
                    asked.ends(Unknown.LONG, text, outcome(Integer.parseInt(returned.group(1)) != 0));
                } else if (run.question == null && role.equals("user")) {
                    run.question = text;
                }
                asked = null;
            }
        }
        String status = word(record.get("info"), "exit_status");
        // an exception's name where the agent could not go on
        run.status = status == null ? null : outcome(status.endsWith("Error"));
        spans.send(run, AGENT + first + '/' + tasks++, null);
    }

    @Override
    public void end() {
        // each record is whole
    }

    private static ModelCall answer(AgentRun run, Located message, String text, String model) {
        Located response = message.get("extra").object("response");
        Long created = response.isThere() ? response.count("created") : null;
        long time = created == null || created > MOST_SECONDS ? Unknown.LONG : created * SECOND;
        ModelCall call = run.call(word(response, "id"), time);
        call.model = model == null ? word(response, "model") : model;
        call.says(text);
        run.answers(text);
        Located usage = response.object("usage");
        if (usage.isThere()) {
            call.input = count(usage, "prompt_tokens");
            call.output = count(usage, "completion_tokens");
            call.cacheRead = count(usage.object("prompt_tokens_details"), "cached_tokens");
            call.cacheWrite = count(usage, "cache_creation_input_tokens");
            call.reasoning = count(usage.object("completion_tokens_details"), "reasoning_tokens");
        }
        return call;
    }

    private static ToolRun command(AgentRun run, ModelCall call, String text) {
        Matcher command = COMMAND.matcher(text == null ? "" : text);
        if (!command.find()) {
            return null;
        }
        ToolRun tool = new ToolRun(null, "bash", command.group(1), call.endNanos);
        run.runs(tool);
        return tool;
    }
}
