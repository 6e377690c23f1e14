// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import io.agentprofiler.agent.config.Settings.Content;
import java.util.List;
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

    private final Properties properties;
    private final Consumer<String> problems;
    private final long maxHeap;

    SettingsParser(Properties properties, Consumer<String> problems, long maxHeap) {
        this.properties = properties;
        this.problems = problems;
        this.maxHeap = maxHeap;
    }

    Settings parse() {
        reportUnknown();
        value(SettingTable.ENABLED);
        value(SettingTable.HELP);
        List<String> redact = value(SettingTable.REDACT);
        return new Settings(
                value(SettingTable.DIR),
                value(SettingTable.SERVICE, ServiceName.of(properties.getProperty("sun.java.command"))),
                value(SettingTable.RULES),
                value(SettingTable.TRACE),
                value(SettingTable.FRAMEWORKS),
                value(SettingTable.SAMPLE),
                content(redact),
                value(SettingTable.CONTENT_MAX_CHARS),
                redact,
                value(SettingTable.RING_SIZE),
                value(SettingTable.RING_MAX_BYTES, Math.min(RING_BYTES, maxHeap / 100)),
                value(SettingTable.SEGMENT_MAX_BYTES),
                value(SettingTable.SEGMENT_MAX_AGE),
                value(SettingTable.DIR_MAX_BYTES),
                value(SettingTable.FLUSH),
                value(SettingTable.GZIP),
                value(SettingTable.JFR),
                value(SettingTable.JFR_FILE),
                value(SettingTable.BACKENDS),
                value(SettingTable.BACKENDS_INTERVAL),
                value(SettingTable.LOG));
    }

    /** Full text is never written with fewer patterns than the user asked for. */
    private Content content(List<String> redact) {
        Content content = value(SettingTable.CONTENT);
        String asked = properties.getProperty(SettingTable.REDACT.property());
        if (content == Content.FULL && redact.isEmpty() && asked != null && !asked.isBlank()) {
            problems.accept(
                    "agentprofiler.content=full needs a valid agentprofiler.redact; hash is used, so that nothing"
                            + " you wanted blanked is written");
            return Content.HASH;
        }
        return content;
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
        return setting == SettingTable.BACKENDS
                ? text.replaceAll("//[^/@,\\s]*@", "//***@").replaceAll("\\?[^,\\s]*", "?***")
                : text;
    }

    private void reportUnknown() {
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (name.startsWith(Setting.PREFIX) && !isKnown(name)) {
                problems.accept(name + " is not a setting; did you mean " + nearest(name)
                        + "? (-Dagentprofiler.help=true lists them all)");
            }
        }
    }

    private static boolean isKnown(String property) {
        return SettingTable.ALL.stream().anyMatch(setting -> setting.property().equals(property));
    }

    private static String nearest(String property) {
        String best = null;
        int least = Integer.MAX_VALUE;
        for (Setting<?> setting : SettingTable.ALL) {
            int distance = EditDistance.between(property, setting.property());
            if (distance < least) {
                least = distance;
                best = setting.property();
            }
        }
        return best;
    }
}
