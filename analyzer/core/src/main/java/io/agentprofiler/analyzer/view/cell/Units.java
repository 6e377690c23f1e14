// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.cell;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers as people read them: three digits and a unit; {@code -} for what is not known. */
public final class Units {
    /** Stands for an unknown number. */
    public static final String UNKNOWN = "-";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final BigDecimal CENTS_FROM = new BigDecimal("0.9995");
    private static final String[] BYTES = {"B", "KB", "MB", "GB", "TB"};

    private Units() {}

    /** Returns a number for programs, without trailing zeros and without exponent. */
    public static String decimal(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /** Returns a length of time, for example {@code 1.24 s}. */
    public static String duration(double nanos) {
        if (nanos < 0) {
            return UNKNOWN;
        }
        if (nanos < 999.5) {
            return Math.round(nanos) + " ns";
        }
        if (nanos < 999.5e3) {
            return threeDigits(nanos / 1e3) + " µs";
        }
        if (nanos < 999.5e6) {
            return threeDigits(nanos / 1e6) + " ms";
        }
        if (nanos < 99.95e9) {
            return threeDigits(nanos / 1e9) + " s";
        }
        long seconds = Math.round(nanos / 1e9);
        if (seconds < 3600) {
            return seconds / 60 + "m " + twoDigits(seconds % 60) + "s";
        }
        long minutes = Math.round(nanos / 60e9);
        if (minutes < 48 * 60) {
            return minutes / 60 + "h " + twoDigits(minutes % 60) + "m";
        }
        return count(Math.round(nanos / 86_400e9)) + " days";
    }

    private static String twoDigits(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }

    private static String threeDigits(double value) {
        String format = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Returns a count, for example {@code 12,345}; {@code -} when it is absent. */
    public static String count(long number) {
        return number == Unknown.LONG ? UNKNOWN : String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a count and its noun, for example {@code 1 span}, {@code 2 spans}. */
    public static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns a share, for example {@code 12.3 %}; {@code -} of nothing. */
    public static String share(double part, double whole) {
        if (whole <= 0 || Double.isNaN(part)) {
            return UNKNOWN;
        }
        double percent = 100 * part / whole;
        if (percent > 0 && percent < 0.05) {
            return "<0.1 %";
        }
        return String.format(Locale.ROOT, "%.1f %%", percent);
    }

    /** Returns a size, for example {@code 1.20 MB}. */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < BYTES.length - 1) {
            value /= 1000;
            unit++;
        }
        return threeDigits(value) + " " + BYTES[unit];
    }

    /** Returns US dollars: cents from a dollar on, below that three digits, for example {@code $1,234.50}, {@code $0.00123}. */
    public static String money(BigDecimal dollars) {
        if (dollars.signum() == 0) {
            return "$0";
        }
        BigDecimal rounded = dollars.abs().compareTo(CENTS_FROM) >= 0
                ? dollars.setScale(2, RoundingMode.HALF_EVEN)
                : dollars.round(new MathContext(3, RoundingMode.HALF_EVEN));
        String digits = rounded.abs().compareTo(BigDecimal.ONE) >= 0
                ? String.format(Locale.ROOT, "%,.2f", rounded.abs())
                : cents(rounded.abs().stripTrailingZeros()).toPlainString();
        return (rounded.signum() < 0 ? "-$" : "$") + digits;
    }

    private static BigDecimal cents(BigDecimal amount) {
        return amount.scale() < 2 ? amount.setScale(2, RoundingMode.UNNECESSARY) : amount;
    }

    /** Returns a moment in UTC, to the second. */
    public static String time(long epochNanos) {
        return TIME.format(Instant.ofEpochSecond(
                Math.floorDiv(epochNanos, 1_000_000_000L), Math.floorMod(epochNanos, 1_000_000_000L)));
    }
}
