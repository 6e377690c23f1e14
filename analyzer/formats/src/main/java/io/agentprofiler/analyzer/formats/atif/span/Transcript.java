// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.text.PromptBlocks;
import io.agentprofiler.shared.schema.Attributes;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a model has been told so far: the format holds no prompts, only what was said, so each call's prompt is put together again
 * from the tools and all that came before it. What a framework added or left out on the way is not in it.
 *
 * <p>Without content it is kept as hashes, such as the agent writes them.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Transcript {
    private static final String RECONSTRUCTED = "agentprofiler.prompt.reconstructed";
    /** Each call repeats the hashes of all before it: of longer conversations the later calls have none. */
    private static final long MOST_CHARS = 32L << 20;

    private final List<?> tools;
    private final boolean content;

    private List<Object> messages = new ArrayList<>();
    private final PromptBlocks blocks = new PromptBlocks();
    private long written;

    Transcript(List<?> tools, boolean content) {
        this.tools = tools;
        this.content = content;
        clear();
    }

    /** Forgets what was said; the tools stay. */
    void clear() {
        messages = new ArrayList<>();
        blocks.clear();
        if (tools != null && !content) {
            blocks.tools(tools);
        }
    }

    /** Adds a message; one without parts says nothing. */
    void add(Map<String, Object> message) {
        if (!(message.get("parts") instanceof List<?> said) || said.isEmpty()) {
            return;
        }
        if (content) {
            messages.add(message);
            return;
        }
        blocks.message(message);
    }

    /** Adds what is known of a prompt that says all of this. */
    void describe(AttributeSet.Builder into) {
        if (content) {
            into.add(Attributes.TOOL_DEFINITIONS, tools);
            into.add(Attributes.INPUT_MESSAGES, messages.isEmpty() ? null : new Beginning(messages, messages.size()));
            into.add(RECONSTRUCTED, true);
            return;
        }
        written += blocks.size();
        if (blocks.isEmpty() || written > MOST_CHARS) {
            return;
        }
        into.add(RECONSTRUCTED, true);
        into.add(PromptBlocks.ATTRIBUTE, blocks.value());
    }

    /** Adds a payload: the text where it is wanted, and its length and hash. */
    public static void payload(AttributeSet.Builder into, String name, Object payload, boolean content) {
        if (payload == null) {
            return;
        }
        if (content) {
            into.add(name, payload);
        }
        into.add(PromptBlocks.payloadAttribute(name), PromptBlocks.payload(payload));
    }

    /** The first elements of a list that only grows. */
    private static final class Beginning extends AbstractList<Object> {
        private final List<Object> list;
        private final int size;

        Beginning(List<Object> list, int size) {
            this.list = list;
            this.size = size;
        }

        @Override
        public Object get(int index) {
            if (index >= size) {
                throw new IndexOutOfBoundsException(index);
            }
            return list.get(index);
        }

        @Override
        public int size() {
            return size;
        }
    }
}
