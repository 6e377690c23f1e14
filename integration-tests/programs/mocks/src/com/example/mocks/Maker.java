// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.easymock.EasyMock;
import org.mockito.MockMakers;
import org.mockito.MockSettings;
import org.mockito.Mockito;
import org.mockito.invocation.Invocation;

/** A way to make objects that notice what is called on them. */
enum Maker {
    /** Mockito's mocks as subclasses. */
    SUBCLASS {
        @Override
        Object make(Class<?> type) {
            // final classes can be mocked inline only
            return (Modifier.isFinal(type.getModifiers()) ? INLINE : this).mock(type);
        }

        @Override
        MockSettings settings() {
            return Mockito.withSettings().mockMaker(MockMakers.SUBCLASS);
        }
    },
    /** Mockito's mocks inside the class itself. */
    INLINE {
        @Override
        Object make(Class<?> type) {
            return mock(type);
        }

        @Override
        MockSettings settings() {
            return Mockito.withSettings().mockMaker(MockMakers.INLINE);
        }
    },
    /** EasyMock's mocks, which fail on any call that is not expected. */
    EASY_MOCK {
        @Override
        Object make(Class<?> type) {
            Object mock = MockNames.add(EasyMock.strictMock(type));
            EasyMock.replay(mock);
            return mock;
        }
    },
    /** Hand-written classes whose every method counts its calls. */
    WRITTEN {
        @Override
        Object make(Class<?> type) throws Exception {
            return Written.of(type);
        }
    };

    abstract Object make(Class<?> type) throws Exception;

    Object mock(Class<?> type) {
        return MockNames.add(Mockito.mock(type, settings()));
    }

    /** Returns how Mockito is to make a mock. */
    MockSettings settings() {
        throw new UnsupportedOperationException(name());
    }

    /** Says what was called on objects of this maker, by method, or that an unexpected call came. */
    String interactions(List<Object> made) {
        Map<String, Integer> calls = new TreeMap<>();
        for (Object object : made) {
            for (String call : calls(object)) {
                calls.merge(nameOf(object) + "." + call, 1, Integer::sum);
            }
        }
        return "ok " + calls;
    }

    /** Without the number that a written class got by chance. */
    private static String nameOf(Object object) {
        return object.getClass().getSuperclass().getSimpleName().replaceAll("Of\\d+$", "");
    }

    private List<String> calls(Object object) {
        List<String> calls = new ArrayList<>();
        switch (this) {
            case SUBCLASS, INLINE -> {
                for (Invocation call : Mockito.mockingDetails(object).getInvocations()) {
                    calls.add(call.getMethod().getName());
                }
            }
            case EASY_MOCK -> {
                try {
                    EasyMock.verify(object);
                } catch (AssertionError e) {
                    calls.add("unexpected");
                }
            }
            case WRITTEN -> calls.addAll(Written.calls(object));
        }
        return calls;
    }
}
