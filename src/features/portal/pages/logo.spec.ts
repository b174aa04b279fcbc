import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { logoOf } from './logo.js';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('rest')]);

// portal-sessions 8.5
describe('the logo of a deployment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logo-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (content: string | Buffer): string => {
    const file = join(folder, 'logo');
    writeFileSync(file, content);
    return file;
  };

  it.each([
    ['SVG', '<?xml version="1.0"?>\n<!-- ours -->\n<svg viewBox="0 0 1 1"/>', 'image/svg+xml'],
    ['PNG', PNG, 'image/png'],
  ])('may be %s', (_, content, type) => {
    expect(logoOf(fileOf(content))).toEqual({ type, bytes: Buffer.from(content) });
  });

  it('is one of ours without a file', () => {
    expect(logoOf(undefined).type).toBe('image/svg+xml');
  });

  it.each([
    ['a page', '<html><svg/></html>'],
    ['empty', ''],
    ['too large', `<svg>${' '.repeat(64 * 1024)}</svg>`],
  ])('is refused at the start where it is %s', (_, content) => {
    expect(() => logoOf(fileOf(content))).toThrow(/PORTAL_LOGO_FILE/);
  });

  it('is refused at the start where there is no file', () => {
    expect(() => logoOf(join(folder, 'none'))).toThrow(/can be read/);
  });
});
