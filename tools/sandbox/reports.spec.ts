import { describe, expect, it } from 'vitest';
import { RefusedError } from './http.ts';
import { Reports } from './reports.ts';

type Sent = { readonly reports: readonly { readonly dispatch_id: string }[] };

/**
 * An API that responds to each report with the next entry for its dispatch, and accepts it if there
 * is none.
 */
function answering(errors: Readonly<Record<string, number[]>>): {
  client: ConstructorParameters<typeof Reports>[0];
  sent: string[][];
} {
  const sent: string[][] = [];
  const client = {
    post: (_path: string, body: unknown) => {
      const ids = (body as Sent).reports.map((it) => it.dispatch_id);
      sent.push(ids);
      const results = ids.map((id) => {
        const status = errors[id]?.shift();
        return { error: status === undefined ? null : { status, code: 'a_code' } };
      });
      return Promise.resolve({ results });
    },
  };
  return { client, sent };
}

describe('reports of the sandbox (dispatch 3.6, 3.7)', () => {
  it('go together, at most 200', async () => {
    const { client, sent } = answering({});
    const reports = new Reports(client, new AbortController().signal);
    const ids = Array.from({ length: 250 }, (_, index) => `d-${index}`);
    await Promise.all(ids.map((id) => reports.report(id, { sequence: 1 })));
    expect(sent.map((it) => it.length)).toEqual([200, 50]);
    expect(sent.flat()).toEqual(ids);
  });

  it('are repeated one by one where there was no time for them', async () => {
    const { client, sent } = answering({ b: [503, 503] });
    const reports = new Reports(client, new AbortController().signal);
    await Promise.all(['a', 'b'].map((id) => reports.report(id, {})));
    expect(sent).toEqual([['a', 'b'], ['b'], ['b']]);
  });

  it('fail alone where they are refused', async () => {
    const { client } = answering({ b: [404] });
    const reports = new Reports(client, new AbortController().signal);
    const told = await Promise.allSettled(['a', 'b', 'c'].map((id) => reports.report(id, {})));
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((told[1] as PromiseRejectedResult).reason).toBeInstanceOf(RefusedError);
  });

  it('are given up with the signal', async () => {
    const { client, sent } = answering({ a: [503] });
    await new Reports(client, AbortSignal.abort()).report('a', {});
    expect(sent).toEqual([['a']]);
  });
});
