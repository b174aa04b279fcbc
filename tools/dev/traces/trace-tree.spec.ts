import { expect, it } from 'vitest';
import { linesOfTrace, type SentSpan } from './trace-tree.ts';

const span = (spanId: string, parentSpanId: string | undefined, from: number, to: number): SentSpan => ({
  traceId: 't1',
  spanId,
  ...(parentSpanId === undefined ? {} : { parentSpanId }),
  name: spanId,
  startTimeUnixNano: `${from}000000`,
  endTimeUnixNano: `${to}000000`,
});

it('shows each span below its parent, in the order of their starts', () => {
  const lines = linesOfTrace([
    {
      ...span('COMMIT', 'request', 6, 8),
      attributes: [{ key: 'db.namespace', value: { stringValue: 'store_a' } }],
    },
    span('inner', 'statement', 3, 4),
    span('statement', 'request', 2, 5),
    // Its parent is in another process, which sends its spans elsewhere.
    { ...span('request', 'of-a-runtime', 1, 9), links: [{ traceId: 't0' }] },
  ]);
  expect(lines.map((line) => /^( *\S+) +(.+)$/.exec(line)!.slice(1))).toEqual([
    ['request', '8.0 ms  caused by t0'],
    ['  statement', '3.0 ms'],
    ['    inner', '1.0 ms'],
    ['  COMMIT', '2.0 ms  db.namespace=store_a'],
  ]);
});
