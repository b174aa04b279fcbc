import { describe, expect, it } from 'vitest';
import { addLocalDays, isDayStart, wallAt } from '#app/core/time/wall-clock.policy.js';
import type { CallRecord } from '#app/features/calls/ingest/call-record.js';
import { parseCallRecord } from '#app/features/calls/ingest/call-record.policy.js';
import {
  CALL_STATUSES,
  CLASSIFIED_OUTCOMES,
  TRANSFER_OUTCOMES,
} from '#app/features/call-records/rules/call-vocabulary.js';
import { missingCalls, NO_HISTORY, recordAt } from './call-history.ts';
import { HISTORY_DAYS } from './call-schedule.ts';
import { SCRIPTS } from '../assistants/conversation-scripts.ts';
import { DEMO_CAST } from '../cast/cast.ts';
import type { DemoTenant } from '../types.ts';

/**
 * A Friday, half past eleven in Sydney: desks are busy in every zone except Perth's, where they are
 * opening.
 */
const NOW = new Date('2026-11-20T00:30:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Generated {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly record: CallRecord;
  readonly tenant: DemoTenant;
  /** The project's zone. */
  readonly timezone: string;
}

function generate(now: Date, tenants: readonly DemoTenant[]): Generated[] {
  return tenants.flatMap((tenant) =>
    missingCalls(DEMO_CAST, tenant, NO_HISTORY, now).map((call) => {
      const raw = recordAt(call, now);
      const result = parseCallRecord(raw);
      if (!result.ok) throw new Error(`${result.error.code} ${result.error.field}`);
      return { raw, record: result.record, tenant, timezone: call.project.timezone };
    }),
  );
}

const all = generate(NOW, DEMO_CAST.tenants);
const [firstTenant] = DEMO_CAST.tenants as [DemoTenant];
const ofFirstTenant = all.filter(({ tenant }) => tenant === firstTenant);
const records = all.map(({ record }) => record);
const ofProject = (part: string) => records.filter(({ projectId }) => projectId.includes(part));
const valuesOf = (read: (record: CallRecord) => unknown): Set<unknown> => new Set(records.map(read));
const finished = records.filter(({ revision }) => revision === 2);

describe('the calls of the demo', () => {
  it('are at least 20,000, all of which ingest takes, each with an id of its own', () => {
    expect(all.length).toBeGreaterThan(20_000);
    expect(all.length).toBeLessThan(25_000);
    const ids = all.map(({ record, tenant }) => `${tenant.clientId}/${tenant.dataEnv}/${record.callId}`);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are the same every time', () => {
    const again = generate(NOW, [firstTenant]);
    expect(again.map(({ raw }) => JSON.stringify(raw))).toEqual(
      ofFirstTenant.map(({ raw }) => JSON.stringify(raw)),
    );
  });

  it('of a day are the same whichever day it is asked on', () => {
    const later = generate(new Date(NOW.getTime() + 40 * HOUR_MS), [firstTenant]);
    const byId = new Map(later.map(({ raw }) => [raw['call_id'], JSON.stringify(raw)]));
    const both = ofFirstTenant.filter(({ raw, record }) => record.revision === 2 && byId.has(raw['call_id']));
    expect(both.length).toBeGreaterThan(0.9 * ofFirstTenant.length);
    expect(both.filter(({ raw }) => byId.get(raw['call_id']) !== JSON.stringify(raw))).toEqual([]);
  });

  it('fill the last ninety local days of every project', () => {
    for (const timezone of new Set(all.map((call) => call.timezone))) {
      const starts = all.flatMap((call) =>
        call.timezone === timezone ? call.record.startedAt.getTime() : [],
      );
      const wall = wallAt(NOW.getTime(), timezone);
      const today = NOW.getTime() - (wall % DAY_MS);
      expect(isDayStart(today, timezone)).toBe(true);
      expect(Math.min(...starts)).toBeGreaterThanOrEqual(addLocalDays(today, 1 - HISTORY_DAYS, timezone));
      expect(Math.max(...starts)).toBeLessThanOrEqual(NOW.getTime());
    }
    const days = new Set(
      ofFirstTenant
        .filter(({ record }) => record.projectId.includes('front-desk-k'))
        .map(({ record, timezone }) => Math.floor(wallAt(record.startedAt.getTime(), timezone) / DAY_MS)),
    );
    expect(days.size).toBe(HISTORY_DAYS);
  });
});

