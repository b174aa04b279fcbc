import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { asProblem, type Problem } from '../api/problem';

/** A write of a page, and the result of the last one. */
export interface Write<Input, Answer> {
  /** Sends the write; while one is in progress, a second press does nothing. */
  readonly send: (input: Input) => void;
  readonly isPending: boolean;
  readonly problem: Problem | undefined;
  readonly answer: Answer | undefined;
  readonly reset: () => void;
}

/** A write as its form shows it. */
export type ShownWrite = Pick<Write<never, unknown>, 'isPending' | 'problem'>;

/**
 * A write that runs once. Its key is sent as Idempotency-Key if the route accepts one. It stays the
 * same while the person repeats the same input with an unknown outcome, so that a retry does not do
 * the work twice.
 */
export function useWrite<Input, Answer>(
  send: (input: Input, key: string) => Promise<Answer>,
  {
    changes = [],
    replaces,
    onDone,
  }: {
    /** Queries to read again, also after a refusal: the page may be out of date. */
    readonly changes?: readonly QueryKey[];
    /** The query whose data the response of the write replaces; it is also read again. */
    readonly replaces?: QueryKey;
    readonly onDone?: (answer: Answer, input: Input) => void;
  } = {},
): Write<Input, Answer> {
  const queries = useQueryClient();
  const isSending = useRef(false);
  const attempt = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const mutation = useMutation<Answer, unknown, Input>({
    // A response may contain a secret, so it is dropped with the component that shows it.
    gcTime: 0,
    mutationFn: (input) => {
      const text = JSON.stringify(input) ?? '';
      if (attempt.current?.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      return send(input, attempt.current.key);
    },
    onSuccess: (answer, input) => {
      attempt.current = null;
      if (replaces && answer !== null) queries.setQueryData(replaces, answer);
      onDone?.(answer, input);
    },
    onError: (error) => {
      if (asProblem(error).kind !== 'unavailable') attempt.current = null;
    },
    onSettled: async () => {
      isSending.current = false;
      const changed = replaces ? [replaces, ...changes] : changes;
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return {
    send: (input) => {
      if (isSending.current) return;
      isSending.current = true;
      mutation.mutate(input);
    },
    isPending: mutation.isPending,
    problem: mutation.isError ? asProblem(mutation.error) : undefined,
    answer: mutation.data,
    reset: mutation.reset,
  };
}
