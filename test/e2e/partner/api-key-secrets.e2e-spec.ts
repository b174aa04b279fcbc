import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';
import { dumpOf, tracesIn } from '../privacy/canaries.js';
import { anApiKeyFixture, me, TERMS } from './api-key-calls.js';
import type { KeyBody } from './api-key-calls.js';

/**
 * The part that must not be found: all of a key but its prefix and its last four characters, which
 * are kept on purpose.
 */
const hiddenPartOf = ({ secret }: KeyBody): string => secret.split('_')[3]!.slice(0, -4);

// Fails if the response is stored with its secret, if an audit row copies a body, or if the text of
// a key is stored instead of its keyed hash.
describe('the secret of an API key', () => {
  const test = useTestApp();
  let secrets: string[];

  const desk = perSuite(() => anApiKeyFixture(test));
  beforeAll(async () => {
    const made = (await desk.create(TERMS, 'k-1').expect(200)).body as KeyBody;
    const rotated = (await desk.rotate(made.key_id, { grace_seconds: 60 }, 'k-2').expect(200))
      .body as KeyBody;
    secrets = [made, rotated].map(hiddenPartOf);
    for (const { secret } of [made, rotated]) await me(test, secret).expect(200);
    await me(test, `${made.secret}x`).expect(401);
    await desk.revoke(rotated.key_id, 'k-3').expect(200);
    await desk.rotate(rotated.key_id, {}, 'k-4').expect(409);
    await desk.create({ ...TERMS, description: 'Another' }, 'k-1').expect(422);
  });

  it('would be found where it is: the search can fail', () => {
    for (const secret of secrets) {
      expect(tracesIn(`{"secret": "svc_prod_x_${secret}"}`, secrets)).not.toEqual([]);
      expect(tracesIn(Buffer.from(`x${secret}`).toString('hex'), secrets)).not.toEqual([]);
    }
  });

  // requests 5.11; partner 4.2, 5.2
  it('is in no later answer', async () => {
    const answers = [
      await desk.create(TERMS, 'k-1'),
      await desk.rotate(secrets[0]!, {}, 'k-5'),
      await desk.list(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    for (const { text, headers } of answers)
      expect(tracesIn(text + JSON.stringify(headers), secrets)).toEqual([]);
  });

  // partner 5.2
  it('is in no column of any table', async () => {
    const dump = await dumpOf(test.databases.superuser.metadataUrl);
    expect(dump).toContain('api_key.rotated');
    expect(dump).toContain('secret_available');
    expect(tracesIn(dump, secrets)).toEqual([]);
  });

  // partner 5.2; privacy 9.1
  it('is in no log line', () => {
    expect(test.logs()).toContain('/v1/partner/api-keys/:key_id/rotate');
    expect(tracesIn(test.logs(), secrets)).toEqual([]);
  });
});
