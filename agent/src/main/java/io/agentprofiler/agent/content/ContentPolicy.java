// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.content.redaction.Redactor;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.value.normal.SmallMap;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.Metadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Decides what is written of prompts, completions, tool arguments and results, of messages of failures, and of any other text
 * of the application that {@link Metadata} does not know to be a name or an id.
 *
 * <p>{@code none}: nothing, but how long a failure's message was. {@code hash}: lengths, salted hashes of the prompt's blocks and messages, from which prefix
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
    /** Cut of messages of failures: enough to recognise one; whole payloads have no place in them. */
    private static final int MOST_MESSAGE_CHARS = 1024;
    /** Attributes that are named on stderr because their text is not written. */
    private static final int MOST_SAID = 20;

    /** Of an attribute, by its name: nothing is known of it. */
    private static final int OTHER = 0;
    /** It is content even where its value is no text. */
    private static final int CONTENT = 1;
    /** Its text is metadata, where it is short enough. */
    private static final int METADATA = 2;

    private final Content level;
    private final int maxChars;
    private final Redactor redactor;
    private final byte[] salt;
    private final PromptHasher hasher;
    private final WordSketch sketch;
    private final TextHashes texts;
    private final TextMemory hashes;
    private final Prompt prompt = new Prompt();
    private final Utf8Text text = new Utf8Text();
    private final ContentText.Writer textWriter = new ContentText.Writer(text::append);
    /** Names of attributes that tell of others what is written instead of them; there are as many as rules read. */
    private final Map<String, String> lengthNames = new HashMap<>();

    private final Set<String> declared;
    private final Set<String> said = new HashSet<>();

    /** Creates a policy for rules that declare no metadata of their own. */
    public ContentPolicy(Content level, int maxChars, Redactor redactor, byte[] salt) {
        this(level, maxChars, redactor, salt, Set.of());
    }

    /**
     * Creates a policy.
     *
     * @param level what is kept
     * @param maxChars at most this many chars of one attribute's text
     * @param redactor blanks secrets
     * @param salt keeps hashes of one run from being compared with another's, or with hashes of known texts
     * @param declared attributes that rule files declare as metadata
     */
    public ContentPolicy(Content level, int maxChars, Redactor redactor, byte[] salt, Set<String> declared) {
        this.declared = new HashSet<>(declared);
        this.level = level;
        this.maxChars = maxChars;
        this.redactor = redactor;
        this.salt = salt.clone();
        this.hasher = new PromptHasher(salt);
        this.sketch = new WordSketch(hasher);
        this.texts = new TextHashes(hasher);
        this.hashes = new TextMemory(hasher::hash);
    }

    /** Returns a policy for another thread, whose hashes are the same. */
    public ContentPolicy copy() {
        return new ContentPolicy(level, maxChars, redactor, salt, declared);
    }

    /** Answers whether content is looked at all. */
    public boolean keepsAnything() {
        return level != Content.NONE;
    }

    /** Returns how many texts could not be redacted and were withheld. */
    public long withheld() {
        return redactor.withheld();
    }

    /** Answers whether text is written, redacted. */
    public boolean keepsText() {
        return level == Content.FULL;
    }

    /** Returns a text as it may be written where {@link #keepsText}: secrets blanked, and cut. */
    public String text(String text) {
        String clean = redactor.redact(text);
        return clean.length() <= MOST_MESSAGE_CHARS ? clean : clean.substring(0, MOST_MESSAGE_CHARS) + "\u2026";
    }

    /**
     * Adds an attribute that a rule reads beside the payload. Figures and metadata are added as they are; every other text is
     * content, whatever the rule takes it for.
     *
     * @param kind what {@link #kindOf} says of the name
     * @param fromRule whether a rule file says the value itself: that is no text of the application
     */
    public void attribute(String name, int kind, Object value, boolean fromRule, Map<String, Object> into) {
        if (fromRule || isNoContent(kind, value)) {
            into.put(name, value);
        } else {
            if (level != Content.FULL) {
                say(name);
            }
            keep(Map.of(name, value), into);
        }
    }

    /** Any thread: returns what kind of attribute a name is, for {@link #attribute}: looked up once and not once a span. */
    public int kindOf(String name) {
        return (Metadata.isContent(name) ? CONTENT : OTHER)
                | (Metadata.isMetadata(name) || declared.contains(name) ? METADATA : OTHER);
    }

    /** Any thread: answers whether an attribute is a figure or metadata, which is written as it is at every level. */
    public boolean isNoContent(int kind, Object value) {
        boolean metadata = (kind & METADATA) != 0;
        return value instanceof String text
                ? metadata && Metadata.isShort(text)
                : isFigure(value) && (kind & CONTENT) == 0 || metadata && isShort(value);
    }

    private static boolean isFigure(Object value) {
        if (value instanceof Number || value instanceof Boolean) {
            return true;
        }
        if (value instanceof String || !(value instanceof List<?> list)) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!isFigure(list.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isShort(Object value) {
        if (value instanceof String text) {
            return Metadata.isShort(text);
        }
        if (!(value instanceof List<?> list)) {
            return isFigure(value);
        }
        for (int i = 0; i < list.size(); i++) {
            if (!isShort(list.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The author of a rule hears once that a text is taken for content. */
    private void say(String name) {
        if (!Metadata.isContent(name) && said.size() < MOST_SAID && said.add(name)) {
            AgentLog.info("the text of " + name + " is not written with agentprofiler.content="
                    + level.name().toLowerCase(Locale.ROOT)
                    + (Metadata.isMetadata(name) || declared.contains(name)
                            ? ": it is too long for a name or an id"
                            : "; if it is a name or an id, not content, list it under \"metadata\" of the"
                                    + " rule file"));
        }
    }

    /** Returns the type of a failure as it may be written: below {@code full} what is no name of a class and no code is not. */
    public String failureType(String type) {
        return type == null || Metadata.isErrorType(type) ? type : level == Content.FULL ? text(type) : "_OTHER";
    }

    /**
     * Tells of a failure's message what the level allows: its length always, its hash from {@code hash} on, its text, with
     * secrets blanked and cut, under {@code full}.
     *
     * @param message {@code null} when there is none
     * @param into the span's attributes
     * @return the text to write, {@code null} for none
     */
    public String failureMessage(String message, Map<String, Object> into) {
        if (message == null) {
            return null;
        }
        Map<String, Object> length = new LinkedHashMap<>();
        length.put("chars", (long) message.length());
        if (level != Content.NONE) {
            length.put("hash", hasher.hash(message));
        }
        into.put(Attributes.ERROR_MESSAGE_LENGTH, length);
        return level == Content.FULL ? text(message) : null;
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
        boolean prompted = prompt.read(content);
        if (prompted) {
            into.put(PROMPT_BLOCKS, prompt.blocks(hasher));
        }
        if (content instanceof SmallMap small) {
            for (int i = 0; i < small.size(); i++) {
                keep(small.nameAt(i), small.valueAt(i), prompted, into);
            }
        } else {
            content.forEach((name, value) -> keep(name, value, prompted, into));
        }
    }

    private void keep(String name, Object value, boolean prompted, Map<String, Object> into) {
        Map<String, Object> length = prompted ? prompt.length(name, hasher) : null;
        if (length == null) {
            length = length(name, value);
        }
        String textHashes = texts.of(name, value);
        if (!textHashes.isEmpty()) {
            length.put("texts", textHashes);
        }
        into.put(lengthNames.computeIfAbsent(name, ContentPolicy::lengthName), length);
        if (level == Content.FULL) {
            into.put(name, new ContentCutter(redactor, maxChars).cut(value));
        }
    }

    private static String lengthName(String name) {
        return LENGTHS + (name.startsWith(GENAI) ? name.substring(GENAI.length()) : name);
    }

    private Map<String, Object> length(String name, Object value) {
        Map<String, Object> length;
        if (value instanceof String whole) {
            length = Prompt.length(whole.length(), hashes.of(whole));
        } else {
            text.clear();
            textWriter.write(value);
            length = Prompt.length(text.chars(), hasher.hash(text.bytes(), 0, text.size()));
        }
        if (name.equals(Attributes.TOOL_CALL_ARGUMENTS)) {
            length.put("words", sketch.of(ContentText.of(value)));
        }
        return length;
    }

    /**
     * Copies one attribute's content with secrets blanked and its text cut to a length altogether. What is cut says how much is
     * missing.
     */
    private static final class ContentCutter {
        private final Redactor redactor;
        private int left;

        ContentCutter(Redactor redactor, int maxChars) {
            this.redactor = redactor;
            this.left = maxChars;
        }

        Object cut(Object content) {
            if (content instanceof String text) {
                return cutText(redactor.redact(text));
            }
            if (content instanceof Map<?, ?> map) {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach((name, value) -> copy.put(String.valueOf(name), cut(value)));
                return copy;
            }
            if (content instanceof Iterable<?> elements) {
                List<Object> copy = new ArrayList<>();
                elements.forEach(element -> copy.add(cut(element)));
                return copy;
            }
            return content;
        }

        private String cutText(String text) {
            if (text.length() <= left) {
                left -= text.length();
                return text;
            }
            int end = left > 0 && Character.isHighSurrogate(text.charAt(left - 1)) ? left - 1 : left;
            left = 0;
            return text.substring(0, end) + "… [" + (text.length() - end) + " chars cut]";
        }
    }

    /**
     * Sketches which words a text has, so that two texts of a run can be told to be similar though neither can be read: a salted
     * hash of 16 bits for each different word, the 32 smallest, in order. Of two sketches the part in common estimates that of the
     * words (Broder's bottom-k sketch; exact for up to 32 words but for words that happen to share a hash).
     *
     * <p>A word is letters and digits in a row, in lower case. Words behind the first 8192 chars are left out, so that a long
     * text takes bounded time.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class WordSketch {
        static final int MOST_WORDS = 32;
        static final int MOST_CHARS = 8192;
        private static final int HASH_BITS = 16;

        private final PromptHasher hasher;
        private final int[] smallest = new int[MOST_WORDS];
        private int count;

        WordSketch(PromptHasher hasher) {
            this.hasher = hasher;
        }

        /** Returns the hashes, 4 hexadecimal digits each, one after the other; empty for a text without words. */
        String of(String text) {
            String lower =
                    (text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS)).toLowerCase(Locale.ROOT);
            count = 0;
            int from = -1;
            for (int i = 0; i <= lower.length(); i++) {
                boolean inWord = i < lower.length() && Character.isLetterOrDigit(lower.charAt(i));
                if (inWord && from < 0) {
                    from = i;
                } else if (!inWord && from >= 0) {
                    add(hasher.shortHash(lower.substring(from, i)));
                    from = -1;
                }
            }
            StringBuilder sketch = new StringBuilder(count * 4);
            for (int i = 0; i < count; i++) {
                for (int shift = HASH_BITS - 4; shift >= 0; shift -= 4) {
                    sketch.append(Character.forDigit(smallest[i] >> shift & 0xf, 16));
                }
            }
            return sketch.toString();
        }

        /** Adds a hash to the smallest, in its place; one that is there already, or larger than all of the most, is left out. */
        private void add(int hash) {
            int at = Arrays.binarySearch(smallest, 0, count, hash);
            if (at >= 0 || ~at == MOST_WORDS) {
                return;
            }
            int moved = Math.min(count, MOST_WORDS - 1) - ~at;
            System.arraycopy(smallest, ~at, smallest, ~at + 1, moved);
            smallest[~at] = hash;
            count = Math.min(count + 1, MOST_WORDS);
        }
    }
}
