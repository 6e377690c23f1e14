// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.path.PathParser;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DataValueTest {
    private static Object data(Object result) {
        ArgCall call = new ArgCall() {
            @Override
            public Object result() {
                return result;
            }
        };
        return new DataValue(PathParser.parse("return"), Map.of(), Map.of()).evaluate(call, name -> null);
    }

    @Test
    void shouldTellAResultWithoutAValueFromNull() {
        assertThat(data(Optional.of("a"))).isEqualTo("a");
        assertThat(data(Optional.empty())).isEqualTo(List.of());
        assertThat(data(null)).isNull();
    }
}
