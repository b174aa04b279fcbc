// Rules: catalogs 1.1, 1.2, 1.3, 1.5, 1.6.
import { beforeAll, describe, expect, it } from 'vitest';
import { wholeOpenApi } from '../../../src/core/openapi/openapi.js';
import { PlatformCatalogue } from '../../../src/features/catalogs/platform-catalogue.js';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { everyCaller } from '../access/callers.js';
import { ANALYTICS_READERS } from '../../../src/core/shared/roles.js';

type Item = Readonly<Record<string, unknown>>;

const PATHS = ['/v1/catalogs/voices', '/v1/catalogs/models'] as const;

describe('the catalogues', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let key: string;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    key = await test.world.aKey(tenant, 'partner_user');
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    test
      .request()
      .get(path)
      .set({ 'X-API-Key': key, ...headers });
  const itemsOf = async (path: string): Promise<Item[]> =>
    ((await get(path).expect(200)).body as { items: Item[] }).items;

  it('say of a voice and of a model what a portal shows', async () => {
    expect((await itemsOf('/v1/catalogs/voices'))[1]).toEqual({
      voice_id: 'en-au-harriet',
      name: 'Harriet',
      language: 'en-AU',
      accent: 'Australian',
      gender: 'female',
      style_tags: ['warm', 'conversational'],
      preview_available: true,
      status: 'ga',
    });
    expect((await itemsOf('/v1/catalogs/models'))[0]).toEqual({
      model_id: 'claude-3-5-haiku',
      name: 'Claude 3.5 Haiku',
      family: 'anthropic',
      modalities: ['text', 'image'],
      context_tokens: 200_000,
      status: 'deprecated',
      replacement_model_id: 'claude-haiku-4-5',
    });
  });

  it.each(PATHS)(
    '%s gives the same bytes to every caller who may read calls, and 404 to others',
    async (path) => {
      const projectId = await test.world.aProject(tenant);
      const answers = new Set<string>();
      for (const { name, kind, scope, headers } of await everyCaller(test.world, tenant, projectId)) {
        const response = await test
          .request()
          .get(path)
          .query(kind === 'bearer' ? { client_id: tenant.clientId } : {})
          .set(headers);
        const wanted = kind === 'nobody' ? 401 : ANALYTICS_READERS.includes(scope!) ? 200 : 404;
        expect([name, response.status]).toEqual([name, wanted]);
        if (wanted === 200) answers.add(`${response.get('ETag')} ${response.text}`);
      }
      const other = await test.world.aKey(await test.world.aTenant(), 'read-only');
      const elsewhere = await test.request().get(path).set('X-API-Key', other).expect(200);
      answers.add(`${elsewhere.get('ETag')} ${elsewhere.text}`);
      expect(answers.size).toBe(1);
    },
  );

  it('lists voices of a language, of a region and of a status', async () => {
    const ids = async (query: string): Promise<unknown[]> =>
      (await itemsOf(`/v1/catalogs/voices?${query}`)).map((item) => item['voice_id']);
    expect(await ids('language=EN-au')).toEqual(['en-au-harriet', 'en-au-jack', 'en-au-jack-classic']);
    expect(await ids('language=en-AU&status=deprecated')).toEqual(['en-au-jack-classic']);
    expect(await ids('language=pt')).toEqual([]);
    const english = PlatformCatalogue.voices.filter(({ language }) => language.startsWith('en-'));
    expect(await ids('language=en')).toEqual(english.map(({ voice_id }) => voice_id));
  });

  it('lists models of a modality and of a status', async () => {
    const models = await itemsOf('/v1/catalogs/models?modality=audio&status=ga');
    expect(models.map((item) => item['model_id'])).toEqual(['gpt-realtime']);
  });

  it.each([
    ['/v1/catalogs/voices?language=en_AU', 400, 'language'],
    ['/v1/catalogs/voices?language=', 400, 'language'],
    ['/v1/catalogs/voices?language=en&language=fr', 422, 'language'],
    ['/v1/catalogs/voices?status=retired', 400, 'status'],
    ['/v1/catalogs/models?modality=video', 400, 'modality'],
    ['/v1/catalogs/models?family=openai', 422, 'family'],
    ['/v1/catalogs/voices?language=%FF', 400, 'language'],
    ['/v1/catalogs/voices?language=en%00', 400, 'language'],
    ['/v1/catalogs/voices?language=en%0A', 400, 'language'],
    ['/v1/catalogs/voices?language=en-', 400, 'language'],
    ['/v1/catalogs/voices?language=*', 400, 'language'],
    // The Kelvin sign, whose lower case is k.
    ['/v1/catalogs/voices?language=%E2%84%AAo', 400, 'language'],
    ['/v1/catalogs/voices?language[]=en', 422, '(unnamed)'],
    ['/v1/catalogs/voices?language[x]=en', 422, '(unnamed)'],
    ['/v1/catalogs/voices?Language=en', 422, 'Language'],
    ['/v1/catalogs/voices?modality=text', 422, 'modality'],
    ['/v1/catalogs/voices?status=', 400, 'status'],
    ['/v1/catalogs/voices?status', 400, 'status'],
    ['/v1/catalogs/voices?status=GA', 400, 'status'],
    ['/v1/catalogs/voices?status=%20ga', 400, 'status'],
    ['/v1/catalogs/voices?status=ga,beta', 400, 'status'],
    ['/v1/catalogs/voices?status=ga&status=ga', 422, 'status'],
    ['/v1/catalogs/voices?status=constructor', 400, 'status'],
    ['/v1/catalogs/voices?constructor=ga', 422, 'constructor'],
    ['/v1/catalogs/models?modality=', 400, 'modality'],
    ['/v1/catalogs/models?modality=TEXT', 400, 'modality'],
    ['/v1/catalogs/models?modality=text&modality=image', 422, 'modality'],
    ['/v1/catalogs/models?language=en', 422, 'language'],
    // A malformed value is reported before an unknown parameter.
    ['/v1/catalogs/models?modality=video&family=openai', 422, 'family'],
  ])('%s is refused, and says which parameter is wrong', async (path, status, name) => {
    const { text } = await get(path).expect(status);
    expect(text).toContain(name);
  });

  it.each(PATHS)('%s is not sent again to a caller that has it', async (path) => {
    const { headers, text } = await get(path).expect(200);
    const etag = headers['etag']!;
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await get(path, { 'If-None-Match': known }).expect(304);
      expect([answer.text, answer.get('ETag')]).toEqual(['', etag]);
    }
    expect((await get(path, { 'If-None-Match': '"other"' }).expect(200)).text).toBe(text);
    const filtered = await get(`${path}?status=beta`, { 'If-None-Match': etag }).expect(200);
    expect(filtered.get('ETag')).not.toBe(etag);
  });

  it('gives one ETag to filters that list the same, and others to those that do not', async () => {
    const etagOf = async (query: string): Promise<string> =>
      (await get(`/v1/catalogs/voices?${query}`).expect(200)).get('ETag')!;
    expect(await etagOf('language=en-au')).toBe(await etagOf('language=EN-AU'));
    expect(await etagOf('status=ga&language=en')).toBe(await etagOf('language=en&status=ga'));
    const queries = ['', 'status=ga', 'status=deprecated', 'language=en', 'language=en-AU'];
    const etags = await Promise.all(queries.map(etagOf));
    expect(new Set(etags).size).toBe(queries.length);
    // The etag of one filter does not match another filter.
    const [, ga] = etags as [string, string];
    await get('/v1/catalogs/voices?status=ga', { 'If-None-Match': ga }).expect(304);
    await get('/v1/catalogs/voices?status=deprecated', { 'If-None-Match': ga }).expect(200);
  });

  it.each<[string, number]>([
    ['*', 304],
    ['"*"', 200],
    ['W/"x", "y", *', 200],
    ['"x,*,y"', 200],
    ['', 200],
    ['nonsense', 200],
    ['"', 200],
    [Array.from({ length: 200 }, (_, index) => `"${index}"`).join(','), 200],
  ])('takes an If-None-Match of %s for what it says', async (known, status) => {
    await get('/v1/catalogs/voices', { 'If-None-Match': known }).expect(status);
  });

  it('looks at parameters before what the caller has', async () => {
    await get('/v1/catalogs/voices?status=retired', { 'If-None-Match': '*' }).expect(400);
  });

  it.each(PATHS)('%s names its ETag in the document', (path) => {
    const { responses } = wholeOpenApi(test.app, 'public').paths[path]!.get!;
    for (const status of ['200', '304']) expect(responses[status]).toHaveProperty('headers.ETag');
  });
});
