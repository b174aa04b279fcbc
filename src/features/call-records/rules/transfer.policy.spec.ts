import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTransferAttempt, readTransfer, transferFacts } from './transfer.policy.js';

const attempt = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  kind: 'transfer',
  target_name: 'Front desk',
  outcome: 'failed',
  at_utc: '2026-03-01T00:00:00.000Z',
  ...over,
});
const transfer = (...attempts: unknown[]): unknown => ({ last_outcome: null, attempts });

describe('a named target (calls 3.7)', () => {
  it.each<[string, unknown, boolean]>([
    ['a real transfer, even a failed one', transfer(attempt()), true],
    ['a declined one', transfer(attempt({ outcome: 'declined' })), true],
    ['an attempt of unstated kind', transfer(attempt({ kind: undefined })), true],
    ['a direct call is ignored', transfer(attempt({ kind: 'direct_call', outcome: 'completed' })), false],
    ['one in progress is ignored', transfer(attempt({ outcome: 'in_progress' })), false],
    ['a blank name', transfer(attempt({ target_name: ' \t' })), false],
    ['no name', transfer(attempt({ target_name: null })), false],
    ['a name that is not text', transfer(attempt({ target_name: 7 })), false],
    [
      'one good attempt among bad ones',
      transfer(null, 'x', [], attempt({ kind: 'direct_call' }), attempt()),
      true,
    ],
  ])('%s', (_, value, expected) => {
    expect(transferFacts(value).namedTarget).toBe(expected);
  });
});

describe('proof of completion (calls 3.4)', () => {
  it.each<[string, unknown, boolean]>([
    ['the last outcome', { last_outcome: 'completed' }, true],
    [
      'any attempt, nameless too',
      transfer(attempt({ outcome: 'completed', target_name: null }), attempt()),
      true,
    ],
    ['a direct call', transfer(attempt({ kind: 'direct_call', outcome: 'completed' })), true],
    ['not an attempt that is text', transfer('completed'), false],
    ['not an attempt that is a list', transfer(['completed']), false],
    ['not attempts that are one object', { attempts: attempt({ outcome: 'completed' }) }, false],
    ['not another spelling', { last_outcome: 'Completed' }, false],
    [
      'a later failure does not undo it',
      { last_outcome: 'failed', attempts: [attempt({ outcome: 'completed' })] },
      true,
    ],
  ])('%s', (_, value, expected) => {
    expect(transferFacts(value).completed).toBe(expected);
  });
});

describe('the last outcome', () => {
  it.each<[string, unknown, string | null]>([
    ['as stated', { last_outcome: 'declined', attempts: [attempt()] }, 'declined'],
    ['else the latest attempt', transfer(attempt({ outcome: 'declined' }), attempt()), 'failed'],
    ['skipping what cannot be read', transfer(attempt(), attempt({ outcome: 'lost' }), null), 'failed'],
    ['else none', transfer(), null],
  ])('%s', (_, value, expected) => {
    expect(transferFacts(value).lastOutcome).toBe(expected);
  });
});

// calls 3.10
describe('legacy shapes', () => {
  it.each([
    null,
    undefined,
    'completed',
    1,
    [],
    [attempt()],
    {},
    { attempts: 'x' },
    { attempts: { 0: attempt() } },
  ])('%j is no transfer', (value) => {
    expect(transferFacts(value)).toEqual({ namedTarget: false, completed: false, lastOutcome: null });
    expect(hasTransferAttempt(value)).toBe(false);
  });

  it('never throws, and completion always comes with an outcome', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), fc.anything(), (whole, attempts, last) => {
        transferFacts(whole);
        const facts = transferFacts({ last_outcome: last, attempts });
        if (facts.completed) expect(facts.lastOutcome).not.toBeNull();
      }),
    );
  });
});

describe('readTransfer', () => {
  it('gives back what ingest writes', () => {
    const stored = transfer(attempt(), attempt({ kind: 'direct_call', target_name: null }));
    expect(readTransfer(stored)).toEqual({ ...(stored as object), last_outcome: 'failed' });
  });

  it.each<[string, unknown, unknown]>([
    ['no attempts', { last_outcome: 'declined' }, { last_outcome: 'declined', attempts: [] }],
    ['attempts that are not a list', { attempts: 'x' }, { last_outcome: null, attempts: [] }],
    ['an unknown last outcome', { last_outcome: 'won', attempts: [] }, { last_outcome: null, attempts: [] }],
  ])('reads a transfer with %s', (_, stored, expected) => {
    expect(readTransfer(stored)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['an unknown kind', attempt({ kind: 'teleport' })],
    ['an unknown outcome', attempt({ outcome: 'won' })],
    ['no time', attempt({ at_utc: undefined })],
    ['a time without a zone', attempt({ at_utc: '2026-03-01T00:00:00' })],
    ['a time that is a number', attempt({ at_utc: 0 })],
    ['no shape at all', 'x'],
  ])('leaves out an attempt with %s', (_, broken) => {
    expect(readTransfer(transfer(broken, attempt()))?.attempts).toEqual([attempt()]);
  });

  it.each<[unknown, string | null]>([
    ['Front desk', 'Front desk'],
    [' ', null],
    [undefined, null],
    [7, null],
  ])('takes the name %j for %j, and no field that is not its own', (name, expected) => {
    const stored = transfer(attempt({ target_name: name, number: '+61491570006' }));
    expect(readTransfer(stored)?.attempts).toEqual([attempt({ target_name: expected })]);
  });

  it.each([null, 'x', 7, [], [attempt()], {}, { attempt: attempt() }])(
    'takes %j for no transfer',
    (stored) => {
      expect(readTransfer(stored)).toBeNull();
    },
  );

  it('finds the last outcome that the columns of the call were written with', () => {
    const words = fc.constantFrom('completed', 'failed', 'in_progress', 'declined', 'won', null);
    const attempts = fc.array(words.map((outcome) => attempt({ outcome })));
    fc.assert(
      fc.property(fc.record({ last_outcome: words, attempts }), (stored) => {
        expect(readTransfer(stored)?.last_outcome).toBe(transferFacts(stored).lastOutcome);
      }),
    );
  });
});
