import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { aConfigurationState, aDraftOf, aSection } from '../../../../../test/support/configuration-states.js';
import { error, warning } from './section-definition.js';
import type { SectionDefinition, SectionFacts } from './section-definition.js';
import { blockingFindings, overallStatus, validateAll } from './findings.policy.js';
import type { SectionValidation } from './findings.policy.js';
import { SecretRef } from './secret-ref.js';

const greeting = aSection({
  findings: ({ text }) => [
    ...(text === 'Bad.' ? [error('bad', 'text', 'Is bad.')] : []),
    ...(text === 'Odd.' ? [warning('odd', 'text', 'Is odd.')] : []),
  ],
});
const crm = aSection({
  name: 'crm',
  schema: Type.Object(
    { keys: Type.Array(SecretRef) },
    { additionalProperties: false },
  ) as unknown as SectionDefinition['schema'],
  defaults: { keys: [] },
  example: { keys: [{ secret_ref: 'KEY' }] },
});

const validate = (configurations: Record<string, object>, secrets: string[] = []) =>
  validateAll(
    [greeting, crm],
    aConfigurationState({ draft: aDraftOf(configurations), secretNames: new Set(secrets) }),
  );

describe('validation', () => {
  it.each([
    ['Fine.', 'ready', []],
    ['Odd.', 'warning', ['odd']],
    ['Bad.', 'blocked', ['bad']],
  ])('of %s is %s', (text, status, codes) => {
    const { findings, ...rest } = validate({ greeting: { text } }).get('greeting')!;
    expect([rest.status, findings.map(({ code }) => code)]).toEqual([status, codes]);
  });

  // workspace 1.8
  it('finds secrets that the project does not have, where they are named', () => {
    const keys = [{ secret_ref: 'THERE' }, { secret_ref: 'GONE' }];
    expect(validate({ crm: { keys } }, ['THERE']).get('crm')).toEqual({
      status: 'blocked',
      findings: [
        {
          severity: 'error',
          code: 'secret_missing',
          path: 'keys.1',
          message: 'The project has no secret GONE.',
        },
      ],
    });
    expect(validate({ crm: { keys } }, ['THERE', 'GONE']).get('crm')!.status).toBe('ready');
  });

  // workspace 1.8
  it('finds what breaks the schema, and asks the rules nothing then', () => {
    const asked: unknown[] = [];
    const section = aSection({
      findings: (configuration) => {
        asked.push(configuration);
        return [];
      },
    });
    const state = aConfigurationState({ draft: aDraftOf({ greeting: { text: 7, old: true } }) });
    const { status, findings } = validateAll([section], state).get('greeting')!;
    expect(status).toBe('blocked');
    expect(findings.map(({ code, path }) => [code, path])).toEqual([
      ['extra_forbidden', 'old'],
      ['string_type', 'text'],
    ]);
    expect(asked).toEqual([]);
  });

  // workspace 1.7
  it('reports the rules of the other sections as they would be published, defaults included', () => {
    const seen: SectionFacts[] = [];
    const section = aSection({
      findings: (_, facts) => {
        seen.push(facts);
        return [];
      },
    });
    const state = aConfigurationState({
      draft: aDraftOf({ greeting: { text: 'Own.' }, crm: { keys: [] } }),
      secretNames: new Set(['KEY']),
    });
    validateAll([section, crm, aSection({ name: 'unsaved' })], state);
    expect(seen).toEqual([
      {
        now: state.readAt,
        timezone: 'Australia/Sydney',
        secretNames: new Set(['KEY']),
        judgeNumber: state.judgeNumber,
        isVerified: state.isVerified,
        isPublished: false,
        sections: { crm: { keys: [] }, unsaved: { text: 'Hello.' } },
      },
    ]);
  });
});

describe('what keeps a configuration from being published', () => {
  it('is every error of every section under its path, and no warning', () => {
    const error = { severity: 'error', code: 'wrong', message: 'Is wrong.' } as const;
    const validations = new Map<string, SectionValidation>([
      [
        'booking',
        {
          status: 'blocked',
          findings: [
            { ...error, path: 'hours.0.closes' },
            { ...error, path: '' },
          ],
        },
      ],
      ['governance', { status: 'warning', findings: [{ ...error, severity: 'warning', path: 'consent' }] }],
      ['llm-policy', { status: 'blocked', findings: [{ ...error, path: 'primary' }] }],
    ]);
    expect(blockingFindings(validations).map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`)).toEqual(
      ['booking.hours.0.closes wrong', 'booking wrong', 'llm-policy.primary wrong'],
    );
  });
});

const of = (status: SectionValidation['status']): SectionValidation => ({ status, findings: [] });
const all = (...statuses: SectionValidation['status'][]) =>
  new Map(statuses.map((status, index) => [`section-${index}`, of(status)]));

// workspace 5.1
describe('the status of a whole configuration', () => {
  it.each([
    ['ready', []],
    ['ready', ['ready', 'ready']],
    ['warning', ['ready', 'warning']],
    ['blocked', ['warning', 'blocked', 'ready']],
  ] as const)('is %s of %j', (expected, statuses) => {
    expect(overallStatus(all(...statuses))).toBe(expected);
  });
});
