// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.ContentText;
import java.util.Map;

/**
 * Decides what is written of prompts, completions, tool arguments and results.
 *
 * <p>{@code none}: nothing. {@code hash}: lengths, salted hashes of the prompt's blocks and messages, from which prefix
 * caching can be analysed though no text can be recovered, and sketches of tools' arguments, from which loops can.
 * {@code full}: the text as well, redacted and cut.
 *
 * <p><b>Threading:</b> the ring's consumer only.
 */
public final class ContentPolicy {
    /** Attribute with the prompt's block hashes. */
    public static final String PROMPT_BLOCKS = "agentprofiler.prompt.blocks";

    private static final String GENAI = "gen_ai.";
    private static final String LENGTHS = "agentprofiler.content.";

    private final Content level;
    private final int maxChars;
    private final Redactor redactor;
    private final byte[] salt;
    private final PromptHasher hasher;
    private final WordSketch sketch;

    /**
     * Creates a policy.
     *
     * @param level what is kept
     * @param maxChars at most this many chars of one attribute's text
     * @param redactor blanks secrets
     * @param salt keeps hashes of one run from being compared with another's, or with hashes of known texts
     */
    public ContentPolicy(Content level, int maxChars, Redactor redactor, byte[] salt) {
        this.level = level;
        this.maxChars = maxChars;
        this.redactor = redactor;
        this.salt = salt.clone();
        this.hasher = new PromptHasher(salt);
        this.sketch = new WordSketch(hasher);
    }

    /** Returns a policy for another thread, whose hashes are the same. */
    public ContentPolicy copy() {
        return new ContentPolicy(level, maxChars, redactor, salt);
    }

    /** Answers whether content is looked at all. */
    public boolean keepsAnything() {
        return level != Content.NONE;
    }

    /** Blanks secrets in a text that is kept whatever the level, such as an error message. */
    public String redact(String text) {
        return redactor.redact(text);
    }

    /**
     * Adds what is kept of some content attributes.
     *
     * @param content content by attribute name: strings, or lists and maps of them
     * @param into the span's attributes
     */
    public void keep(Map<String, Object> content, Map<String, Object> into) {
        if (level == Content.NONE || content.isEmpty()) {
            return;
        }
        Prompt prompt = new Prompt(content);
        if (!prompt.isEmpty()) {
            into.put(PROMPT_BLOCKS, prompt.blocks(hasher));
        }
        content.forEach((name, value) -> {
            String shortName = name.startsWith(GENAI) ? name.substring(GENAI.length()) : name;
            Map<String, Object> length = prompt.length(name, hasher);
            into.put(LENGTHS + shortName, length == null ? length(name, ContentText.of(value)) : length);
            if (level == Content.FULL) {
                into.put(name, new ContentCutter(redactor, maxChars).cut(value));
            }
        });
    }

    private Map<String, Object> length(String name, String text) {
        Map<String, Object> length = Prompt.length(text.length(), hasher.hash(text));
        if (name.equals(Attributes.TOOL_CALL_ARGUMENTS)) {
            length.put("words", sketch.of(text));
        }
        return length;
    }
}
