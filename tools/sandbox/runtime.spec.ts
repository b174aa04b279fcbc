import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { SandboxRuntime } from './runtime.ts';

const LEASE = {
  dispatch_id: 'dispatch-1',
  campaign_id: null,
  contact_id: null,
  project_id: 'front-desk',
  to_number: '+61491570110',
  attempt_number: 1,
  voicemail_policy: { on_voicemail: 'hangup' },
};

// The call itself would last a minute.
it('ends a running call at once when it is stopped, and reports it', async () => {
  const states: string[] = [];
  const isDialling = Promise.withResolvers<void>();
  let leases: readonly object[] = [LEASE];
  const answers: Record<string, (body: { reports: readonly { state: string }[] }) => object> = {
    '/internal/v1/waiting-tests': () => ({ items: [] }),
    '/internal/v1/dispatches/take': () => {
      const taken = { leases };
      leases = [];
      return taken;
    },
    '/internal/v1/dispatches/reports': ({ reports }) => {
      states.push(...reports.map(({ state }) => state));
      isDialling.resolve();
      return { results: reports.map(() => ({ error: null })) };
    },
    '/internal/v1/calls': () => ({}),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = request.method === 'POST' ? await json(request) : null;
    response.end(JSON.stringify(answers[request.url!]!(body as never)));
  };
  const api = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const stop = new AbortController();
  const running = new SandboxRuntime({ apiUrl, apiKey: 'none', callMs: 600_000, parallel: 1 }).run(
    stop.signal,
  );
  await isDialling.promise;
  stop.abort();
  await running;
  expect(states).toEqual(['dialing', 'in_call', 'ended']);
  api.close();
  api.closeAllConnections();
});
