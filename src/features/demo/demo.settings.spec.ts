import { describe, expect, it } from 'vitest';
import { cleanEnv } from 'envalid';
import { DEMO_SETTINGS } from './demo.settings.js';

/** The settings, or the names of those that are wrong. */
function read(environment: Record<string, string>): unknown {
  const wrong: string[] = [];
  const cleaned = cleanEnv(environment, DEMO_SETTINGS, {
    reporter: ({ errors }) => wrong.push(...Object.keys(errors)),
  });
  return wrong.length > 0 ? wrong : { ...cleaned };
}

const PROJECT = 'acme-dental/prod/front-desk';
const TEXT = 'I ask Acme Dental to call me.';

// demo 1.1
describe('the settings of the demo', () => {
  it('name a project, the text, the countries and the calls of a day', () => {
    const set = {
      DEMO_PROJECT: PROJECT,
      DEMO_CONSENT_TEXT: TEXT,
      DEMO_COUNTRIES: 'AU, GB',
      DEMO_CALLS_PER_DAY: '9',
    };
    expect(read(set)).toEqual({
      DEMO_PROJECT: { clientId: 'acme-dental', dataEnv: 'prod', projectId: 'front-desk' },
      DEMO_CONSENT_TEXT: TEXT,
      DEMO_COUNTRIES: ['AU', 'GB'],
      DEMO_CALLS_PER_DAY: 9,
    });
  });

  it('may be absent, and list Australia and New Zealand and 200 calls a day', () => {
    expect(read({})).toEqual({
      DEMO_PROJECT: undefined,
      DEMO_CONSENT_TEXT: undefined,
      DEMO_COUNTRIES: ['AU', 'NZ'],
      DEMO_CALLS_PER_DAY: 200,
    });
  });

  it.each<[string, Record<string, string>]>([
    ['DEMO_CONSENT_TEXT', { DEMO_PROJECT: PROJECT }],
    ['DEMO_PROJECT', { DEMO_PROJECT: 'front-desk', DEMO_CONSENT_TEXT: TEXT }],
    ['DEMO_PROJECT', { DEMO_PROJECT: 'acme-dental/live/front-desk', DEMO_CONSENT_TEXT: TEXT }],
    ['DEMO_PROJECT', { DEMO_PROJECT: 'acme-dental/prod/', DEMO_CONSENT_TEXT: TEXT }],
    ['DEMO_PROJECT', { DEMO_PROJECT: `${PROJECT}/more`, DEMO_CONSENT_TEXT: TEXT }],
    ['DEMO_COUNTRIES', { DEMO_COUNTRIES: 'AU,XX' }],
    ['DEMO_COUNTRIES', { DEMO_COUNTRIES: 'au' }],
    ['DEMO_COUNTRIES', { DEMO_COUNTRIES: 'AU,' }],
    ['DEMO_CALLS_PER_DAY', { DEMO_CALLS_PER_DAY: '0' }],
  ])('refuse a wrong %s: %j', (name, environment) => {
    expect(read(environment)).toEqual([name]);
  });
});
