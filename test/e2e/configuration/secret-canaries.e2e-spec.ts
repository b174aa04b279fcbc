import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';
import { dumpOf, tracesIn } from '../privacy/canaries.js';
import { aProjectFixture } from './editing.js';
import {
  aRuntime,
  bookingWith,
  configuration,
  makeSecret,
  publishDraft,
  report,
  save,
  send,
} from '../releases/releasing.js';

// All but the last four characters, which are kept on purpose.
const FIRST = 'tangerine-umbrella-55081';
const SECOND = 'marmalade-lighthouse-90417';
const REFUSED = 'gooseberry-trombone-31337';
const NUMBER = '+61491570159';
const HIDDEN = [FIRST, SECOND, REFUSED].map((value) => value.slice(0, -4)).concat('491570159');

// Fails if a value is stored instead of its ciphertext, if a response is stored or audited with it,
// or if a refusal repeats it.
describe('values of secrets and numbers of test calls', () => {
  const test = useTestApp();
  const answers: string[] = [];

  const desk = perSuite(() => aProjectFixture(test));
  let key: string;
  beforeAll(async () => {
    key = await aRuntime(test, desk);
  });
  beforeAll(async () => {
    const made = await makeSecret(test, desk, 'CALENDAR', FIRST, 'k-1').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    await publishDraft(test, desk);
    await configuration(test, desk, key).expect(200);
    const rotate = { body: { value: SECOND }, key: 'k-2' };
    const rotated = await send(test, desk, 'post', 'secrets/CALENDAR/rotate', rotate).expect(200);
    const all = [
      made,
      rotated,
      await makeSecret(test, desk, 'CALENDAR', FIRST, 'k-1').expect(200),
      await send(test, desk, 'post', 'secrets/CALENDAR/rotate', rotate).expect(200),
      await makeSecret(test, desk, 'CALENDAR', REFUSED).expect(409),
      await makeSecret(test, desk, 'CALENDAR', REFUSED, 'k-1').expect(422),
      await makeSecret(test, desk, 'OTHER', `${REFUSED}\0`).expect(422),
      await makeSecret(test, desk, `${REFUSED} `, 'x').expect(422),
      await send(test, desk, 'post', 'secrets', { body: { secret_name: 'X', [`${REFUSED}`]: 'x' } }),
      await send(test, desk, 'post', 'secrets/NOWHERE/rotate', { body: { value: REFUSED } }).expect(404),
      await send(test, desk, 'get', 'secrets').expect(200),
      await send(test, desk, 'get', 'versions/1').expect(200),
      await send(test, desk, 'get', 'booking').expect(200),
      await send(test, desk, 'post', 'test-call/request', {
        body: { to_number: NUMBER, use: 'published' },
      }).expect(202),
      await report(test, desk, key, { applied_hash: REFUSED, runtime_id: 'r-1' }).expect(422),
    ];
    answers.push(...all.map(({ text, headers }) => text + JSON.stringify(headers)));
  });

  it('would be found where they are: the search can fail', () => {
    for (const value of HIDDEN) {
      expect(tracesIn(`{"value": "${value}1234"}`, HIDDEN)).not.toEqual([]);
      expect(tracesIn(Buffer.from(`x${value}`).toString('hex'), HIDDEN)).not.toEqual([]);
    }
  });

  // workspace 4.2, 7.1
  it('reach the runtime, and nobody else', async () => {
    const body: unknown = (await configuration(test, desk, key).expect(200)).body;
    expect((body as { secrets: object }).secrets).toEqual({ CALENDAR: SECOND });
    expect(answers.flatMap((answer) => tracesIn(answer, HIDDEN))).toEqual([]);
  });

  // workspace 4.2, 9.7; requests 5.13
  it('are in no column of any table', async () => {
    const dump = await dumpOf(test.databases.superuser.metadataUrl);
    expect(dump).toContain('CALENDAR');
    expect(dump).toContain('****0417');
    expect(dump).toContain('runtime_configuration.read');
    expect(tracesIn(dump, HIDDEN)).toEqual([]);
  });

  it('are in no log line', () => {
    expect(test.logs()).toContain('/v1/projects/:project_id/secrets/:secret_name/rotate');
    expect(tracesIn(test.logs(), HIDDEN)).toEqual([]);
  });
});
