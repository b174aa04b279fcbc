import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { governanceRow } from '../../rules/project-governance.policy.js';
import type { SectionFacts } from '../../rules/sections/section-definition.js';
import { governanceFindings } from './governance.policy.js';
import { Governance } from './governance.schema.js';
import { section } from './governance.section.js';
import { ANALYTICS_READERS } from '../../../../core/shared/roles.js';

type Parts = { [K in keyof Governance]?: Partial<Governance[K]> | null };

const FACTS: SectionFacts = {
  now: new Date('2026-10-31T00:00:00Z'),
  timezone: 'Australia/Sydney',
  secretNames: new Set(),
  judgeNumber: () => null,
  isVerified: () => true,
  isPublished: false,
  sections: {},
};

/** The example, which has no findings, with the given changes. */
const like = (parts: Parts): Governance =>
  Object.fromEntries(
    Object.entries(section.example).map(([name, whole]) => {
      if (!(name in parts)) return [name, whole];
      const part: unknown = parts[name as keyof Governance];
      const isMerged = typeof whole === 'object' && typeof part === 'object' && part !== null;
      return [name, isMerged && name !== 'pii_permissions' ? { ...whole, ...part } : part];
    }),
  ) as Governance;

const found = (governance: Governance, sections: SectionFacts['sections'] = {}): string[] =>
  governanceFindings(governance, { ...FACTS, sections }).map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );

