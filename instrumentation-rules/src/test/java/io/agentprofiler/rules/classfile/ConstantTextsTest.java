// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ConstantTextsTest {
    @Test
    void shouldReadTextsAsClassFilesHaveThem() throws IOException {
        assertThat(read("getName")).isEqualTo("getName");
        assertThat(read("")).isEmpty();
        assertThat(read("gr\u00F6\u00DFe \u4E2D \uD83D\uDE00 \0")).isEqualTo("gr\u00F6\u00DFe \u4E2D \uD83D\uDE00 \0");
    }

    @Test
    void shouldHaveNoTextWhereTheConstantIsNone() throws IOException {
        ConstantTexts texts = new ConstantTexts(bytes("name"), new int[] {0, 1});

        assertThat(texts.get(0)).isNull();
        assertThatThrownBy(() -> texts.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldSayThatBytesAreNoText() throws IOException {
        byte[] cut = Arrays.copyOf(bytes("\u4E2D"), 3);
        ConstantTexts texts = new ConstantTexts(cut, new int[] {1});

        assertThatThrownBy(() -> texts.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static String read(String text) throws IOException {
        return new ConstantTexts(bytes(text), new int[] {1}).get(0);
    }

    /** A text behind another byte: place 0 stands for no text. */
    private static byte[] bytes(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(1);
        out.writeUTF(text);
        return bytes.toByteArray();
    }
}
