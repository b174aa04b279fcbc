import { describe, expect, it } from 'vitest';
import { closingOfErased, partsOf } from './contact-erasure.policy.js';

describe('what is done about the contacts of a person (caller-requests 12.2 to 12.4)', () => {
  it.each([
    ['pending', false, 'closed and erased'],
    ['pending_dispatch', false, 'closed and erased'],
    ['queued', false, 'closed and erased'],
    ['retry_scheduled', false, 'closed and erased'],
    ['dialing', false, 'kept'],
    ['in_call', false, 'kept'],
    ['completed', false, 'erased'],
    ['failed', false, 'erased'],
    ['suppressed', false, 'erased'],
    ['cancelled', false, 'erased'],
    ['expired', false, 'erased'],
    ['pending', true, 'closed and kept'],
    ['in_call', true, 'kept'],
    ['completed', true, 'kept'],
  ])('%s, called by a call under hold %s: %s', (status, isHeld, done) => {
    const held = new Set([isHeld ? 'one' : 'other']);
    const { open, gone, kept, isUnderWay } = partsOf([{ contactId: 'one', status }], held);
    const words = [...open.map(() => 'closed'), ...gone.map(() => 'erased'), ...kept.map(() => 'kept')];
    expect(words.join(' and ')).toBe(done);
    expect(isUnderWay).toBe(['dialing', 'in_call'].includes(status));
  });
});

describe('the status of open contacts after their erasure (caller-requests 12.2; campaigns 9.9)', () => {
  it.each([
    ['draft', false, 'cancelled', 'cancelled'],
    ['scheduled', false, 'cancelled', 'cancelled'],
    ['running', false, 'cancelled', 'cancelled'],
    ['paused', false, 'cancelled', 'cancelled'],
    ['cancelled', true, 'cancelled', 'cancelled'],
    // The status that all responses have shown since the campaign ended.
    ['completed', true, 'expired', 'suppressed'],
  ])('%s, contacts being closed %s: %s, %s', (status, isClosing, others, suppressed) => {
    expect(closingOfErased({ status, isClosing })).toEqual({ others, suppressed });
  });
});