describe('what validation finds in governance', () => {
  it('nothing in the example, nor where nothing is settled', () => {
    expect(found(section.example)).toEqual([]);
    expect(found(section.defaults)).toEqual([]);
  });

  it.each<[string, Parts, string[]]>([
    [
      'recording without an announcement',
      { recording: { announcement_text: null } },
      ['error recording_announcement_missing recording.announcement_text'],
    ],
    [
      'no recording, and no announcement',
      { recording: { enabled: false, announcement_text: null }, retention: { audio_retention: null } },
      [],
    ],
    [
      'recording that keeps nothing',
      { retention: { audio_retention: 'disabled' } },
      ['warning recording_not_retained retention.audio_retention'],
    ],
    [
      'recordings kept where nothing is recorded',
      { recording: { enabled: false } },
      ['warning retention_without_recording recording.enabled'],
    ],
    [
      'consent without a script',
      { consent: { script: null } },
      ['error consent_script_missing consent.script'],
    ],
    [
      'a hand-over of decliners that leads nowhere',
      { consent: { on_decline: 'hand_over' } },
      ['error consent_decline_unroutable consent.on_decline'],
    ],
    ['transcripts for 30 days', { retention: { transcript_retention_days: 30 } }, []],
    [
      'transcripts for 29 days',
      { retention: { transcript_retention_days: 29 } },
      ['warning retention_shorter_than_requests retention.transcript_retention_days'],
    ],
    [
      'transcripts for one day',
      { retention: { transcript_retention_days: 1 } },
      ['warning retention_shorter_than_requests retention.transcript_retention_days'],
    ],
    [
      'a permission for transcripts that are not kept',
      {
        retention: { transcript_retention_days: 0 },
        pii_permissions: { client_admin: ['transcript'], partner_admin: ['summary'] },
      },
      ['error permission_without_transcripts pii_permissions.client_admin'],
    ],
    [
      'transcripts that are not kept and nobody may see',
      { retention: { transcript_retention_days: 0 }, pii_permissions: { client_admin: ['summary'] } },
      [],
    ],
    ['secondary reuse with express consent', { secondary_reuse: 'allowed' }, []],
    [
      'secondary reuse without express consent',
      {
        secondary_reuse: 'allowed',
        consent: { require_express_consent: false, expires_after_days: null },
        pii_permissions: null,
      },
      ['error secondary_reuse_without_consent secondary_reuse'],
    ],
    [
      'secondary reuse of transcripts that are not kept',
      { secondary_reuse: 'allowed', retention: { transcript_retention_days: 0 }, pii_permissions: null },
      ['warning secondary_reuse_without_transcripts secondary_reuse'],
    ],
    [
      'transcripts for roles, and nobody asked for consent',
      { consent: { require_express_consent: false, expires_after_days: null } },
      ['warning exports_need_express_consent consent.require_express_consent'],
    ],
    [
      'a consent that lapses and is never asked for',
      { consent: { require_express_consent: false }, pii_permissions: null },
      ['warning consent_expiry_without_consent consent.expires_after_days'],
    ],
    [
      'keys that see callers',
      { pii_permissions: { 'read-only': ['raw_caller'], 'full-access': [] } },
      ['warning permission_of_keys pii_permissions.read-only'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(found(like(parts))).toEqual(expected);
  });

  it.each<[unknown, boolean]>([
    [{ enabled: true, customer_destinations: [{ enabled: false }, { enabled: true }] }, true],
    [{ enabled: true, customer_destinations: [{ enabled: false }] }, false],
    [{ enabled: true, customer_destinations: [] }, false],
    [{ enabled: false, customer_destinations: [{ enabled: true }] }, false],
    [{ enabled: true, customer_destinations: 'front-desk' }, false],
    [{ enabled: true, customer_destinations: [null] }, false],
    [null, false],
  ])('a hand-over of decliners under the transfer routing %j is in order: %s', (routing, isInOrder) => {
    const governance = like({ consent: { on_decline: 'hand_over' } });
    expect(found(governance, { 'transfer-routing': routing }).length === 0).toBe(isInOrder);
  });
});

describe('what may be saved as governance', () => {
  it.each<[string, unknown, boolean]>([
    ['0 days', like({ retention: { transcript_retention_days: 0 } }), true],
    ['36500 days', like({ retention: { transcript_retention_days: 36_500 } }), true],
    ['-1 days', like({ retention: { transcript_retention_days: -1 } }), false],
    ['36501 days', like({ retention: { transcript_retention_days: 36_501 } }), false],
    ['half a day', like({ retention: { transcript_retention_days: 0.5 } }), false],
    ['an expiry of no day', like({ consent: { expires_after_days: 0 } }), false],
    ['an empty announcement', like({ recording: { announcement_text: '' } }), false],
    ['an unknown kind', like({ pii_permissions: { client_admin: ['recording' as never] } }), false],
    ['a kind twice', like({ pii_permissions: { client_admin: ['summary', 'summary'] } }), false],
    [
      'a role that sees no calls',
      like({ pii_permissions: { 'runtime-ingest': ['summary'] } as never }),
      false,
    ],
    ['an unknown field', { ...section.example, more: true }, false],
    ['a part left out', { ...section.example, consent: undefined }, false],
  ])('%s: %s', (_, configuration, isIn) => {
    expect(Value.Check(Governance, configuration)).toBe(isIn);
  });

  it('names every role that reads calls, and no other', () => {
    const everybody = Object.fromEntries(ANALYTICS_READERS.map((role) => [role, ['summary']]));
    expect(Value.Check(Governance, like({ pii_permissions: everybody }))).toBe(true);
    expect(Value.Check(Governance, like({ pii_permissions: { 'support-ingest': [] } as never }))).toBe(false);
  });
});

describe('what a published governance makes effective', () => {
  it('is what it says', () => {
    expect(governanceRow(section.example)).toEqual({
      audioRetention: 'enabled',
      secondaryReuse: 'denied',
      transcriptRetentionDays: 90,
      consentExpiresAfterDays: 90,
      piiPermissions: { client_admin: ['raw_caller', 'summary', 'transcript'], client_manager: ['summary'] },
    });
  });

  it("is the tenant's own policy where nothing was ever saved", () => {
    expect(Object.values(governanceRow(section.defaults))).toEqual([null, null, null, null, null]);
  });
});
