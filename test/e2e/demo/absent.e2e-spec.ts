import { describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { DIAL_ME } from './dial-me.js';

// demo 1.2
describe('the public demo of a deployment that sets none', () => {
  const test = useSharedApp();

  it.each([
    ['GET', `${DIAL_ME}/challenge`, undefined],
    ['POST', DIAL_ME, '{'],
    ['POST', DIAL_ME, '{"phone":7}'],
    ['GET', '/demo', undefined],
  ])('is absent: %s %s %s', async (method, path, body) => {
    const send = async (to: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${test.baseUrl}${to}`, { method, headers, ...(body && { body }) });
      return [response.status, await response.text()];
    };
    expect(await send(path)).toEqual([404, '{"error":"Not found.","status_code":404}']);
    expect(await send('/v1/public/demo/unknown')).toEqual(await send(path));
  });
});
