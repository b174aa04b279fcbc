import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { numbers } from './dispatching.js';
import type { RuntimeFixture } from './dispatching.js';

/** A Wednesday, 12:00 in Sydney. */
export const NOON = '2026-11-25T01:00:00.000Z';

export const DISCLOSED = {
  cli_return_number: '+61255501234',
  cli_employer_name: 'Harbour Dental',
  cli_authorizer_name: 'Ines Canary',
  cli_call_purpose: 'Recall',
};
const WASHED = {
  registry_status: 'not_listed',
  registry_checked_at_utc: '2026-11-20T00:00:00Z',
  registry_valid_until_utc: '2026-12-20T00:00:00Z',
};
export const RESEARCH = {
  call_type: 'research',
  recipient_subdivision: 'AU-NSW',
  ...WASHED,
  compliance: DISCLOSED,
};

export interface Single {
  readonly dispatch_id: string;
  readonly status: string;
  readonly disposition: string | null;
  readonly call_id: string | null;
  readonly refused_codes: readonly string[];
}

/** A partner's requests for single calls in a desk's project. */
export const callsOf = ({ test, desk }: RuntimeFixture) => ({
  ask: (fields: object = {}, { key = randomUUID(), as = desk.admin } = {}): Promise<Response> =>
    test
      .request()
      .post('/v1/dispatches')
      .set(as)
      .query({ client_id: desk.tenant.clientId })
      .set('Idempotency-Key', key)
      .send({ project_id: desk.projectId, to_number: numbers(1)[0], call_type: 'service', ...fields })
      .then(),
  async asked(fields: object = {}): Promise<Single> {
    const response = await this.ask(fields);
    if (response.status !== 202) throw new Error(`${response.status} ${response.text}`);
    return response.body as Single;
  },
  show: (dispatchId: string, as: object = desk.admin): Promise<Response> =>
    test
      .request()
      .get(`/v1/dispatches/${dispatchId}`)
      .set(as as Record<string, string>)
      .query({ client_id: desk.tenant.clientId })
      .then(),
  async status(dispatchId: string): Promise<Single> {
    return (await this.show(dispatchId)).body as Single;
  },
});

export type SingleCalls = ReturnType<typeof callsOf>;
