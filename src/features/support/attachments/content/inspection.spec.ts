import { describe, expect, it } from 'vitest';
import { hostileFiles } from '../../../../../test/support/attachments/hostile-files.js';
import { pdf, png, soundFiles } from '../../../../../test/support/attachments/sound-files.js';
import { kindOfName } from '../rules/attachment-kinds.js';
import type { ContentSource } from './content-source.js';
import { Inspection } from './inspection.js';

const sourceOf = (content: Buffer): ContentSource => ({
  bytes: content.length,
  async *read(start, end) {
    yield await Promise.resolve(content.subarray(start, end));
  },
});

async function inspect(name: string, content: Buffer, chunk = 64 * 1024): Promise<string | null> {
  const inspection = await Inspection.begin(sourceOf(content), kindOfName(name)!);
  for (let at = 0; at < content.length; at += chunk) inspection.take(content.subarray(at, at + chunk));
  return inspection.end();
}

// support-attachments section 4
describe('the inspection of a file', () => {
  // support-attachments 4.2
  it('takes a file of each kind', async () => {
    for (const [name, content] of Object.entries(await soundFiles()))
      for (const chunk of [64 * 1024, 7])
        expect([name, await inspect(name, content, chunk)]).toEqual([name, null]);
  });

  // support-attachments 4.3, 4.4, 4.5, 4.6
  it('refuses hostile files, each for its reason', async () => {
    const files = await hostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(50);
    const found = await Promise.all(
      files.map(async ({ name, content }) => [name, await inspect(name, await content())] as const),
    );
    expect(found).toEqual(files.map(({ name, refusal }) => [name, refusal]));
  });

  it('finds a mark that lies across two chunks', async () => {
    const file = pdf(`${'x'.repeat(65_400)} << /Encrypt 5 0 R >>\n`);
    for (const chunk of [1000, 1024, 65_536]) expect(await inspect('a.pdf', file, chunk)).toBe('encrypted');
    expect(await inspect('a.png', png(Buffer.alloc(300_000)), 65_536)).toBeNull();
  });

  it.each(['/Encrypt %\n5 0 R', '/#45ncrypt 5 %x\r0 R', '/Encrypt%x\n<< >>', '/Encrypt 5 0%x\nR'])(
    'finds the mark %j behind or around a comment',
    async (mark) => {
      expect(await inspect('a.pdf', pdf(`<< ${mark} >>\n`))).toBe('encrypted');
    },
  );

  it('passes on the failure of the store', async () => {
    const failure = new Error('The store does not answer.');
    const broken: ContentSource = {
      bytes: 5_000_000,
      async *read(start) {
        if (start > 0) throw failure;
        yield await Promise.resolve(Buffer.from('PK\x03\x04', 'latin1'));
      },
    };
    const inspection = await Inspection.begin(broken, 'docx');
    await expect(inspection.end()).rejects.toBe(failure);
  });
});
