import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';
import { createTestDatabases, withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { dumpOf } from '../privacy/canaries.js';
import { aCallerRequestFixture, ASKED, MANUAL } from './caller-request-fixture.js';
import type { CallerRequestFixture } from './caller-request-fixture.js';

/** Numbers and a person that only this file uses. */
const NUMBERS = ['+61491572549', '+61491573770'];
const PERSON = 'Philomena Wrackworth';
const NOTE = 'Spoke with Philomena Wrackworth on +61 491 573 087.';
const TRACES = [
  '491572549',
  '491 572 549',
  '491573770',
  '491573087',
  '491 573 087',
  'wrackworth',
  'hilomena',
];

const hex = (text: string): string => Buffer.from(text).toString('hex');
const tracesIn = (text: string): string[] => {
  const low = text.toLowerCase();
  return TRACES.filter((trace) => low.includes(trace) || low.includes(hex(trace)));
};

describe('who asks', () => {
  const test = useTestApp();
  let desk: CallerRequestFixture;
  let said: string[];

  beforeAll(async () => {
    desk = await aCallerRequestFixture(test);
    said = [];
  });

  const hear = ({ text, headers }: { text: string; headers: object }): void => {
    said.push(text, JSON.stringify(headers));
  };

  // Fails if a number is stored next to its hash, a refusal repeats the refused value, or a list
  // contains a note. caller-requests 1.2, 4.2, 4.3, 5.7; privacy 3.6
  it('is in no answer, no log line and no column, but sealed', async () => {
    for (const number of NUMBERS) {
      const created = await desk.create({ ...ASKED, caller_identifier: number }).expect(201);
      hear(created);
      const { id } = created.body as { id: string };
      const change = { expected_revision: 1, status: 'ready', status_note: NOTE };
      hear(await desk.move(id, change).expect(200));
      hear(await desk.move(id, change).expect(409));
    }
    hear(await desk.create({ ...MANUAL, contact_display_source: PERSON }).expect(201));
    hear(await desk.create({ ...MANUAL, caller_identifier: PERSON }).expect(201));
    // Rejected: invalid by itself, or sent with an invalid field.
    hear(await desk.create({ ...ASKED, caller_identifier: `${NUMBERS[0]} ext. 5` }).expect(400));
    hear(await desk.create({ ...ASKED, caller_identifier: NUMBERS[0], source: 'web' }).expect(400));
    hear(await desk.create({ ...ASKED, [NUMBERS[0]!]: 'x' }).expect(400));
    hear(await desk.list().expect(200));
    hear(await desk.list({}, desk.admin).expect(200));
    hear(await desk.get('/csv', {}, desk.admin).expect(200));
    hear(await desk.get('/open-count').expect(200));
    expect(tracesIn(said.join('\n'))).toEqual([]);
    expect(tracesIn(test.logs())).toEqual([]);
    expect(tracesIn(await dumpOf(test.databases.superuser.metadataUrl))).toEqual([]);
  });

  it('would be found where it was: the search can fail', async () => {
    expect(tracesIn(`a ${NUMBERS[0]!} b`)).not.toEqual([]);
    await withClient(test.databases.superuser.metadataUrl, (client) =>
      client.query(`UPDATE caller_requests SET timezone = $1`, [NUMBERS[0]]),
    );
    expect(tracesIn(await dumpOf(test.databases.superuser.metadataUrl))).not.toEqual([]);
  });
});

describe('a store that is gone', () => {
  // caller-requests 9.2; errors 2.13
  it('is 503 caller_requests_unavailable on every route, and heals', async () => {
    const databases = await createTestDatabases();
    const proxy = await FaultProxy.before(databases.metadataUrl);
    const test = await startTestApp({
      databases,
      settings: (base) => ({ ...base, metadata: { ...base.metadata, url: proxy.url } }),
    });
    const desk = await aCallerRequestFixture(test);
    const { id } = await desk.made();
    const change = { expected_revision: 1, status: 'ready', status_note: 'Checked.' };
    await proxy.become('refuse');
    const answers = [
      await desk.list(),
      await desk.get('/open-count'),
      await desk.get('/csv', {}, desk.admin),
      await desk.create(),
      await desk.move(id, change),
      await desk.get(`/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(answers.map(({ body }) => (body as { code: string }).code)).toEqual(
      answers.map(() => 'caller_requests_unavailable'),
    );
    await proxy.heal();
    await eventually(() => desk.list().expect(200));
    expect(await desk.stored()).toEqual({ requests: 1, changes: 1, audits: 1 });
    await test.close();
    await proxy.close();
    await databases.drop();
  });
});
