// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import io.agentprofiler.agent.config.Settings.Content;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads {@link Settings} from system properties. A wrong value is reported and replaced by the default, an unknown
 * property reported with the nearest known one; nothing is ever thrown.
 *
 * <p><b>Threading:</b> one use, one thread.
 */
final class SettingsParser {
    private static final long RING_BYTES = 32L << 20;
    private static final long KEEP_BYTES = 32L << 20;
    private static final long SEGMENT_BYTES = 64L << 20;
    private static final long SMALLEST_SEGMENT = 4L << 10;
    private static final long DIR_BYTES = 1L << 30;

    private final Properties properties;
    private final Consumer<String> problems;
    private final long maxHeap;
    private final Map<String, Object> values = new HashMap<>();

    SettingsParser(Properties properties, Consumer<String> problems, long maxHeap) {
        this.properties = properties;
        this.problems = problems;
        this.maxHeap = maxHeap;
    }

    Settings parse() {
        reportUnknown();
        keep(Setting.ENABLED);
        keep(Setting.HELP);
        // those that others depend on
        keep(Setting.REDACT);
        keep(Setting.DIR_TOTAL_BYTES);
        keep(Setting.DIR_MAX_BYTES);
        keep(Setting.SAMPLE);
        for (Setting<?> setting : Setting.ALL) {
            if (!values.containsKey(setting.name())) {
                keep(setting);
            }
        }
        return new Settings(values);
    }

    private void keep(Setting<?> setting) {
        values.put(setting.name(), valueOf(setting));
    }

    /** Reads one whose default, or whose limits, depend on others or on the JVM; others are read by their format alone. */
    private Object valueOf(Setting<?> setting) {
        if (setting == Setting.SERVICE) {
            return value(
                    Setting.SERVICE,
                    ServiceName.of(properties.getProperty("sun.java.command"), properties.getProperty("user.dir")));
        } else if (setting == Setting.SAMPLE_KEEP) {
            return sampleKeep();
        } else if (setting == Setting.SAMPLE_KEEP_MAX_BYTES) {
            return value(Setting.SAMPLE_KEEP_MAX_BYTES, Math.min(KEEP_BYTES, maxHeap / 25));
        } else if (setting == Setting.CONTENT) {
            return content();
        } else if (setting == Setting.RING_MAX_BYTES) {
            return value(Setting.RING_MAX_BYTES, Math.min(RING_BYTES, maxHeap / 100));
        } else if (setting == Setting.CPU) {
            return value(Setting.CPU, Settings.NO_CPU_CAP);
        } else if (setting == Setting.SEGMENT_MAX_BYTES) {
            return segmentBytes();
        } else if (setting == Setting.DIR_MAX_BYTES) {
            return dirBytes();
        }
        return value(setting);
    }

    /** Where every workflow is recorded there is none to keep besides. */
    private KeepRules sampleKeep() {
        KeepRules rules = value(Setting.SAMPLE_KEEP);
        if (read(Setting.SAMPLE) < 1 || !rules.any()) {
            return rules;
        }
        problems.accept("agentprofiler.sample.keep=" + String.join(",", rules.words())
                + " has no effect with agentprofiler.sample=1: every workflow is recorded; set agentprofiler.sample below 1,"
                + " or to 0 to record only what sample.keep names");
        return KeepRules.NONE;
    }

    private long dirBytes() {
        long totalBytes = read(Setting.DIR_TOTAL_BYTES);
        long bytes = value(Setting.DIR_MAX_BYTES, Math.min(DIR_BYTES, totalBytes / 2));
        if (bytes <= totalBytes) {
            return bytes;
        }
        problems.accept("agentprofiler.dir.maxBytes=" + Formats.shortSize(bytes)
                + " is more than agentprofiler.dir.totalBytes=" + Formats.shortSize(totalBytes)
                + ", the limit for all runs together; " + Formats.shortSize(totalBytes) + " is used for both");
        return totalBytes;
    }

