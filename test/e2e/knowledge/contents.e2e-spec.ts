import { describe, expect, it } from 'vitest';
import { SourceTexts, type TextBlock } from '../../../src/features/knowledge/lookup/source-texts.service.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { MOST_KEPT_BYTES } from '../../../src/features/knowledge/rules/source-limits.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { pdfWith } from '../../support/knowledge/documents.js';
import { bearer } from '../access/callers.js';
import { useKnowledge, type KnowledgeDesk } from './knowledge-fixture.js';

const MIB = 1024 * 1024;
const { test, place, desk, uploadsOf, storedBytes } = useKnowledge();

const texts = () => test.app.get(SourceTexts, { strict: false });
const auth = () => systemContext(place.tenant, 'test');

async function blocksOf(id: string, hash: string): Promise<TextBlock[]> {
  const found: TextBlock[] = [];
  for await (const block of texts().blocksOf(auth(), id, hash)) found.push(block);
  return found;
}

describe('the content of a source', () => {
  // knowledge 2.2, 3.1, 3.2, 3.6, 3.7, 3.9
  it('is uploaded, read into passages, and deleted from the file store', async () => {
    const source = await desk.created({ kind: 'text', language: 'de' });
    const answer = await desk.put(source.source_id, '# Preise\n\nEine Füllung kostet 120 Euro.').expect(200);
    expect(answer.body).toMatchObject({ status: 'pending', bytes: 40, content_hash: null });
    const read = await desk.settled(source.source_id);
    expect(read).toMatchObject({
      status: 'ready',
      media_type: 'text/markdown',
      bytes: 40,
      text_bytes: 30,
      findings: [],
      in_builds: true,
    });
    const hash = read.content_hash!;
    expect(await texts().ready(auth(), place.projectId)).toEqual([
      { sourceId: source.source_id, contentHash: hash, language: 'de', title: 'Prices' },
    ]);
    expect(await blocksOf(source.source_id, hash)).toEqual([
      { heading: 'Preise', page: null, place: 0, text: 'Eine Füllung kostet 120 Euro.' },
    ]);
    await eventually(() => expect(uploadsOf(source.source_id)).toEqual([]));
    // Surrounding white space is not part of the text.
    await desk.put(source.source_id, '# Preise\n\n\nEine Füllung kostet 120 Euro.\n').expect(200);
    expect(await desk.settled(source.source_id)).toMatchObject({ content_hash: hash, bytes: 42 });
  });

  // knowledge 3.6, 3.7
  it('may be a PDF, whose passages have pages', async () => {
    const read = await desk.uploaded(pdfWith([['Prices of the practice'], ['Hours']]));
    expect(read.media_type).toBe('application/pdf');
    const blocks = await blocksOf(read.source_id, read.content_hash!);
    expect(blocks.map(({ page, text }) => [page, text])).toEqual([
      [1, 'Prices of the practice'],
      [2, 'Hours'],
    ]);
  });

  // knowledge 2.2, 3.6
  it('that cannot be read leaves the earlier text in force', async () => {
    const first = await desk.uploaded('We are open.');
    await desk.put(first.source_id, pdfWith([[]])).expect(200);
    const failed = await desk.settled(first.source_id);
    expect(failed).toMatchObject({
      status: 'failed',
      failure_code: 'no_text',
      content_hash: first.content_hash,
      in_builds: true,
    });
    expect(await blocksOf(first.source_id, first.content_hash!)).toHaveLength(1);
    await desk.put(first.source_id, 'We are closed.').expect(200);
    const changed = await desk.settled(first.source_id);
    expect(changed).toMatchObject({ status: 'ready', failure_code: null });
    expect(changed.content_hash).not.toBe(first.content_hash);
    // A build that has started reads the earlier text to its end, and no build started before that.
    expect(await blocksOf(first.source_id, first.content_hash!)).toHaveLength(1);
    await desk.put(first.source_id, 'We have moved.').expect(200);
    await desk.settled(first.source_id);
    expect(await blocksOf(first.source_id, first.content_hash!)).toEqual([]);
    expect(await blocksOf(first.source_id, changed.content_hash!)).toHaveLength(1);
  });

  // knowledge 2.6, 3.7, 3.8
  it('with personal data is in no build until a person accepts that by name', async () => {
    const read = await desk.uploaded('Call 0412 345 678.\n\nMail anna@example.com or berta@example.com.');
    expect(read).toMatchObject({
      findings: [
        { name: 'email', count: 1, accepted: false },
        { name: 'phone', count: 1, accepted: false },
      ],
      in_builds: false,
    });
    expect(await texts().ready(auth(), place.projectId)).toEqual([]);
    await desk.change(read, { accepted_findings: ['address'] }).expect(422);
    const half = await desk.change(read, { accepted_findings: ['email'] }).expect(200);
    expect(half.body).toMatchObject({ in_builds: false });
    const both = await desk
      .change(
        { ...read, etag: (half.body as { etag: string }).etag },
        { accepted_findings: ['email', 'phone'] },
      )
      .expect(200);
    expect(both.body).toMatchObject({ in_builds: true });
    await desk.put(read.source_id, 'We moved.\n\nCall 0412 345 678.\n\nMail carla@example.com.').expect(200);
    expect(await desk.settled(read.source_id)).toMatchObject({
      findings: [
        { name: 'email', accepted: false },
        { name: 'phone', accepted: true },
      ],
      in_builds: false,
    });
  });

  // knowledge 3.1
  it('has 1 byte to 20 MiB', async () => {
    const { source_id: id } = await desk.created();
    await desk.put(id, '').expect(422);
    await desk.put(id, Buffer.alloc(20 * MIB + 1, 'a')).expect(413);
    await desk.ask('put', `/${id}/content`).send({ a: 1 }).expect(415);
    expect(await desk.show(id)).toMatchObject({ status: 'pending', bytes: null });
    const bytes = atDepth({ ordinary: 1, full: 20 }) * MIB;
    const words = 'Die Praxis ist offen. '.repeat(bytes / 400);
    await desk
      .put(id, Buffer.concat([Buffer.from(words), Buffer.alloc(bytes - words.length, ' ')]))
      .expect(200);
    expect(await desk.settled(id)).toMatchObject({ status: 'ready', bytes });
  });

  // knowledge 3.3
  it('fits into the 100 MB of its project, or is not read', async () => {
    const other = await desk.uploaded('Another document.');
    await inStore(test, `UPDATE knowledge_sources SET text_bytes = 99999990 WHERE source_id = $1`, [
      other.source_id,
    ]);
    const full = await desk.uploaded('Eleven byte');
    expect(full).toMatchObject({
      status: 'failed',
      failure_code: 'project_full',
      text_bytes: 0,
      in_builds: false,
    });
    expect(await desk.uploaded('Ten bytes.')).toMatchObject({ status: 'ready', text_bytes: 10 });
  });

  // knowledge 3.10
  it('of kind text is read back word for word, and replaced by a person who has read it', async () => {
    const { source_id: id } = await desk.created({ kind: 'text' });
    const unkept = { error: { code: 'knowledge_text_not_kept' } };
    expect((await desk.text(id).expect(409)).body).toMatchObject(unkept);
    const written = '# Preise\r\n\n  - Füllung: 120 Euro\n\n\n## Noch mehr\n';
    const sent = await desk.put(id, written).expect(200);
    // It need not be processed before.
    const first = await desk.text(id).expect(200);
    expect(first.get('Cache-Control')).toBe('no-store');
    expect(first.body).toMatchObject({ source_id: id, kind: 'text', text: written });
    await desk.put(id, 'Mine').set('If-Match', sent.get('ETag')!).expect(200);
    const stale = await desk.put(id, 'Theirs').set('If-Match', first.get('ETag')!).expect(409);
    expect(stale.body).toMatchObject({ error: { code: 'conflict' } });
    await desk.settled(id);
    expect((await desk.text(id).expect(200)).body).toMatchObject({ status: 'ready', text: 'Mine' });
    await desk.put(id, Buffer.alloc(MOST_KEPT_BYTES, 'a ')).expect(200);
    expect(((await desk.text(id).expect(200)).body as { text: string }).text).toHaveLength(MOST_KEPT_BYTES);
    await desk.put(id, Buffer.alloc(MOST_KEPT_BYTES + 1, 'a ')).expect(200);
    expect((await desk.text(id).expect(409)).body).toMatchObject(unkept);
    await desk.put(id, Buffer.from([0xe4])).expect(200);
    expect((await desk.text(id).expect(409)).body).toMatchObject(unkept);
    await desk.text('x').expect(404);
    const shown = await test.world.sql(
      `SELECT metadata FROM audit_events WHERE action = 'knowledge_source.text_shown' AND metadata->>'source_id' = $1`,
      [id],
    );
    expect(shown).toEqual(Array(3).fill({ metadata: { project_id: place.projectId, source_id: id } }));
  });

  // knowledge 1.2, 3.10, 3.11
  it('is read by everyone of the project once builds take it, and by a partner_admin before', async () => {
    const readers = await Promise.all(
      (['partner_user', 'client_admin', 'client_manager', 'client_staff'] as const).map(async (role) => {
        const user = await test.world.aUser(place.tenant, { role });
        await test.world.assignProject(user, place.tenant, place.projectId);
        return desk.as(bearer(user.token()));
      }),
    );
    const [reader] = readers;
    const answerTo = async (someone: KnowledgeDesk | undefined, id: string) =>
      (await someone!.text(id)).body as { text?: string; is_whole?: boolean; error?: { code: string } };
    const heldBack = { error: { code: 'knowledge_text_held_back' } };
    const { source_id: written } = await desk.created({ kind: 'text' });
    await desk.put(written, 'The door code is hunter2-and-more. Call 0412 345 678.').expect(200);
    expect(await answerTo(reader, written)).toMatchObject(heldBack);
    const { findings, ...source } = await desk.settled(written);
    expect(source).toMatchObject({ text_is_open: false });
    for (const each of readers) expect(await answerTo(each, written)).toMatchObject(heldBack);
    expect(await answerTo(desk, written)).toMatchObject({ text: expect.stringContaining('0412') as string });
    const accepted = await desk.change(source, { accepted_findings: findings.map(({ name }) => name) });
    expect(accepted.body).toMatchObject({ text_is_open: true });
    for (const each of readers) expect((await answerTo(each, written)).text).toContain('0412 345 678');
    // They read what was examined, not what a page in the text hides.
    await desk.put(written, '<html><nav>Mail anna@example.com.</nav><p>We moved.</p></html>').expect(200);
    expect(await desk.settled(written)).toMatchObject({ findings: [] });
    expect(await answerTo(reader, written)).toMatchObject({ text: 'We moved.' });
    expect((await answerTo(desk, written)).text).toContain('anna@example.com');
    // The next text has to be read first.
    const sent = await desk.put(written, 'We moved. Mail anna@example.com.').expect(200);
    expect(sent.body).toMatchObject({ in_builds: true, text_is_open: false });
    expect(await answerTo(reader, written)).toMatchObject(heldBack);

    const file = await desk.uploaded(
      '# Prices\n\nA cut is 20 euros.\n\nA wash is 5.\n\n# Hours\n\nFrom 9 to 5.',
    );
    expect(await answerTo(reader, file.source_id)).toMatchObject({
      text: 'Prices\n\nA cut is 20 euros.\n\nA wash is 5.\n\nHours\n\nFrom 9 to 5.',
      is_whole: true,
    });
    const long = await desk.uploaded('We are open on weekdays.\n\n'.repeat(6_000));
    const begun = await answerTo(reader, long.source_id);
    expect(begun.is_whole).toBe(false);
    expect(Buffer.byteLength(begun.text!)).toBeLessThanOrEqual(MOST_KEPT_BYTES);
    expect(Buffer.byteLength(begun.text!)).toBeGreaterThan(MOST_KEPT_BYTES - 10_000);
    const empty = await desk.created();
    expect(await answerTo(desk, empty.source_id)).toMatchObject({
      error: { code: 'knowledge_text_not_kept' },
    });
    const stranger = await test.world.aUser(place.tenant, { role: 'partner_user' });
    await desk.as(bearer(stranger.token())).text(written).expect(404);
    const shown = await test.world.sql<{ source: string }>(
      `SELECT metadata->>'source_id' AS source FROM audit_events
        WHERE action = 'knowledge_source.text_shown' AND metadata->>'project_id' = $1`,
      [place.projectId],
    );
    expect(shown.map(({ source: id }) => id).toSorted()).toEqual(
      [...Array<string>(3 + readers.length).fill(written), file.source_id, long.source_id].toSorted(),
    );
  });

  // knowledge 3.10
  it('is not an earlier one, if a process of the release before has replaced it', async () => {
    const { source_id: id } = await desk.created({ kind: 'text' });
    await desk.put(id, 'From 9 to 5.').expect(200);
    await inStore(
      test,
      `UPDATE knowledge_sources SET upload_name = 'knowledge/other', etag = 'other' WHERE source_id = $1`,
      [id],
    );
    expect((await desk.text(id).expect(409)).body).toMatchObject({
      error: { code: 'knowledge_text_not_kept' },
    });
    await desk.put(id, 'From 8 to 4.').expect(200);
    await desk.settled(id);
    expect((await desk.text(id).expect(200)).body).toMatchObject({ text: 'From 8 to 4.' });
  });

  // knowledge 2.7, 2.9
  it('is nowhere but in sealed columns, and gone with its source', async () => {
    const canary = 'Kanarienvogel';
    const { source_id: written } = await desk.created({ kind: 'text' });
    await desk.put(written, `Written ${canary}.`).expect(200);
    await desk.settled(written);
    const read = await desk.uploaded(`# ${canary} heading\n\nText with ${canary}.`);
    const titled = (await desk.change(read, { title: `Title ${canary}` }).expect(200)).body as typeof read;
    const clear = await inStore<{ row: string }>(
      test,
      `SELECT to_jsonb(s)::text AS row FROM knowledge_sources s UNION ALL SELECT to_jsonb(b)::text FROM knowledge_source_blocks b
       UNION ALL SELECT to_jsonb(w)::text FROM work_items w UNION ALL SELECT to_jsonb(a)::text FROM audit_outbox a`,
    );
    expect(clear.length).toBeGreaterThan(2);
    const found = [...clear.map(({ row }) => row), test.logs(), storedBytes().toString('latin1')].filter(
      (text) => text.includes(canary),
    );
    expect(found).toEqual([]);
    await desk.remove(titled).expect(200);
    expect(
      await inStore(test, `SELECT FROM knowledge_source_blocks WHERE source_id = $1`, [read.source_id]),
    ).toEqual([]);
  });
});
