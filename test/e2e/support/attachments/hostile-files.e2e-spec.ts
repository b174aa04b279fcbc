import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EICAR } from '../../../../src/core/scanner/eicar.js';
import { hostileFiles } from '../../../support/attachments/hostile-files.js';
import { atDepth, someOf } from '../../../support/depth.js';
import { png } from '../../../support/attachments/sound-files.js';
import { eventually } from '../../../support/eventually.js';
import { PART_BYTES, useAttachments } from './attachments-fixture.js';

const MINUTE_MS = 60_000;
const STARTS_IN_A_MINUTE = 12;
const DOWNLOADS_IN_A_MINUTE = 30;

const { apps, clock, desk, folder, partsOf, storedBytes } = useAttachments();

/** Small files of the system's temporary folder that are not the test's own. */
const temporaryFiles = (): string[] =>
  readdirSync(tmpdir())
    .map((name) => join(tmpdir(), name))
    .filter((path) => path !== folder && statSync(path, { throwIfNoEntry: false })?.isFile());

// support-attachments 4.3, 5.2, 5.4, 6.1
describe('a hostile file', () => {
  it('is refused for its reason, is never sent, and leaves nothing', async () => {
    const all = await hostileFiles();
    expect(all.length).toBeGreaterThanOrEqual(50);
    // The pure test of the inspection tries each.
    const files = atDepth({ ordinary: someOf(all, 5, 0), full: all });
    const uploaded: { readonly id: string; readonly name: string; readonly refusal: string }[] = [];
    for (const [index, { name, content, refusal }] of files.entries()) {
      if (index % STARTS_IN_A_MINUTE === 0) clock.advance(MINUTE_MS);
      const id = await desk.uploaded(name, await content());
      await desk.download(id).expect(409);
      uploaded.push({ id, name, refusal });
    }
    const shown = await eventually(async () => {
      const list = await desk.list();
      expect(list.filter(({ state }) => ['uploaded', 'scanning'].includes(state))).toEqual([]);
      return new Map(list.map((it) => [it.attachment_id, it]));
    });
    expect(uploaded.map(({ id, name }) => [name, shown.get(id)?.state, shown.get(id)?.reason])).toEqual(
      uploaded.map(({ name, refusal }) => [name, 'refused', refusal]),
    );
    for (const [index, { id }] of uploaded.entries()) {
      if (index % DOWNLOADS_IN_A_MINUTE === 0) clock.advance(MINUTE_MS);
      await desk.download(id).expect(409);
    }
    await eventually(() => Promise.resolve(expect(uploaded.flatMap(({ id }) => partsOf(id))).toEqual([])));
  });

  it('with malware is infected, and nothing of it is left in the store, a log or a temporary folder', async () => {
    const before = new Set(temporaryFiles());
    const filler = Buffer.alloc(PART_BYTES - 30, 'a');
    const files: readonly (readonly [string, Buffer])[] = [
      ['eicar.txt', Buffer.from(EICAR)],
      ['eicar.csv', Buffer.from(`a,b\n${EICAR}\n`)],
      ['eicar.png', png(Buffer.from(EICAR))],
      // Malware goes before a refusal.
      ['eicar.pdf', Buffer.from(EICAR)],
      // It lies across two parts.
      ['eicar.log', Buffer.concat([filler, Buffer.from(`\n${EICAR}\n`)])],
    ];
    for (const [name, content] of files) {
      const id = await desk.uploaded(name, content);
      await desk.download(id).expect(409);
      const status = await desk.becomes(id, 'infected');
      expect(status).toMatchObject({ reason: null, finding: 'Eicar-Signature', scanned_at_utc: null });
      await desk.download(id).expect(409);
      await desk.of('delete', `/${id}`).send({}).expect(409);
      await desk.finalise(id).expect(200);
      await eventually(() => Promise.resolve(expect(partsOf(id)).toEqual([])));
    }
    expect((await desk.list()).map(({ file_name: name }) => name).toSorted()).toEqual(
      files.map(([name]) => name).toSorted(),
    );
    const left = temporaryFiles().filter((path) => !before.has(path));
    for (const content of [storedBytes(), ...left.map((path) => readFileSync(path))])
      expect(content.includes(EICAR)).toBe(false);
    expect(apps.test.logs()).not.toContain(EICAR);
  });
});
