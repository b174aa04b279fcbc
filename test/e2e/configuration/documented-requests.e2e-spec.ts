import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secretNamesIn } from '../../../src/features/configuration/rules/sections/secret-ref.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProjectFixture, sectionOf } from './editing.js';
import { makeSecret, send } from '../releases/releasing.js';

const PAGE = readFileSync(new URL('../../../docs/workspace.md', import.meta.url), 'utf8');

interface Printed {
  readonly section: string;
  readonly method: 'put' | 'patch';
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Record<string, unknown>;
}

/** The requests that the page prints, by section. */
const PRINTED = [...PAGE.matchAll(/^## .*\(`([a-z-]+)`\)$[^]*?^```http\n([^]*?)\n```$/gm)].map(
  ([, section = '', request = '']): Printed => {
    const [head = '', body = ''] = request.split(/\n\n([^]*)/);
    const [line = '', ...headers] = head.split('\n');
    const [method = '', path = ''] = line.split(' ');
    return {
      section,
      method: method.toLowerCase() as Printed['method'],
      path,
      headers: headers.map((header) => header.split(':')[0]!),
      body: JSON.parse(body) as Record<string, unknown>,
    };
  },
);

/** The sections, in the order that the page recommends. */
const ADVISED = [...PAGE.matchAll(/^\d\. (.*)$/gm)]
  .flatMap(([, step = '']) => [...step.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name))
  .filter((name) => OWN_SECTIONS.some((section) => section.name === name));

// Fails if the page prints a request that is refused, or an order in which something is missing.
describe('the requests of the page of sections', () => {
  const test = useSharedApp();
  const desk = perSuite(() => aProjectFixture(test));

  const etagOfDraft = async (): Promise<string | undefined> =>
    (await send(test, desk, 'get', 'draft').expect(200)).get('ETag');

  it('are one for each section, and all of them are in the order of steps', () => {
    const names = OWN_SECTIONS.map(({ name }) => name).toSorted();
    expect(PRINTED.map(({ section }) => section).toSorted()).toEqual(names);
    expect(ADVISED.toSorted()).toEqual(names);
  });

  // workspace 1.1, 1.4
  it('save as they stand, in the order of steps, without an error', async () => {
    for (const name of secretNamesIn(PRINTED.map(({ body }) => body))) {
      await makeSecret(test, desk, name, `value of ${name}`).expect(200);
    }
    for (const name of ADVISED) {
      const { method, path, headers, body } = PRINTED.find(({ section }) => section === name)!;
      const request = test.request()[method](path.replace('{project_id}', desk.projectId)).set(desk.admin);
      const etag = await etagOfDraft();
      if (headers.includes('If-Match') && etag !== undefined) request.set('If-Match', etag);
      if (headers.includes('Idempotency-Key')) request.set('Idempotency-Key', randomUUID());
      const answer = await request.send(body);
      expect(answer.status, `${name}: ${answer.text}`).toBe(200);
      if ('validation' in (answer.body as object)) {
        const { findings } = sectionOf(answer).validation;
        expect(
          findings.filter(({ severity }) => severity === 'error'),
          name,
        ).toEqual([]);
      }
    }
  });

  // workspace 5.1, 5.2
  it('make a draft that is published', async () => {
    const { status } = (await send(test, desk, 'post', 'validate').expect(200)).body as { status: string };
    expect(status).not.toBe('blocked');
    const ifMatch = (await etagOfDraft())!;
    await send(test, desk, 'post', 'publish', { body: {}, ifMatch }).expect(200);
  });
});
