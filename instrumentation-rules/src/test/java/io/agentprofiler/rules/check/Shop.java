// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A small framework that rules are checked against. */
final class Shop {
    private Shop() {}

    @interface Customer {}

    interface Model<R> {
        Reply<R> ask(Question question);

        default Reply<R> askTwice(Question question) {
            ask(question);
            return ask(question);
        }

        CompletionStage<Reply<R>> askLater(Question question);

        void tell(@Customer Object who, Question... questions);
    }

    static class Reply<T> {
        T content() {
            return null;
        }

        Usage getUsage() {
            return null;
        }

        boolean isFinal() {
            return true;
        }
    }

    static class Usage {
        Integer input() {
            return 1;
        }
    }

    static final class CachingUsage extends Usage {
        Integer cached() {
            return 1;
        }
    }

    interface Question {
        List<Line> lines();

        Map<String, Line> byName();

        Optional<Line> first();

        @SuppressWarnings("rawtypes")
        List untyped();
    }

    interface Line {
        String text();

        Object anything();

        Usage word(String name);
    }

    static final class TextModel implements Model<Line> {
        @Override
        public Reply<Line> ask(Question question) {
            return null;
        }

        @Override
        public CompletionStage<Reply<Line>> askLater(Question question) {
            return null;
        }

        @Override
        public void tell(Object who, Question... questions) {}

        String only(int number) {
            return null;
        }
    }

    interface Step {
        Usage run(Question question);
    }

    static final class Tool {
        String name() {
            return null;
        }

        Step step() {
            return null;
        }
    }

    static final class SoldOut extends IllegalStateException {
        private static final long serialVersionUID = 1;

        int status() {
            return 410;
        }
    }
}
