// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import io.agentprofiler.rules.value.normal.SmallMap;
import java.util.List;
import java.util.Map;

/** How much text stood behind the attributes that were read. */
final class PayloadSize {
    /** Where content is hashed, an object tells here how long the text was; of prompt blocks it tells the bytes. */
    private static final String CHARS = "chars";

    private static final String BYTES = "bytes";

    private PayloadSize() {}

    /** Returns the chars of all texts in {@code value}, or those it says were hashed. */
    static long chars(Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof Number || value instanceof Boolean) {
            return 0;
        }
        long sum = 0;
        if (value instanceof Map<?, ?> map) {
            if (map.get(CHARS) instanceof Number hashed) {
                return hashed.longValue();
            }
            if (map.get(BYTES) instanceof Number hashed) {
                return hashed.longValue();
            }
            sum += ofValues(map);
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                sum += chars(list.get(i));
            }
        }
        return sum;
    }

    private static long ofValues(Map<?, ?> map) {
        long sum = 0;
        if (map instanceof SmallMap small) {
            for (int i = 0; i < small.size(); i++) {
                sum += chars(small.valueAt(i));
            }
        } else {
            for (Object entry : map.values()) {
                sum += chars(entry);
            }
        }
        return sum;
    }
}