describe('the week and the day', () => {
  const local = all
    .filter(({ record }) => !record.projectId.includes('after-hours'))
    .map(({ record, timezone }) => new Date(wallAt(record.startedAt.getTime(), timezone)));
  const onWeekday = (...days: number[]) =>
    local.filter((at) => days.includes(at.getUTCDay())).length / days.length;
  const inHour = (...hours: number[]) =>
    local.filter((at) => hours.includes(at.getUTCHours())).length / hours.length;

  it('has busy weekdays and weekends that are not empty', () => {
    expect(onWeekday(1, 2, 3, 4, 5)).toBeGreaterThan(2 * onWeekday(0, 6));
    expect(onWeekday(0)).toBeGreaterThan(200);
  });

  it('has two peaks, a lull at noon and quiet nights', () => {
    expect(inHour(10)).toBeGreaterThan(1.2 * inHour(12));
    expect(inHour(15)).toBeGreaterThan(1.2 * inHour(12));
    expect(inHour(10, 15)).toBeGreaterThan(10 * inHour(0, 1, 2, 3, 4));
  });

  it('grows slowly', () => {
    const third = (from: number) =>
      local.filter((at) => {
        const age = (NOW.getTime() - at.getTime()) / DAY_MS;
        return age >= from && age < from + 42;
      }).length;
    expect(third(0)).toBeGreaterThan(1.02 * third(42));
    expect(third(0)).toBeLessThan(1.25 * third(42));
  });

  it('happens in production', () => {
    const prod = all.filter(({ tenant }) => tenant.dataEnv === 'prod');
    expect(prod.length / all.length).toBeGreaterThan(0.95);
    expect(prod.length).toBeLessThan(all.length);
  });
});

