import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { buildOpenApi } from '../../../src/core/openapi/openapi.js';
import { RouteTable } from '../../../src/core/openapi/route-table.js';
import { sectionsIn } from '../../../src/features/configuration/sections/section-files.js';
import { sectionsPage } from '../../../tools/documents/sections-page.ts';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import {
  aProjectFixture,
  codeOf,
  fieldsOf,
  historyOf,
  pathOf,
  read,
  sectionOf,
  validate,
  write,
} from './editing.js';
import type { ProjectFixture } from './editing.js';

const PLANTED = `
import { Type } from '@sinclair/typebox';

export const section = {
  name: 'opening-words',
  route: 'v1/projects/:project_id/opening-words',
  title: 'Opening words',
  schema: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: 40, description: 'What is said first.' }) },
    { additionalProperties: false },
  ),
  defaults: { text: 'Hello.' },
  example: { text: 'Good morning.' },
  read: { scopes: ['partner_admin', 'client_admin'] },
  write: { scopes: ['partner_admin'], method: 'patch', path: 'draft', guard: 'if_match', idempotency: { minLength: 3 } },
  validate: { scopes: ['partner_admin'], override: ['partner_admin'], guarded: true },
  rules: [['no_full_stop', 'warning', 'the text does not end with a full stop']],
  findings: ({ text }) =>
    text.endsWith('.') ? [] : [{ severity: 'warning', code: 'no_full_stop', path: 'text', message: 'Has no full stop.' }],
};
`;

// Fails if a new section needs anything outside its folder.
describe('a section whose folder was added', () => {
  const folder = mkdtempSync(join(resolve(import.meta.dirname), 'planted-'));
  let test: TestApp;
  let desk: ProjectFixture;
  let section: SectionDefinition;

  beforeAll(async () => {
    mkdirSync(join(folder, 'opening-words'));
    writeFileSync(join(folder, 'opening-words/opening-words.section.ts'), PLANTED);
    writeFileSync(join(folder, 'opening-words/opening-words.policy.ts'), 'throw new Error("not a section");');
    const sections = await sectionsIn(folder);
    section = sections[0]!;
    test = await startTestApp({ sections });
    desk = await aProjectFixture(test);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await test.close();
  });

  it('has its routes, with the callers it names', () => {
    const routes = test.app
      .get(RouteTable)
      .entries()
      .filter(({ path }) => path.includes('opening-words'));
    expect(
      routes.map(({ method, path, access }) => [method, path, access.kind === 'protected' && access.scopes]),
    ).toEqual([
      ['GET', '/v1/projects/:project_id/opening-words', ['partner_admin', 'client_admin']],
      ['PATCH', '/v1/projects/:project_id/opening-words/draft', ['partner_admin']],
      ['POST', '/v1/projects/:project_id/opening-words/validate', ['partner_admin']],
    ]);
  });

  it('is read, saved, guarded and validated by its own rules', async () => {
    expect(sectionOf(await read(test, desk, section).expect(200)).configuration).toEqual({ text: 'Hello.' });
    const saved = sectionOf(await write(test, desk, section, { text: 'Hi' }).expect(200));
    expect(saved.validation).toMatchObject({ status: 'warning', findings: [{ code: 'no_full_stop' }] });
    expect(codeOf(await write(test, desk, section).expect(428))).toBe('precondition_required');
    await write(test, desk, section).set('If-Match', `"${saved.etag}"`).expect(200);
    expect(fieldsOf(await write(test, desk, section, { text: '' }).expect(422))).toEqual([
      ['configuration.text', 'too_short'],
    ]);
    await validate(test, desk, section).expect(428);
    expect(await historyOf(test, desk)).toHaveLength(2);
  });

  it('is part of the draft', async () => {
    const draft = await test.request().get(pathOf(desk, 'draft')).set(desk.admin).expect(200);
    expect(Object.keys((draft.body as { sections: object }).sections)).toEqual(['opening-words']);
  });

  it('stands in the document, its schema among the components, and on the page', () => {
    const document = buildOpenApi(test.app, 'public');
    expect(document.components?.schemas?.['OpeningWordsConfiguration']).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: { text: { type: 'string', maxLength: 40 } },
      example: { text: 'Good morning.' },
    });
    expect(sectionsPage([section])).toContain('## Opening words (`opening-words`)');
  });
});

describe('a folder of sections', () => {
  const folder = mkdtempSync(join(resolve(import.meta.dirname), 'planted-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('with a file that exports no section is refused by its name', async () => {
    mkdirSync(join(folder, 'broken'));
    writeFileSync(join(folder, 'broken/broken.section.ts'), 'export const other = 1;');
    await expect(sectionsIn(folder)).rejects.toThrow('broken/broken.section.ts');
  });
});
