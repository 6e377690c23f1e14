// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show.message;

import io.agentprofiler.analyzer.view.cell.Units;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names an image, a sound or a file, whose content nobody can read here: its type, its size as far as that is known, or where it is. */
final class Media {
    /** Longer texts in the place of an image are the image itself. */
    private static final int MAX_NAME = 200;

    private static final Pattern DATA = Pattern.compile("data:([^,;]*)[^,]*;base64,.*", Pattern.DOTALL);
    /** What the agent leaves of a longer text. */
    private static final Pattern CUT = Pattern.compile("… \\[(\\d{1,12}) chars cut]$");

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_-]*={0,2}");
    private static final int CHARACTERS_OF_BASE64 = 4;
    private static final int BYTES_OF_BASE64 = 3;

    private Media() {}

    /**
     * Returns the name.
     *
     * @param mime the type of its content, {@code null} when unknown
     * @param content its content or address; anything but a text says nothing
     */
    static String of(String type, String mime, Object content) {
        String text = content instanceof String given ? given : "";
        Matcher data = DATA.matcher(text);
        boolean inline = data.matches();
        String told = mime == null && inline && !data.group(1).isEmpty() ? data.group(1) : mime;
        StringBuilder name = new StringBuilder(type);
        if (told != null) {
            name.append(", ").append(told);
        }
        if (!text.isBlank()) {
            name.append(", ").append(inline ? size(text.substring(text.indexOf(',') + 1)) : told(type, text));
        }
        return name.toString();
    }

    private static String told(String type, String text) {
        boolean content = type.equals("blob") || text.length() > MAX_NAME;
        return text.startsWith("data:") ? Units.count(text.length()) + " characters" : content ? size(text) : text;
    }

    /** Returns the size of what a text in base64 holds, also where its end was cut; of another text its length. */
    private static String size(String text) {
        Matcher cut = CUT.matcher(text);
        boolean isCut = cut.find();
        String kept = isCut ? text.substring(0, cut.start()) : text;
        long characters = kept.length() + (isCut ? Long.parseLong(cut.group(1)) : 0);
        if (!BASE64.matcher(kept).matches()) {
            return Units.count(characters) + " characters";
        }
        long padding = kept.length() - kept.replace("=", "").length();
        long bytes = characters * BYTES_OF_BASE64 / CHARACTERS_OF_BASE64 - padding;
        return (isCut ? "about " : "") + Units.count(bytes) + " bytes";
    }
}
