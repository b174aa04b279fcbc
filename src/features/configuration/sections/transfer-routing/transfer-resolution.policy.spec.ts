import { describe, expect, it } from 'vitest';
import { matchTrigger, resolveTransfer } from './transfer-resolution.policy.js';
import type { CustomerDestination, TransferRouting } from './transfer-routing.schema.js';
import { section } from './transfer-routing.section.js';

const MONDAY = [{ day: 'monday', opens: '09:00', closes: '17:00' }] as const;

const destination = (
  destination_id: string,
  more: Partial<CustomerDestination> = {},
): CustomerDestination => ({
  destination_id,
  label: destination_id.toUpperCase(),
  type: 'phone',
  phone_number: '+61255501234',
  mode: 'cold',
  priority: 50,
  enabled: true,
  ...more,
});

const closed = (id: string, more: Partial<CustomerDestination> = {}): CustomerDestination =>
  destination(id, { business_hours: [...MONDAY], ...more });

const routing = (
  customer_destinations: CustomerDestination[],
  more: Partial<TransferRouting> = {},
): TransferRouting => ({ ...section.defaults, enabled: true, customer_destinations, ...more });

// A Sunday, half an hour before midnight in Sydney.
const SUNDAY_NIGHT = { instantMs: Date.parse('2026-03-01T12:30:00Z'), timezone: 'Australia/Sydney' };

const resolved = (configuration: TransferRouting, id: string) => {
  const { outcome, reason, destination_id, steps } = resolveTransfer(configuration, id, SUNDAY_NIGHT);
  return {
    answer: [outcome, reason, destination_id],
    steps: steps.map((step) => `${step.destination_id} ${step.state} ${step.because}`),
  };
};

describe('where a transfer goes', () => {
  it('is the destination that was asked for, while it is open', () => {
    expect(resolved(routing([destination('a'), destination('b')]), 'b')).toEqual({
      answer: ['transfer', 'destination_open', 'b'],
      steps: ['b open requested'],
    });
  });

  it('is its overflow while it is closed, and says when it opens', () => {
    const configuration = routing([closed('a', { overflow_destination_id: 'b' }), destination('b')]);
    expect(resolved(configuration, 'a')).toEqual({
      answer: ['transfer', 'destination_open', 'b'],
      steps: ['a closed requested', 'b open overflow'],
    });
    const [first] = resolveTransfer(configuration, 'a', SUNDAY_NIGHT).steps;
    expect(new Date(first!.next_opens_at!).toISOString()).toBe('2026-03-01T22:00:00.000Z');
  });

  it('is the default next, and then the others by priority', () => {
    const configuration = routing(
      [
        closed('a'),
        destination('later', { priority: 9 }),
        destination('off', { priority: 1, enabled: false }),
        destination('sooner', { priority: 2 }),
        closed('home'),
      ],
      { default_destination_id: 'home' },
    );
    expect(resolved(configuration, 'a')).toEqual({
      answer: ['transfer', 'destination_open', 'sooner'],
      steps: ['a closed requested', 'home closed default', 'off disabled priority', 'sooner open priority'],
    });
  });

  it('is the fallback where nobody is open, each of a circle asked once', () => {
    const configuration = routing(
      [closed('a', { overflow_destination_id: 'b' }), closed('b', { overflow_destination_id: 'a' })],
      { fallback: { action: 'voicemail' } },
    );
    expect(resolved(configuration, 'a')).toEqual({
      answer: ['voicemail', 'nobody_open', null],
      steps: ['a closed requested', 'b closed overflow'],
    });
  });

  it('is the fallback while transfer is off, whoever is open', () => {
    expect(resolved(routing([destination('a')], { enabled: false }), 'a')).toEqual({
      answer: ['hang_up', 'transfer_disabled', null],
      steps: [],
    });
  });
});

describe("the trigger that a caller's words set off", () => {
  const configuration = routing([destination('a'), destination('home')], {
    default_destination_id: 'home',
    triggers: {
      caller_requests_human: true,
      failed_turns: 0,
      intents: [
        { intent_id: 'billing', keywords: ['invoice', 'money back'], destination_id: 'a' },
        { intent_id: 'emergency', keywords: ['pain', '!'] },
      ],
    },
  });

  it.each([
    ['where is my INVOICE?', 'intent', 'billing', 'a'],
    ['I want my money, back', 'intent', 'billing', 'a'],
    ['the pain and the invoice', 'intent', 'billing', 'a'],
    ['such pain', 'intent', 'emergency', 'home'],
    ['invoices', 'none', null, null],
    ['painting', 'none', null, null],
    ['hello!', 'none', null, null],
    ['???', 'none', null, null],
    ['caller_requests_human', 'caller_requests_human', null, 'home'],
  ])('%j: %s', (words, kind, intent_id, destination_id) => {
    expect(matchTrigger(configuration, words)).toEqual({ kind, intent_id, destination_id });
  });

  it('is none for a person who is asked for, where that is switched off', () => {
    const off = { ...configuration, triggers: { ...configuration.triggers, caller_requests_human: false } };
    expect(matchTrigger(off, 'caller_requests_human').kind).toBe('none');
  });
});