    /** The oldest file could not be deleted without the newest if one filled the directory. */
    private long segmentBytes() {
        long dirBytes = read(Setting.DIR_MAX_BYTES);
        long quarter = Math.max(SMALLEST_SEGMENT, dirBytes / 4);
        long bytes = value(Setting.SEGMENT_MAX_BYTES, Math.min(SEGMENT_BYTES, quarter));
        if (bytes <= dirBytes / 2) {
            return bytes;
        }
        problems.accept("agentprofiler.segment.maxBytes=" + Formats.shortSize(bytes)
                + " is more than half of agentprofiler.dir.maxBytes=" + Formats.shortSize(dirBytes)
                + ", so that old trace files could not be deleted without new ones; " + Formats.shortSize(quarter)
                + " is used");
        return quarter;
    }

    /** Full text is never written with fewer patterns than the user asked for. */
    private Content content() {
        Content content = value(Setting.CONTENT);
        String asked = properties.getProperty(Setting.REDACT.property());
        if (content == Content.FULL && read(Setting.REDACT).isEmpty() && asked != null && !asked.isBlank()) {
            problems.accept(
                    "agentprofiler.content=full needs a valid agentprofiler.redact; hash is used, so that nothing"
                            + " you wanted blanked is written");
            return Content.HASH;
        }
        return content;
    }

    private <T> T read(Setting<T> setting) {
        return new Settings(values).get(setting);
    }

    private <T> T value(Setting<T> setting) {
        return value(setting, setting.defaultValue());
    }

    private <T> T value(Setting<T> setting, T otherwise) {
        String text = properties.getProperty(setting.property());
        if (text == null) {
            return otherwise;
        }
        try {
            return setting.format().read(text);
        } catch (IllegalArgumentException e) {
            problems.accept(setting.property() + "=" + shown(setting, text) + " is not allowed; allowed: "
                    + setting.format().allowed() + "; the default is used: "
                    + (setting.defaultText().isEmpty() ? "none" : setting.defaultText()));
            return otherwise;
        }
    }

    /** Addresses may hold a password or a key. */
    private static String shown(Setting<?> setting, String text) {
        return setting == Setting.BACKENDS
                ? text.replaceAll("//[^/@,\\s]*@", "//***@").replaceAll("\\?[^,\\s]*", "?***")
                : text;
    }

    private void reportUnknown() {
        // sorted, and without the views of stringPropertyNames(), which are classes of their own
        TreeSet<String> unknown = new TreeSet<>();
        for (Enumeration<Object> each = properties.keys(); each.hasMoreElements(); ) {
            if (each.nextElement() instanceof String name && name.startsWith(Setting.PREFIX) && !isKnown(name)) {
                unknown.add(name);
            }
        }
        for (String name : unknown) {
            problems.accept(name + " is not a setting; did you mean " + nearest(name)
                    + "? (-Dagentprofiler.help=true lists them all)");
        }
    }

    private static boolean isKnown(String property) {
        for (Setting<?> setting : Setting.ALL) {
            if (setting.property().equals(property)) {
                return true;
            }
        }
        return false;
    }

    private static String nearest(String property) {
        String best = null;
        int least = Integer.MAX_VALUE;
        for (Setting<?> setting : Setting.ALL) {
            int distance = EditDistance.between(property, setting.property());
            if (distance < least) {
                least = distance;
                best = setting.property();
            }
        }
        return best;
    }

    /** How far two names are apart: letters inserted, left out or replaced, whatever their case. */
    private static final class EditDistance {
        private EditDistance() {}

        static int between(String left, String right) {
            String a = left.toLowerCase(Locale.ROOT);
            String b = right.toLowerCase(Locale.ROOT);
            int[] row = new int[b.length() + 1];
            for (int j = 0; j <= b.length(); j++) {
                row[j] = j;
            }
            for (int i = 1; i <= a.length(); i++) {
                int diagonal = row[0];
                row[0] = i;
                for (int j = 1; j <= b.length(); j++) {
                    int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                    diagonal = row[j];
                    row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
                }
            }
            return row[b.length()];
        }
    }
}
