// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.script;

import io.agentprofiler.analyzer.lab.replay.match.AskedMessage;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A message that is to be sent.
 *
 * @param role as in {@link PromptMessage}
 * @param text what it says; {@code null} where it is to be made
 * @param calls the tool calls of an answer, as far as they are known
 * @param bytes how long it was, as the trace format counts; -1 when unknown
 * @param bare whether {@code bytes} is of the text alone
 * @param filler makes a text of a number of bytes
 */
record Said(String role, String text, List<ToolCall> calls, long bytes, boolean bare, LongFunction<String> filler) {
    private static final String INPUT = "{\"input\":\"";
    private static final String INPUT_END = "\"}";

    /**
     * Returns the messages as they are asked. Results of tools follow an answer that asks for them, whose calls get ids where
     * none were recorded: servers refuse anything else.
     *
     * @param tools names for tool calls that are not known, used in turn
     */
    static List<AskedMessage> asked(List<Said> messages, List<String> tools) {
        List<AskedMessage> asked = new ArrayList<>();
        Deque<String> ids = new ArrayDeque<>();
        int made = 0;
        for (int i = 0; i < messages.size(); i++) {
            Said message = messages.get(i);
            if (message.role.equals(PromptMessage.ASSISTANT)) {
                int results = results(messages, i + 1);
                List<ToolCall> calls = new ArrayList<>();
                ids.clear();
                for (ToolCall call : message.calls) {
                    String id = call.id() == null || call.id().isEmpty() ? "call_" + ++made : call.id();
                    calls.add(new ToolCall(id, call.name(), call.arguments() == null ? "{}" : call.arguments(), -1));
                }
                while (calls.size() < results) {
                    String name = tools.isEmpty() ? "tool" : tools.get(made % tools.size());
                    calls.add(new ToolCall("call_" + ++made, name, "{}", -1));
                }
                calls.forEach(call -> ids.add(call.id()));
                asked.add(message.answer(calls));
            } else if (message.role.equals(PromptMessage.TOOL) && !ids.isEmpty()) {
                String id = ids.size() > 1 ? ids.remove() : ids.peek();
                asked.add(message(PromptMessage.TOOL, message.content(PromptMessage.TOOL, id), List.of(), id));
            } else {
                // the result of a tool that nothing before asks for would be refused
                String role = message.role.equals(PromptMessage.SYSTEM) ? PromptMessage.SYSTEM : PromptMessage.USER;
                asked.add(message(role, message.content(role, null), List.of(), null));
            }
        }
        return asked;
    }

    private static int results(List<Said> messages, int from) {
        int count = 0;
        while (from + count < messages.size() && messages.get(from + count).role.equals(PromptMessage.TOOL)) {
            count++;
        }
        return count;
    }

    private AskedMessage answer(List<ToolCall> calls) {
        String said = text;
        List<ToolCall> full = calls;
        if (said == null && calls.isEmpty()) {
            said = content(role, null);
        } else if (said == null) {
            // its length goes into the arguments of the first call
            ToolCall first = calls.get(0);
            full = new ArrayList<>(calls);
            full.set(0, new ToolCall(first.id(), first.name(), INPUT + INPUT_END, -1));
            long rest = bytes - new AskedMessage(role, role, "", full, null).bytes(false);
            if (rest > 0) {
                String arguments = INPUT + filler.apply(rest) + INPUT_END;
                full.set(0, new ToolCall(first.id(), first.name(), arguments, arguments.length()));
            }
            said = "";
        }
        return message(role, said, full, null);
    }

    private static AskedMessage message(String role, String content, List<ToolCall> calls, String callId) {
        return new AskedMessage(role, role, content, calls, callId);
    }

    private String content(String sentRole, String callId) {
        if (text != null) {
            return text;
        }
        long around = bare ? 0 : new AskedMessage(sentRole, sentRole, "", List.of(), callId).bytes(false);
        return filler.apply(Math.max(1, bytes - around));
    }
}
