import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { TEMPLATES, templateOf } from '../../../portal/src/pages/projects/sections/assistant-templates.js';
import { found } from '../../support/assistants.js';

interface Texts {
  readonly [name: string]: string | Texts;
}

describe.each(['en', 'de'])('a template of an assistant in the language %s', async (language) => {
  const file = new URL(`../../../portal/src/texts/${language}/projects/drafting.json`, import.meta.url);
  const texts = JSON.parse(await readFile(file, 'utf8')) as Texts;
  const t = (key: string): string => {
    const text = key.split('.').reduce<string | Texts>((at, part) => (at as Texts)[part]!, texts);
    if (typeof text !== 'string') throw new Error(`no text ${key}`);
    return text;
  };

  it.each(TEMPLATES)('gives %s without a fault', (name) => {
    const fields = templateOf(name, t, language);
    expect(fields.prompt).toMatch(/\n/);
    // Providers determine which spoken languages are recognised.
    const findings = found(fields as Parameters<typeof found>[0]);
    expect(findings.filter((it) => it !== 'warning language_unheard languages.0')).toEqual([]);
  });
});
