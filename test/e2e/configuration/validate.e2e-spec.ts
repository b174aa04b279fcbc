import { beforeAll, describe, expect, it } from 'vitest';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProjectFixture } from './editing.js';
import { brokenBooking, completeDraft, save, send } from '../releases/releasing.js';

describe('validating a whole draft', () => {
  const test = useSharedApp();

  const desk = perSuite(() => aProjectFixture(test));
  beforeAll(async () => {
    await completeDraft(test, desk);
  });

  interface Validation {
    readonly status: string;
    readonly sections: { section: string; status: string; findings: object[] }[];
  }
  const validate = async (): Promise<Validation> =>
    (await send(test, desk, 'post', 'validate', { body: {}, key: null }).expect(200)).body as Validation;

  // workspace 5.1
  it('speaks of every section by name, and of defaults too', async () => {
    const { status, sections } = await validate();
    expect(status).not.toBe('blocked');
    expect(sections.map(({ section }) => section)).toEqual(OWN_SECTIONS.map(({ name }) => name).sort());
  });

  // workspace 5.1
  it('is as bad as the worst of them', async () => {
    await save(test, desk, 'booking', brokenBooking());
    const { status, sections } = await validate();
    expect(status).toBe('blocked');
    expect(sections.find(({ section }) => section === 'booking')).toMatchObject({
      status: 'blocked',
      findings: [{ severity: 'error', code: 'hours_reversed', path: 'weekly_hours.0.closes' }],
    });
  });

  it.each([{ configuration: {} }, []])('takes no body but {}: not %j', async (body) => {
    await send(test, desk, 'post', 'validate', { body }).expect(422);
  });
});
