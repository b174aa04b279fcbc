import { describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProjectFixture, useProjectFixture, codeOf, fieldsOf } from '../configuration/editing.js';
import { auditOf, send } from '../releases/releasing.js';
import { aConversationTest, EVERY_ASSERTION } from './testing-assistants.js';

interface Kept {
  readonly test_id: string;
  readonly name: string;
  readonly etag: string;
  readonly standing: string;
  readonly script: object;
  readonly findings: readonly { code: string; path: string }[];
}

describe('conversation tests of a project', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  const create = (body: object, others: Parameters<typeof send>[4] = {}) =>
    send(test, desk, 'post', 'conversation-tests', { body, ...others });
  const made = async (body: object = aConversationTest()): Promise<Kept> =>
    (await create(body).expect(201)).body as Kept;
  const show = (id: string) => send(test, desk, 'get', `conversation-tests/${id}`);
  const list = async (): Promise<Kept[]> =>
    ((await send(test, desk, 'get', 'conversation-tests').expect(200)).body as { items: Kept[] }).items;

  // workspace 13.1, 13.2, 13.7, 13.8
  it('are kept, shown and listed by name', async () => {
    const second = await made(aConversationTest('Books a visit'));
    const first = await made(aConversationTest('Asks for a person'));
    expect(first).toMatchObject({
      ...aConversationTest('Asks for a person'),
      standing: 'not_run',
      last_results: { draft: null, published: null },
      findings: [],
      created_by: desk.adminId,
      updated_by: desk.adminId,
    });
    const shown = await show(first.test_id).expect(200);
    expect(shown.body).toEqual(first);
    expect(shown.get('ETag')).toBe(`"${first.etag}"`);
    const listed = await list();
    expect(listed.map(({ test_id }) => test_id)).toEqual([first.test_id, second.test_id]);
    expect(listed[0]).not.toHaveProperty('script');
    expect(await auditOf(test, desk, 'conversation_test.saved')).toMatchObject([
      { metadata: { test_id: second.test_id, turns: 2, assertions: 2 } },
      { metadata: { test_id: first.test_id } },
    ]);
  });

  // workspace 13.3
  it('are made once under one key, however many ask at the same time', async () => {
    const body = aConversationTest();
    await create(body, { key: null }).expect(400);
    const asked = Array.from({ length: atDepth({ ordinary: 10, full: 50 }) }, () =>
      create(body, { key: 'one' }),
    );
    const answers = await Promise.all(asked);
    // While the first one runs, the others get that answer or, on a busy machine, a timeout.
    expect(answers.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([]);
    const [first, second] = [
      await create(body, { key: 'one' }).expect(201),
      await create(body, { key: 'one' }).expect(201),
    ];
    expect(second.body).toEqual(first.body);
    expect(await list()).toHaveLength(1);
  });

  // workspace 13.5
  it('are replaced by those who have read them', async () => {
    const { test_id: id, etag } = await made();
    const replace = (body: object, ifMatch?: string) =>
      send(test, desk, 'put', `conversation-tests/${id}`, { body, key: null, ...(ifMatch && { ifMatch }) });
    const next = aConversationTest('Asks for opening hours', { assertions: EVERY_ASSERTION });
    await replace(next).expect(428);
    await replace(next, '*').expect(428);
    const replaced = (await replace(next, `"${etag}"`).expect(200)).body as Kept;
    expect(replaced.etag).not.toBe(etag);
    const stale = await replace(aConversationTest(), `"${etag}"`).expect(409);
    expect(stale.body).toMatchObject({
      error: {
        code: 'conflict',
        details: { stale: { guard: 'If-Match', sent: etag, current: replaced.etag } },
      },
    });
    expect((await show(id)).body).toEqual(replaced);
  });

  it('keep their etag if they are replaced by the same content', async () => {
    const { test_id: id, etag } = await made();
    const body = aConversationTest();
    const again = await send(test, desk, 'put', `conversation-tests/${id}`, { body, ifMatch: `"${etag}"` });
    expect([again.status, (again.body as Kept).etag]).toEqual([200, etag]);
    expect(await auditOf(test, desk, 'conversation_test.saved')).toHaveLength(1);
  });

  // workspace 13.5
  it('are deleted by those who have read them', async () => {
    const { test_id: id, etag } = await made();
    const remove = (ifMatch?: string) =>
      send(test, desk, 'delete', `conversation-tests/${id}`, { key: null, ...(ifMatch && { ifMatch }) });
    await remove().expect(428);
    await remove('"000000000000000000000000"').expect(409);
    expect((await remove(`"${etag}"`).expect(200)).body).toMatchObject({ test_id: id });
    await show(id).expect(404);
    await remove(`"${etag}"`).expect(404);
    expect(await list()).toEqual([]);
  });

  // workspace 13.4
  it('say which destinations and tools the project does not have', async () => {
    const { findings } = await made(aConversationTest('All', { assertions: EVERY_ASSERTION }));
    const expected = [
      ['destination_unknown', 'assertions.1.destination'],
      ['tool_unknown', 'assertions.2.tool'],
    ];
    expect(findings.map(({ code, path }) => [code, path])).toEqual(expected);
    expect((await list())[0]!.findings).toHaveLength(2);
  });

  // workspace 13.6
  it('are fifty at most, and no two are called the same', async () => {
    await made(aConversationTest('The first'));
    const taken = await create(aConversationTest('The first')).expect(409);
    expect(codeOf(taken)).toBe('conversation_test_exists');
    const { clientId, dataEnv } = desk.tenant;
    await test.world.sql(
      `INSERT INTO conversation_tests (client_id, data_env, project_id, test_id, name, etag, assertion_count,
              definition_encrypted, created_at, created_by, updated_at, updated_by)
       SELECT $1, $2, $3, gen_random_uuid(), 'Test ' || n, 'etag', 1, '\\x00', now(), 'x', now(), 'x'
         FROM generate_series(1, 48) n`,
      [clientId, dataEnv, desk.projectId],
    );
    await create(aConversationTest('The fiftieth')).expect(201);
    const full = await create(aConversationTest('One more')).expect(409);
    expect([codeOf(full), full.text]).toEqual(['conversation_test_limit', expect.stringContaining(' 50 ')]);
  });

  it('are not written in an archived project', async () => {
    const { test_id: id, etag } = await made();
    await test.world.archive(desk.projectId);
    const body = aConversationTest('Another');
    const refused = [
      await create(body),
      await send(test, desk, 'put', `conversation-tests/${id}`, { body, ifMatch: `"${etag}"` }),
      await send(test, desk, 'delete', `conversation-tests/${id}`, { ifMatch: `"${etag}"` }),
    ];
    expect(refused.map((it) => [it.status, codeOf(it)])).toEqual(Array(3).fill([409, 'project_archived']));
    await show(id).expect(200);
  });

  it('of others are not there', async () => {
    const { test_id: id, etag } = await made();
    const other = await aProjectFixture(test);
    await send(test, other, 'get', `conversation-tests/${id}`).expect(404);
    await send(test, other, 'delete', `conversation-tests/${id}`, { ifMatch: `"${etag}"` }).expect(404);
    for (const absent of ['none', '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e', '%00']) {
      await send(test, desk, 'get', `conversation-tests/${absent}`).expect(404);
    }
  });

  const { script, assertions } = aConversationTest();
  const turn = { says: 'Hello' };

  // workspace 13.2
  it.each<[string, object, string]>([
    [
      'an unknown field of the script',
      aConversationTest('X', { script: { ...script, voice: 'x' } }),
      'script.voice',
    ],
    [
      'an unknown field of a turn',
      aConversationTest('X', { script: { ...script, turns: [{ ...turn, wait: 1 }] } }),
      'script.turns.0.wait',
    ],
    ['no name', { script, assertions }, 'name'],
    ['an empty name', aConversationTest(''), 'name'],
    ['a name of two lines', aConversationTest('a\nb'), 'name'],
    ['a name of 121 characters', aConversationTest('a'.repeat(121)), 'name'],
    ['a telephone number as name', aConversationTest('Calls from +61491570159'), 'name'],
    ['no turns', aConversationTest('X', { script: { ...script, turns: [] } }), 'script.turns'],
    [
      '31 turns',
      aConversationTest('X', { script: { ...script, turns: Array(31).fill(turn) } }),
      'script.turns',
    ],
    [
      'a turn of 501 characters',
      aConversationTest('X', { script: { ...script, turns: [{ says: 'a'.repeat(501) }] } }),
      'script.turns.0.says',
    ],
    ['no language', aConversationTest('X', { script: { turns: [turn] } }), 'script.language'],
    [
      'a language that is none',
      aConversationTest('X', { script: { ...script, language: 'English' } }),
      'script.language',
    ],
    [
      'a variable that no prompt can have',
      aConversationTest('X', { script: { ...script, variables: { Guest: 'x' } } }),
      'script.variables.Guest',
    ],
    ['no assertions', aConversationTest('X', { assertions: [] }), 'assertions'],
    ['21 assertions', aConversationTest('X', { assertions: Array(21).fill(assertions[1]) }), 'assertions'],
    [
      'an assertion of another kind',
      aConversationTest('X', { assertions: [{ kind: 'agent_smiles' }] }),
      'assertions.0',
    ],
    [
      'an assertion with an unknown field',
      aConversationTest('X', { assertions: [{ kind: 'max_turns', turns: 3, or: 4 }] }),
      'assertions.0.or',
    ],
    [
      'half a turn',
      aConversationTest('X', { assertions: [{ kind: 'max_turns', turns: 1.5 }] }),
      'assertions.0.turns',
    ],
    [
      '0 turns',
      aConversationTest('X', { assertions: [{ kind: 'max_turns', turns: 0 }] }),
      'assertions.0.turns',
    ],
    ['no body', [], 'body'],
  ])('are not kept with %s', async (_, body, field) => {
    const refused = await create(body);
    expect(refused.status, refused.text).toBe(422);
    expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
    expect(await list()).toEqual([]);
  });
});
