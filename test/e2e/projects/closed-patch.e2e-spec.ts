import { beforeAll, describe, expect, it } from 'vitest';
import { essence, setStage } from '../access/attempts.js';
import type { Stage } from '../access/attempts.js';
import { everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { useSharedApp } from '../../support/shared-app.js';

const BODIES: readonly [name: string, type: string, body: string | undefined][] = [
  ['none', 'application/json', undefined],
  ['a name', 'application/json', '{"display_name":"Renamed"}'],
  ['billing terms', 'application/json', '{"rate_per_minute":1}'],
  ['an unknown field', 'application/json', '{"nonsense":[1]}'],
  ['malformed JSON', 'application/json', '{"display_name": ['],
  ['no object', 'application/json', '[]'],
  ['another type', 'application/xml', '<project/>'],
  ['two megabytes', 'application/json', `"${'x'.repeat(2 * 1024 * 1024)}"`],
];

// projects 7.2
describe('PATCH /v1/projects/{project_id}', () => {
  const test = useSharedApp();
  let stage: Stage;
  let callers: Caller[];

  const patch = (id: string, headers: Readonly<Record<string, string>>, type: string, body?: string) => {
    const request = test.request().patch(`/v1/projects/${id}`).set(headers);
    return body === undefined ? request : request.set('Content-Type', type).send(body);
  };

  beforeAll(async () => {
    stage = await setStage(test);
    callers = await everyCaller(test.world, stage.own, stage.targets.projects.own);
  });

  it('is one 404 for every scope and every project', async () => {
    const answers = new Map<string, object>();
    for (const { name, kind, headers } of callers) {
      for (const id of [...Object.values(stage.targets.projects), '%00', 'x'.repeat(3000)]) {
        const response = await patch(id, headers, 'application/json', '{"display_name":"Renamed"}');
        expect(response.status, name).toBe(kind === 'nobody' ? 401 : 404);
        if (kind !== 'nobody') answers.set(JSON.stringify(essence(response)), response.body as object);
      }
    }
    expect([...answers.values()]).toEqual([
      {
        error: {
          code: 'not_found',
          message: 'Not found.',
          message_key: 'errors.not_found',
          status: 404,
          request_id: expect.any(String) as string,
        },
      },
    ]);
  });

  it.each(BODIES)('reads nothing of its body: %s', async (_name, type, body) => {
    const admin = callers.find(({ name }) => name === 'partner_admin session')!;
    const answer = await patch(stage.targets.projects.own, admin.headers, type, body);
    const plain = await patch(stage.targets.projects.own, admin.headers, type);
    expect(essence(answer)).toEqual(essence(plain));
    expect(answer.status).toBe(404);
  });

  it('changes nothing', async () => {
    const before = await test.world.sql('SELECT * FROM projects ORDER BY project_id');
    for (const { headers } of callers) {
      await patch(stage.targets.projects.own, headers, 'application/json', '{"display_name":"Renamed"}');
    }
    expect(await test.world.sql('SELECT * FROM projects ORDER BY project_id')).toEqual(before);
  });
});
