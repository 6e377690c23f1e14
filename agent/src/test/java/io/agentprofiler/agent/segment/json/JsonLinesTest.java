// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.value.normal.LongList;
import io.agentprofiler.rules.value.normal.SmallMap;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonWriteFeature;

class JsonLinesTest {
    private static final JsonName EVENT = new JsonName("event");
    private static final JsonName END = new JsonName("END");

    private final JsonFactory jackson = new JsonFactoryBuilder()
            .disable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();
    private final LineBuffer buffer = new LineBuffer();
    private final JsonLines lines = new JsonLines(buffer);

    @Test
    void shouldWriteEveryCharAsJacksonDoes() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            assertAsJackson("a" + (char) c + "b");
        }
    }

    @Test
    void shouldWriteRandomTextsAsJacksonDoes() {
        Random random = new Random(3);
        for (int i = 0; i < 2000; i++) {
            int length = random.nextInt(i % 100 == 0 ? 300_000 : 200);
            int highest = random.nextBoolean() ? 0x80 : random.nextBoolean() ? 0x900 : 0x20000;
            StringBuilder text = new StringBuilder();
            for (int k = 0; k < length; k++) {
                text.appendCodePoint(random.nextInt(100) < 97 ? 'a' + k % 26 : random.nextInt(highest));
            }
            assertAsJackson(text.toString());
        }
    }

    @Test
    void shouldWriteNumbersAsJacksonDoes() {
        Random random = new Random(5);
        for (long number : new long[] {0, -1, 9, 10, -10, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MIN_VALUE}) {
            assertAsJackson(number);
            assertAsJackson((int) number);
        }
        for (int i = 0; i < 20_000; i++) {
            assertAsJackson(random.nextLong() >> random.nextInt(64));
            assertAsJackson(random.nextGaussian() * Math.pow(10, random.nextInt(60) - 30));
            double any = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(any)) {
                assertAsJackson(any);
            }
        }
        for (double number : new double[] {0, -0.0, 1, 0.2, 1e7, 1e-3, Double.MIN_VALUE, Double.MAX_VALUE}) {
            assertAsJackson(number);
        }
    }

    @Test
    void shouldWriteNestedValuesAsJacksonDoes() {
        SmallMap small = new SmallMap(2);
        small.put("x", List.of());
        small.put("y", Map.of());
        small.put("long name ".repeat(20), true);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a\"b", List.of(1L, "two", 3.0, false, small));
        map.put("ü", List.of(List.of(), List.of(small)));

        assertAsJackson(map);
        assertAsJackson(List.of(map, map));
        assertAsJackson(small);
    }

    @Test
    void shouldWriteAListOfNumbersLikeAnyOther() {
        long[] numbers = {1, -2, 300_000_000_000L, 4};

        assertThat(line(new LongList(numbers, 0, 4))).isEqualTo(line(List.of(1L, -2L, 300_000_000_000L, 4L)));
        assertThat(line(new LongList(numbers, 1, 2))).isEqualTo(line(List.of(-2L)));
        assertThat(line(new LongList(numbers, 0, 0))).isEqualTo(line(List.of()));
    }

    @Test
    void shouldLeaveOutWhatIsAbsent() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("none", null);
        map.put("nan", Double.NaN);
        map.put("list", Arrays.asList(null, 1L, Double.POSITIVE_INFINITY));

        assertThat(line(map)).isEqualTo("{\"event\":\"END\",\"v\":{\"list\":[null,1,null]}}\n");
        assertThat(line(null)).isEqualTo("{\"event\":\"END\"}\n");
    }

    @Test
    void shouldGoOnAfterALineThatFailedInside() {
        lines.begin(EVENT, END);
        lines.field("fine", "yes");
        try {
            lines.field("bad", Map.of("deep", new Object()));
        } catch (IllegalArgumentException expected) {
            assertThat(expected).hasMessageContaining("java.lang.Object");
        }

        assertThat(line("next")).isEqualTo("{\"event\":\"END\",\"v\":\"next\"}\n");
    }

    @Test
    void shouldTellNamesApartThatShareAPlace() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3000; i++) {
                buffer.clear();
                lines.begin(EVENT, END);
                lines.field("name." + i, 1L);
                lines.end();
                assertThat(text()).isEqualTo("{\"event\":\"END\",\"name." + i + "\":1}\n");
            }
        }
    }

    private void assertAsJackson(Object value) {
        String ours = line(value);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = jackson.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartObject();
            generator.writeStringProperty("event", "END");
            generator.writeName("v");
            write(generator, value);
            generator.writeEndObject();
        }
        String theirs = bytes.toString(StandardCharsets.ISO_8859_1) + "\n";
        if (!ours.equals(theirs)) {
            assertThat(ours).isEqualTo(theirs);
        }
    }

    private static void write(JsonGenerator generator, Object value) {
        if (value instanceof String text) {
            generator.writeString(text);
        } else if (value instanceof Long number) {
            generator.writeNumber(number);
        } else if (value instanceof Integer number) {
            generator.writeNumber(number);
        } else if (value instanceof Double number) {
            generator.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof List<?> list) {
            generator.writeStartArray();
            list.forEach(each -> write(generator, each));
            generator.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            map.forEach((name, each) -> {
                generator.writeName((String) name);
                write(generator, each);
            });
            generator.writeEndObject();
        }
    }

    private String line(Object value) {
        buffer.clear();
        lines.begin(EVENT, END);
        lines.field("v", value);
        lines.end();
        return text();
    }

    /** Every byte as a char of its own, so that nothing is lost to decoding. */
    private String text() {
        return new String(buffer.bytes(), 0, buffer.size(), StandardCharsets.ISO_8859_1);
    }
}
