import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DeleteOldTicketsJob } from '../../../../src/features/support/retention/delete-tickets.job.js';
import { inStore } from '../../../support/databases.js';
import { eventually } from '../../../support/eventually.js';
import { pdf, png, soundFiles } from '../../../support/attachments/sound-files.js';
import { bearer } from '../../access/callers.js';
import { CallerRequestFixture } from '../../caller-requests/caller-request-fixture.js';
import { bodyOf, PART_BYTES, sha256, useAttachments } from './attachments-fixture.js';

const MIB = 1024 * 1024;
const { apps, clock, people, desk, partsOf, storedBytes } = useAttachments();

const blockedBy = (reason: string) => ({
  error: { code: 'conflict', block_reason: reason },
  status_code: 409,
});

describe('a file of a ticket', () => {
  // support-attachments 1.3, 2.1, 3.1, 3.4, 5.5, 6.1, 6.2, 6.4
  it('is uploaded, scanned, listed and downloaded', async () => {
    const readiness = await bodyOf(desk.ask('get', 'attachments/readiness').expect(200));
    expect(readiness).toMatchObject({ state: 'ready', max_bytes: 25 * MIB });
    const content = png();
    const session = await bodyOf(desk.start('../Screen\u202eshot.PNG', content).expect(201));
    expect(session).toEqual({
      attachment_id: expect.any(String) as string,
      part_bytes: PART_BYTES,
      expires_at_utc: expect.any(String) as string,
    });
    const { attachment_id: id } = session as { attachment_id: string };
    expect(await desk.status(id)).toMatchObject({ state: 'session_open', parts_received: [] });
    const part = await bodyOf(desk.put(id, 1, content).expect(200));
    expect(part).toEqual({ attachment_id: id, part: 1, bytes: content.length, parts_received: [1] });
    const finalised = await bodyOf(desk.finalise(id).expect(200));
    expect(finalised).toMatchObject({ attachment_id: id, state: 'uploaded', scanned_at_utc: null });
    await desk.becomes(id, 'clean');
    expect(await desk.list()).toEqual([
      {
        attachment_id: id,
        state: 'clean',
        reason: null,
        finding: null,
        scanned_at_utc: expect.any(String) as string,
        file_name: 'Screenshot.png',
        type: 'image/png',
        bytes: content.length,
        visibility: 'public',
        comment_id: null,
        uploaded_by: expect.objectContaining({ user_id: people.admin.userId }) as object,
        uploaded_at_utc: expect.any(String) as string,
        downloads: 0,
        deletable: true,
      },
    ]);
    const download = await desk.download(id).expect(200);
    expect((download.body as Buffer).equals(content)).toBe(true);
    expect(download.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename=Screenshot.png',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-length': String(content.length),
    });
    expect((await desk.list())[0]).toMatchObject({ downloads: 1 });
    const actions = await eventually(async () => {
      const rows = await apps.test.world.sql<{ action: string }>(
        `SELECT action FROM audit_events WHERE client_id = $1 AND action LIKE 'support_attachment.%' ORDER BY action`,
        [people.tenant.clientId],
      );
      expect(rows).toHaveLength(4);
      return rows;
    });
    expect(actions.map(({ action }) => action)).toEqual(
      ['downloaded', 'finalised', 'scanned', 'started'].map((name) => `support_attachment.${name}`),
    );
    const ticket = await desk.ask('get', `tickets/${desk.ticketId}`).expect(200);
    expect(ticket.body).toMatchObject({ attachment_count: 1 });
  });

  // support-attachments 4.1
  it('of each kind that a ticket takes becomes clean', async () => {
    const files = Object.entries(await soundFiles());
    const first = await bodyOf(desk.ask('get', 'attachments/readiness').expect(200));
    expect((first as { types: unknown[] }).types).toHaveLength(11);
    // A person may start at most 12 uploads a minute.
    const others = desk.as(await apps.test.world.aUser(people.tenant, { role: 'client_manager' }));
    for (const [index, [name, content]] of files.entries())
      await (index % 2 ? others : desk).uploaded(name, content);
    await eventually(async () =>
      expect((await desk.list()).map(({ state }) => state)).toEqual(files.map(() => 'clean')),
    );
  });

  // support-attachments 3.1, 3.2
  it('comes in parts of any order, some of them twice', async () => {
    const text = Buffer.from(randomBytes(9 * MIB).toString('base64')).subarray(0, 11 * MIB);
    const id = await desk.started('large.txt', text);
    const part = (n: number): Buffer => text.subarray((n - 1) * PART_BYTES, n * PART_BYTES);
    await desk.put(id, 3, part(3)).expect(200);
    await desk.put(id, 1, part(2)).expect(200);
    const missing = await desk.finalise(id).expect(409);
    expect(missing.body).toMatchObject(blockedBy('parts_missing'));
    await desk.put(id, 2, part(2)).expect(200);
    expect((await desk.finalise(id).expect(409)).body).toMatchObject(blockedBy('sha256_differs'));
    const body = await bodyOf(desk.put(id, 1, part(1)).expect(200));
    expect(body).toMatchObject({ parts_received: [1, 2, 3] });
    expect(partsOf(id)).toHaveLength(3);
    await desk.finalise(id).expect(200);
    await desk.becomes(id, 'clean');
    expect((await desk.put(id, 1, part(1)).expect(409)).body).toMatchObject(blockedBy('session_ended'));
    // A repeated request finds the file in the state that the first one caused.
    expect((await desk.finalise(id).expect(200)).body).toMatchObject({ state: 'clean' });
    expect(sha256((await desk.download(id).expect(200)).body as Buffer)).toBe(sha256(text));
    expect(partsOf(id)).toHaveLength(3);
  });

  // support-attachments 3.1
  it('takes parts of their size alone, with their numbers', async () => {
    const content = Buffer.alloc(PART_BYTES + 10, 'a');
    const id = await desk.started('a.txt', content);
    for (const n of ['0', '3', '-1', '1.5', 'x', '01', '99999']) {
      const body = await bodyOf(desk.put(id, n, Buffer.from('x')).expect(422));
      expect(body).toMatchObject({ status_code: 422 });
    }
    await desk.put(id, 1, content.subarray(0, PART_BYTES - 1)).expect(422);
    await desk.put(id, 2, Buffer.alloc(11)).expect(422);
    await desk.put(id, 2, Buffer.alloc(9)).expect(422);
    await desk.put(id, 1, Buffer.alloc(PART_BYTES + 1)).expect(413);
    await desk.put(id, 1, Buffer.alloc(0)).expect(422);
    await desk.of('put', `/${id}/parts/1`).send({ a: 1 }).expect(415);
    expect(partsOf(id)).toEqual([]);
    expect(await desk.status(id)).toMatchObject({ state: 'session_open', parts_received: [] });
  });

  // support-attachments 2.1, 2.2, 2.3
  it.each([
    ['an empty file', { bytes: 0 }],
    ['one of more than 25 MiB', { bytes: 25 * MIB + 1 }],
    ['a type that is not taken', { file_name: 'page.svg' }],
    ['no type', { file_name: 'CON' }],
    ['a name of more than 4,096 characters', { file_name: `${'x'.repeat(4093)}.png` }],
    ['no name', { file_name: '' }],
    ['no hash', { sha256: 'abc' }],
    ['a comment of nobody', { comment_id: randomUUID() }],
    ['an internal file of a customer', { visibility: 'internal' }],
  ])('is not started with %s', async (_what, change) => {
    await desk.start('a.png', png(), change).expect(422);
    expect(await desk.list()).toEqual([]);
  });

  // support-attachments 2.2; errors 3.20
  it('fits into 250 MiB of its ticket, and 10 of a comment', async () => {
    const { ticketId } = desk;
    const other = desk.as(await apps.test.world.aUser(people.tenant, { role: 'client_admin' }));
    const whole = { bytes: 25 * MIB };
    for (let count = 0; count < 10; count += 1) await desk.start('a.wav', png(), whole).expect(201);
    const full = await other.start('a.wav', png(), { bytes: 1 }).expect(409);
    expect(full.body).toMatchObject({
      error: { code: 'attachment_limit_reached', block_reason: 'bytes_of_ticket' },
    });
    // Internal files do not use up the space for files that customers see either.
    await desk.as(people.operator).start('a.wav', png(), whole).expect(201);
    const [first] = await desk.list();
    await desk.of('delete', `/${first!.attachment_id}`).send({}).expect(200);
    const comment = await bodyOf(
      other
        .ask('post', `tickets/${ticketId}/comments`)
        .set('Idempotency-Key', randomUUID())
        .send({ text: 'With files.' })
        .expect(201),
    );
    const { comment_id } = comment as { comment_id: string };
    for (let count = 0; count < 10; count += 1)
      await other.start('a.wav', png(), { bytes: 1, comment_id }).expect(201);
    const crowded = await other.start('a.wav', png(), { bytes: 1, comment_id }).expect(409);
    expect(crowded.body).toMatchObject({ error: { block_reason: 'files_of_comment' } });
  });

  // support-attachments 1.2, 2.4, 7.1
  it('is for those who see it, and deleted by its uploader and administrators', async () => {
    const operator = desk.as(people.operator);
    const stranger = desk.as(people.staff);
    const elsewhere = await apps.test.world.aTenant();
    const foreign = desk.as(await apps.test.world.aUser(elsewhere, { role: 'client_admin' }));
    const own = await desk.clean('own.pdf', pdf());
    const internal = await operator.clean('internal.txt', Buffer.from('only for us'));
    const shown = await operator.clean('shown.txt', Buffer.from('for all'), { visibility: 'public' });
    const idsOf = async (by: typeof desk): Promise<string[]> =>
      (await by.list()).map(({ attachment_id: id }) => id).toSorted();
    expect(await idsOf(operator)).toEqual([own, internal, shown].toSorted());
    expect(await idsOf(desk)).toEqual([own, shown].toSorted());
    const open = await desk.started('open.txt', Buffer.from('not yet'));
    expect(await operator.list()).toHaveLength(3);
    await operator.put(open, 1, Buffer.from('not yet')).expect(404);
    await operator.finalise(open).expect(404);
    for (const id of [own, internal, randomUUID(), 'malformed'])
      for (const by of [stranger, foreign, ...(id === own ? [] : [desk])]) {
        await by.of('get', `/${id}/scan-status`).expect(404);
        await by.of('get', `/${id}/download`).expect(404);
        await by.of('delete', `/${id}`).send({}).expect(404);
        await by.put(id, 1, Buffer.from('x')).expect(404);
        await by.finalise(id).expect(404);
      }
    const manager = desk.as(await apps.test.world.aUser(people.tenant, { role: 'client_manager' }));
    await manager.of('delete', `/${own}`).send({}).expect(404);
    expect(await manager.list()).toContainEqual(
      expect.objectContaining({ attachment_id: own, deletable: false }),
    );
    expect((await operator.of('delete', `/${own}`).send({}).expect(200)).body).toMatchObject({
      state: 'deleted',
    });
    await operator.of('delete', `/${own}`).send({}).expect(200);
    expect(await desk.list()).toContainEqual(
      expect.objectContaining({ attachment_id: own, state: 'deleted', file_name: null, deletable: false }),
    );
    await desk.download(own).expect(409);
    await eventually(() => Promise.resolve(expect(partsOf(own)).toEqual([])));
  });

  // support-attachments 3.3, 8.1
  it('and its name are in ciphertext alone', async () => {
    const canary = `canary-${randomUUID()}`;
    const id = await desk.clean(`${canary}.txt`, Buffer.from(`Text with ${canary}.`));
    await desk.download(id).expect(200);
    expect(storedBytes().includes(canary)).toBe(false);
    expect(apps.test.logs()).not.toContain(canary);
    const rows = await inStore<{ row: string }>(
      apps.test,
      `SELECT a::text || coalesce(w.payload::text, '') AS row FROM support_attachments a LEFT JOIN work_items w ON true`,
    );
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(canary);
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(Buffer.from(canary).toString('hex'));
    const audit = await apps.test.world.sql<{ row: string }>('SELECT e::text AS row FROM audit_events e');
    expect(audit.map(({ row }) => row).join('\n')).not.toContain(canary);
  });

  // support-attachments 7.2
  it('goes with its ticket', async () => {
    const id = await desk.clean('a.png', png());
    await inStore(
      apps.test,
      `UPDATE support_tickets SET status = 'closed', solved_at = now(), closed_at = now() - interval '25 months'
        WHERE ticket_id = $1::uuid`,
      [desk.ticketId],
    );
    await apps.worker!.get(DeleteOldTicketsJob, { strict: false }).handle(people.tenant);
    await eventually(() => Promise.resolve(expect(partsOf(id)).toEqual([])));
    expect(
      await inStore(apps.test, 'SELECT 1 FROM support_attachments WHERE attachment_id = $1::uuid', [id]),
    ).toEqual([]);
  });

  // support-attachments 9.1, 9.2, 9.3; caller-requests 8.5
  it('with the number of a caller is listed with their request, and deleted by their erasure', async () => {
    const { tenant, admin, operator } = people;
    const inText = await desk.clean('calls.csv', Buffer.from(`when,number\n10:15,0491 575 254\n`));
    const inName = await desk.clean('call of 0491575254.png', png());
    const neither = await desk.clean('call.txt', Buffer.from('It hung up at 10:15.'));
    await desk.started('later.txt', Buffer.from('not yet'));
    const hashes = (id: string) =>
      inStore(apps.test, 'SELECT 1 FROM support_attachment_numbers WHERE attachment_id = $1::uuid', [id]);
    expect(
      [await hashes(inText), await hashes(inName), await hashes(neither)].map((it) => it.length > 0),
    ).toEqual([true, true, false]);
    clock.advance(1_000);
    const requests = new CallerRequestFixture(
      apps.test,
      tenant,
      bearer(operator.token()),
      bearer(admin.token()),
      operator.userId,
    );
    const request = await requests.made({ request_type: 'deletion', caller_identifier: '+61491575254' });
    const listed = async (): Promise<unknown> =>
      ((await requests.get(`/${request.id}`).expect(200)).body as { support_tickets: unknown })
        .support_tickets;
    expect(await listed()).toEqual([{ ticket_id: desk.ticketId, reference: 'SUP-0001' }]);
    await requests.moved(request, 'in_progress', { erase: true });
    await desk.becomes(inText, 'deleted');
    await desk.becomes(inName, 'deleted');
    const left = new Map((await desk.list()).map((it) => [it.attachment_id, it.file_name]));
    expect([left.get(inText), left.get(inName), left.get(neither)]).toEqual([null, null, 'call.txt']);
    expect([...(await hashes(inText)), ...(await hashes(inName))]).toEqual([]);
    await eventually(() => Promise.resolve(expect([...partsOf(inText), ...partsOf(inName)]).toEqual([])));
    // While its upload continues, a text may contain any number.
    expect(await listed()).toHaveLength(1);
  });

  // requests 5.2
  it('is started, finalised and deleted once for each key', async () => {
    const content = png();
    const [begin, end, gone] = [randomUUID(), randomUUID(), randomUUID()];
    const start = () => desk.start('a.png', content).set('Idempotency-Key', begin);
    const first = (await bodyOf(start().expect(201))) as { attachment_id: string };
    const again = await start().expect(201);
    expect(again.body).toEqual(first);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await desk.start('b.png', content).set('Idempotency-Key', begin).expect(422);
    const { attachment_id: id } = first;
    await desk.put(id, 1, content).expect(200);
    const finalise = () => desk.finalise(id).set('Idempotency-Key', end);
    const finalised = await bodyOf(finalise().expect(200));
    await desk.becomes(id, 'clean');
    expect((await finalise().expect(200)).body).toEqual(finalised);
    const remove = () => desk.of('delete', `/${id}`).set('Idempotency-Key', gone).send({});
    const removed = await bodyOf(remove().expect(200));
    expect(await bodyOf(remove().expect(200))).toEqual(removed);
    expect(await desk.list()).toHaveLength(1);
  });

  // support-attachments 2.5
  it('is not started on a closed ticket, and stays there', async () => {
    const id = await desk.clean('a.png', png());
    const begun = await desk.started('c.png', png());
    await desk.putAll(begun, png());
    await inStore(
      apps.test,
      `UPDATE support_tickets SET status = 'closed', solved_at = now(), closed_at = now() WHERE ticket_id = $1::uuid`,
      [desk.ticketId],
    );
    await desk.start('b.png', png()).expect(409);
    expect((await desk.finalise(begun).expect(409)).body).toMatchObject(blockedBy('session_ended'));
    await desk.download(id).expect(200);
    await desk.of('delete', `/${id}`).send({}).expect(200);
  });
});
