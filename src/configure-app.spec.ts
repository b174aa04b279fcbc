import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformAdapter } from './configure-app.js';
import { Cooperative } from './core/event-loop/cooperative.js';

describe('An answer', () => {
  const adapter = new PlatformAdapter();
  let hadEnded: boolean | undefined;
  let url = '';

  beforeAll(async () => {
    adapter.get('/answer', (request: Request, response: Response) => {
      if (request.query['beside'] === 'slices') void new Cooperative().yieldToEventLoop();
      adapter.reply(response, { text: 'Grüße' }, 200);
      hadEnded = response.writableEnded;
    });
    adapter.initHttpServer();
    const server = adapter.getHttpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`;
  });

  afterAll(() => adapter.close());

  const answer = async (query = ''): Promise<unknown> => {
    const response = await fetch(`${url}${query}`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-length')).toBe('18');
    return response.json();
  };

  it('goes out at the end of its turn of the event loop, with the others of that turn', async () => {
    expect(await answer()).toEqual({ text: 'Grüße' });
    expect(hadEnded).toBe(false);
  });

  it('goes out at once beside work in slices, which would come before that end', async () => {
    expect(await answer('?beside=slices')).toEqual({ text: 'Grüße' });
    expect(hadEnded).toBe(true);
  });
});
