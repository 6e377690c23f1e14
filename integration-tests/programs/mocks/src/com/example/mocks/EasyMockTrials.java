// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import org.easymock.EasyMock;
import org.easymock.IExpectationSetters;

/** Typical uses of a strict EasyMock mock in unit tests. */
final class EasyMockTrials {
    private final Target target;
    private final Values values = new Values(Maker.EASY_MOCK);
    private final Object[] arguments;

    EasyMockTrials(Target target) {
        this.target = target;
        this.arguments = values.arguments(target.method());
    }

    void run(String row, Outcomes outcomes) {
        outcomes.run(row, target, "EASY_MOCK consecutive", this::consecutive);
        outcomes.run(row, target, "EASY_MOCK missing", this::missing);
    }

    private String consecutive() {
        Object mock = EasyMock.strictMock(target.type());
        Object first = values.result(target.method());
        Object second = values.result(target.method());
        target.call(mock, arguments);
        IExpectationSetters<Object> call = EasyMock.expectLastCall();
        if (target.isVoid()) {
            call.times(2);
        } else {
            call.andReturn(first).andReturn(second);
        }
        EasyMock.replay(mock);
        Object was = target.call(mock, arguments);
        Object then = target.call(mock, arguments);
        if (!target.isVoid()) {
            Trial.same(first, was);
            Trial.same(second, then);
        }
        EasyMock.verify(mock);
        EasyMock.verify(values.made.toArray());
        return "ok";
    }

    /** A call that is expected and does not come. */
    private String missing() {
        Object mock = EasyMock.strictMock(target.type());
        target.call(mock, arguments);
        if (target.isVoid()) {
            EasyMock.expectLastCall();
        } else {
            EasyMock.expectLastCall().andReturn(values.result(target.method()));
        }
        EasyMock.replay(mock);
        try {
            EasyMock.verify(mock);
        } catch (AssertionError e) {
            return "ok";
        }
        return "the missing call was not found";
    }
}