describe('what the calls hold', () => {
  it('is every status, and unfinished ones only within the last minutes', () => {
    expect(valuesOf(({ callStatus }) => callStatus)).toEqual(new Set(CALL_STATUSES));
    const unfinished = records.filter(({ endedAt }) => endedAt === null);
    expect(unfinished.length).toBeLessThan(40);
    for (const { startedAt, revision } of unfinished) {
      expect(revision).toBe(1);
      expect(NOW.getTime() - startedAt.getTime()).toBeLessThan(HOUR_MS / 2);
    }
    expect(valuesOf(({ statusDetail }) => statusDetail)).toEqual(
      new Set([null, 'no_answer', 'busy', 'cancelled', 'carrier_error', 'media_lost']),
    );
  });

  it('is every outcome, what older runtimes sent, and words nobody knows', () => {
    expect(valuesOf(({ resolutionStatus }) => resolutionStatus)).toEqual(
      new Set([...CLASSIFIED_OUTCOMES, null, 'pending', 'escalated', 'handled_elsewhere']),
    );
    const escalated = records.filter(({ resolutionStatus }) => resolutionStatus === 'escalated');
    const proven = escalated.filter(({ transfer }) => transfer?.last_outcome === 'completed');
    expect(proven.length).toBeGreaterThan(0);
    expect(proven.length).toBeLessThan(escalated.length);
    expect(valuesOf(({ endReason }) => endReason)).toEqual(
      new Set([null, 'caller_hangup', 'agent_hangup', 'system_end', 'network_lost']),
    );
  });

  it('is transfers of every kind, escalations and bookings', () => {
    const attempts = records.flatMap(({ transfer }) => transfer?.attempts ?? []);
    expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(new Set(TRANSFER_OUTCOMES));
    expect(new Set(attempts.map(({ kind }) => kind))).toEqual(new Set(['transfer', 'direct_call']));
    for (const read of ['humanEscalation', 'bookingCreated', 'recordingAvailable'] as const) {
      expect(valuesOf((record) => record[read])).toEqual(new Set([true, false]));
    }
  });

  it('is sentiments, the overall one or only the caller’s', () => {
    expect(valuesOf(({ sentiment }) => sentiment)).toEqual(
      new Set(['positive', 'neutral', 'negative', null]),
    );
    expect(
      records.some(({ sentiment, callerSentiment }) => sentiment === null && callerSentiment !== null),
    ).toBe(true);
    expect(
      records.some(({ sentiment, callerSentiment }) => sentiment !== null && callerSentiment === null),
    ).toBe(true);
  });

  it('is money in two currencies, or in US dollars alone', () => {
    expect(valuesOf(({ currency }) => currency)).toEqual(new Set(['AUD', 'NZD', null]));
    for (const { costUsd, costLocal } of ofProject('kingfisher')) {
      expect(costUsd).not.toBeNull();
      expect(costLocal).not.toBeNull();
    }
    for (const { costUsd, costLocal } of ofProject('coastline')) {
      expect(costUsd).not.toBeNull();
      expect(costLocal).toBeNull();
    }
    const incomplete = ofProject('banksia-legal-client-intake-d').filter(
      ({ costLocal }) => costLocal === null,
    );
    expect(incomplete.length).toBeGreaterThan(10);
  });

  it('is costs by part that add up, and times of answers that do not descend', () => {
    const parted = records.filter(({ costParts }) => costParts !== null);
    expect(parted.length).toBeGreaterThan(0.8 * finished.length);
    const uneven = parted.filter(({ costParts, costUsd }) => {
      const sum = Object.values(costParts ?? {}).reduce((all: number, part) => all + Number(part), 0);
      return Math.abs(sum - Number(costUsd)) > 0.0004;
    });
    expect(uneven).toEqual([]);
    expect(records.filter(({ responseTimes }) => responseTimes !== null).length).toBeGreaterThan(
      0.6 * finished.length,
    );
  });

  it('is both directions, three channels, three providers, and solutions on some projects', () => {
    expect(valuesOf(({ direction }) => direction)).toEqual(new Set(['inbound', 'outbound']));
    expect(records.filter(({ direction }) => direction === 'outbound').length).toBeLessThan(
      records.length / 5,
    );
    expect(valuesOf(({ channel }) => channel)).toEqual(new Set(['phone', 'web', 'sip']));
    expect(valuesOf(({ providerLabel }) => providerLabel).size).toBe(3);
    expect(valuesOf(({ solutionId }) => solutionId).size).toBe(5);
  });

  it('is every variant of consent', () => {
    const variants = new Set(
      finished.map(({ consent, startedAt }) => {
        if (consent === null) return 'none';
        expect(consent.obtainedAt.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
        const isOver = consent.expiresAt !== null && consent.expiresAt < NOW;
        return `${consent.status} ${consent.method}${isOver ? ' expired' : consent.expiresAt ? ' expiring' : ''}`;
      }),
    );
    expect(variants).toEqual(
      new Set([
        ...['none', 'obtained express', 'obtained express expiring', 'obtained express expired'],
        ...['obtained implied', 'declined express', 'withdrawn express'],
      ]),
    );
  });
});

describe('callers', () => {
  const numbersOf = (calls: CallRecord[]) => calls.flatMap(({ callerNumber }) => callerNumber ?? []);

  it('withhold their number now and then', () => {
    const elsewhere = records.filter(({ projectId }) => !projectId.includes('disruption'));
    const share = elsewhere.filter(({ callerNumber }) => callerNumber === null).length / elsewhere.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.07);
  });

  it('come back, few of them often', () => {
    const numbers = numbersOf(ofProject('front-desk-k'));
    const counts = new Map<string, number>();
    for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
    const sizes = [...counts.values()].toSorted((one, other) => other - one);
    expect(sizes.filter((size) => size === 1).length).toBeGreaterThan(300);
    expect(sizes.filter((size) => size > 1).length).toBeGreaterThan(300);
    expect(sizes[0]).toBeGreaterThan(20);
  });

  it('are nobody, a handful or unknown where the caller mix shall say so', () => {
    expect(ofProject('solar-sign-up')).toEqual([]);
    expect(new Set(numbersOf(ofProject('client-intake-n'))).size).toBeLessThan(5);
    expect(ofProject('client-intake-n').length).toBeGreaterThan(50);
    expect(numbersOf(ofProject('disruption-line'))).toEqual([]);
    expect(ofProject('disruption-line').length).toBeGreaterThan(300);
    expect(ofProject('billing-enquiries').length).toBeGreaterThan(1_000);
  });
});

