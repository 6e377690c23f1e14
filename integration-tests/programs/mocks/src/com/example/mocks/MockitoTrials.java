// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import org.mockito.Mockito;
import org.mockito.MockitoSession;
import org.mockito.exceptions.misusing.UnnecessaryStubbingException;
import org.mockito.quality.Strictness;

/** Typical uses of a Mockito mock in unit tests: nothing of the real class runs. */
final class MockitoTrials {
    private final Target target;
    private final Maker maker;
    private final Object[] arguments;
    private final Values values;

    MockitoTrials(Target target, Maker maker) {
        this.target = target;
        this.maker = maker;
        this.values = new Values(maker);
        this.arguments = values.arguments(target.method());
    }

    void run(String row, Outcomes outcomes) {
        outcomes.run(row, target, maker + " consecutive", this::consecutive);
        outcomes.run(row, target, maker + " throwing", this::throwing);
        outcomes.run(row, target, maker + " deep", this::deep);
        outcomes.run(row, target, maker + " unused", this::unused);
    }

    /** Two answers one after the other; two calls, and nothing else. */
    private String consecutive() {
        Object mock = maker.mock(target.type());
        if (target.isVoid()) {
            target.call(doNothing().when(mock), arguments);
            target.call(mock, arguments);
            target.call(mock, arguments);
        } else {
            Object first = values.result(target.method());
            Object second = values.result(target.method());
            when(target.call(mock, arguments)).thenReturn(first, second);
            Trial.same(first, target.call(mock, arguments));
            Trial.same(second, target.call(mock, arguments));
        }
        target.call(verify(mock, times(2)), arguments);
        verifyNoMoreInteractions(mock);
        if (!values.made.isEmpty()) {
            verifyNoInteractions(values.made.toArray());
        }
        return "ok";
    }

    private String throwing() {
        Object mock = maker.mock(target.type());
        IllegalStateException stubbed = new IllegalStateException("stubbed");
        target.call(doThrow(stubbed).when(mock), arguments);
        try {
            target.call(mock, arguments);
            return "nothing was thrown";
        } catch (IllegalStateException e) {
            Trial.same(stubbed, e);
        }
        target.call(verify(mock, times(1)), arguments);
        verifyNoMoreInteractions(mock);
        return "ok";
    }

    private String deep() {
        Object mock = Mockito.mock(target.type(), maker.settings().defaultAnswer(Mockito.RETURNS_DEEP_STUBS));
        Object result = target.call(mock, arguments);
        target.call(verify(mock, times(1)), arguments);
        verifyNoMoreInteractions(mock);
        if (result != null && Mockito.mockingDetails(result).isMock()) {
            verifyNoInteractions(result);
        }
        return "ok";
    }

    /** A strict session finds the stubbing that nobody used. */
    private String unused() {
        MockitoSession session =
                Mockito.mockitoSession().strictness(Strictness.STRICT_STUBS).startMocking();
        try {
            Object mock = maker.mock(target.type());
            Object stubbing = target.isVoid()
                    ? doNothing().when(mock)
                    : doReturn(values.result(target.method())).when(mock);
            target.call(stubbing, arguments);
        } catch (Throwable t) {
            session.finishMocking(t);
            throw t;
        }
        try {
            session.finishMocking();
            return "the unused stubbing was not found";
        } catch (UnnecessaryStubbingException e) {
            return "ok";
        }
    }
}