describe('what is said', () => {
  const MOBILES = new Set(
    (
      '570006 570156 570157 570158 570159 570110 570313 570737 571266 571491 571804 572549 572665 572983 573770 ' +
      '573087 574118 574632 575254 575789 576398 576801 577426 577644 578957 578148 578888 579212 579760 579455'
    ).split(' '),
  );
  const isFictitious = (national: string): boolean =>
    /^0[2378](5550|7010)\d{4}$/.test(national) ||
    (national.startsWith('0491') && MOBILES.has(national.slice(4)));
  const numbersIn = (text: string): string[] =>
    (text.match(/\(?\d[\d ()]{5,}\d/g) ?? []).map((found) => found.replace(/\D/g, ''));

  it('holds numbers of the ranges for fiction alone', () => {
    const lines = records.flatMap(({ transcript }) => transcript ?? []).map(({ text }) => text);
    const written = [...lines, ...records.map(({ summary }) => summary ?? '')].flatMap(numbersIn);
    const dialled = records.flatMap(({ callerNumber }) =>
      callerNumber === null ? [] : [callerNumber.replace(/^\+61/, '0')],
    );
    expect(written.length).toBeGreaterThan(10_000);
    expect([...written, ...dialled].filter((number) => !isFictitious(number))).toEqual([]);
  });

  it('takes 6 to 14 lines, in order and within the call', () => {
    const talks = finished.filter(({ transcript }) => transcript !== null);
    expect(talks.length).toBeGreaterThan(0.7 * records.length);
    const odd = talks.filter(({ transcript, durationSeconds }) => {
      const offsets = (transcript ?? []).map(({ offsetMs }) => offsetMs);
      const isOrdered = offsets.every((offset, index) => index === 0 || offset > (offsets[index - 1] ?? 0));
      const isWithin = (offsets.at(-1) ?? 0) < (durationSeconds ?? 0) * 1000;
      return offsets.length < 6 || offsets.length > 14 || !isOrdered || !isWithin;
    });
    expect(odd).toEqual([]);
  });

  it('tells why a caller was unhappy, in the transcript and in the summary', () => {
    const unhappy = finished.filter(
      ({ sentiment, callerSentiment }) => sentiment === 'negative' || callerSentiment === 'negative',
    );
    expect(unhappy.length).toBeGreaterThan(1_000);
    const unexplained = unhappy.filter(({ summary, transcript }) => {
      const [, why] = /The caller was unhappy: ([^.]+)\./.exec(summary ?? '') ?? [];
      const said = Object.values(SCRIPTS)
        .flatMap(({ grievances }) => grievances)
        .find((it) => it.why === why)?.exchange[1];
      return said === undefined || !transcript?.some(({ role, text }) => role === 'caller' && text === said);
    });
    expect(unexplained).toEqual([]);
    expect(finished.filter((it) => !unhappy.includes(it) && it.summary?.includes('unhappy'))).toEqual([]);
  });

  it('loses name and number in redaction, which is mostly verified', () => {
    const redacted = finished.filter(({ redactedTranscript }) => redactedTranscript !== null);
    const byStatus = Object.groupBy(redacted, (record) => record.redactedTranscript?.status ?? 'failed');
    expect(Object.keys(byStatus).toSorted()).toEqual(['failed', 'pending', 'verified']);
    expect(byStatus.verified?.length).toBeGreaterThan(0.9 * redacted.length);
    const leaks = (byStatus.verified ?? []).filter(({ transcript, redactedTranscript, callerName }) => {
      const raw = (transcript ?? []).map(({ text }) => text).join('\n');
      const clean = (redactedTranscript?.lines ?? []).map(({ text }) => text).join('\n');
      const isPersonal = numbersIn(raw).length > 0 && (callerName === null || raw.includes(callerName));
      const isClean = numbersIn(clean).length === 0 && (callerName === null || !clean.includes(callerName));
      return !isPersonal || !isClean || redactedTranscript?.lines.length !== transcript?.length;
    });
    expect(leaks).toEqual([]);
  });
});
