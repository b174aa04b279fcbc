import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformAdapter } from './configure-app.js';

describe('Requests that a connection sends ahead of their answers', () => {
  const MOST_AHEAD = 32;
  const MOST_AT_WORK = 8;

  let adapter: PlatformAdapter;
  let client: Socket;
  let port: number;
  let seen: number;
  let held: (() => void)[];
  let isHeld: boolean;
  let received: string;

  beforeEach(async () => {
    [seen, held, isHeld, received] = [0, [], true, ''];
    adapter = new PlatformAdapter();
    adapter.post('/held', async (request: Request, response: Response) => {
      if (isHeld) await new Promise<void>((goOn) => held.push(goOn));
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      response.end(`<${request.url.slice(-5)}:${bytes}>`);
    });
    adapter.get('/answer', (_request: Request, response: Response) => response.end());
    adapter.initHttpServer();
    const server = adapter.getHttpServer();
    server.prependListener('request', ({ url }: Request) => {
      if (url.startsWith('/held')) seen += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    client = connect(port, '127.0.0.1');
    client.setEncoding('latin1').on('data', (text: string) => (received += text));
  });

  afterEach(async () => {
    client.destroy();
    letGo();
    await adapter.close();
  });

  const post = (n: number, bytes = 0): string =>
    `POST /held?n=${String(n).padStart(5, '0')} HTTP/1.1\r\nHost: here\r\nContent-Length: ${bytes}\r\n\r\n`;

  const letGo = (): void => {
    isHeld = false;
    for (const goOn of held.splice(0)) goOn();
  };

  /** Sends enough other requests for the server to have read everything that was sent before. */
  async function others(): Promise<void> {
    for (let turn = 0; turn < 50; turn += 1) await fetch(`http://127.0.0.1:${port}/answer`);
  }

  const answered = async (count: number): Promise<string[]> => {
    for (;;) {
      const answers = received.match(/<\d+:\d+>/g) ?? [];
      if (answers.length >= count) return answers;
      await once(client, 'data');
    }
  };

  const sendAhead = (first: number, count: number): void => {
    client.write(Array.from({ length: count }, (_, n) => post(first + n)).join(''));
  };

  // Fails if all are begun, or read, at once: 27 KB each, for as long as the first of them takes.
  // requests 1.8
  it('wait, all but a few, and the connection is read no further meanwhile', async () => {
    sendAhead(0, MOST_AHEAD);
    await others();
    expect(held).toHaveLength(MOST_AT_WORK);
    sendAhead(MOST_AHEAD, MOST_AHEAD);
    await others();
    expect(seen).toBe(MOST_AHEAD);
    letGo();
    const sent = 2 * MOST_AHEAD;
    const answers = await answered(sent);
    expect(answers).toEqual(Array.from({ length: sent }, (_, n) => `<${String(n).padStart(5, '0')}:0>`));
  });

  // Fails if those of one read wait, however many they are: 2,500 of 5 KB each, on every
  // connection. requests 1.8
  it('end the connection when they are too many', async () => {
    const closed = once(client, 'close');
    sendAhead(0, MOST_AHEAD + 1);
    await closed;
    expect(held).toHaveLength(MOST_AT_WORK);
    await others();
  });

  // Fails if the server begins each of them at once although the client has gone.
  it('are no longer begun once the connection is gone', async () => {
    sendAhead(0, MOST_AHEAD);
    await others();
    client.destroy();
    letGo();
    isHeld = true;
    await others();
    expect(seen).toBeGreaterThan(2 * MOST_AT_WORK);
    // Responses written before the end of the connection is noticed make room for as many others.
    expect(held.length).toBeLessThanOrEqual(MOST_AT_WORK);
  });

  it('may have bodies that come only when it is their turn', async () => {
    const body = 'x'.repeat(200_000);
    for (let n = 0; n <= MOST_AT_WORK; n += 1) client.write(post(n));
    client.write(post(MOST_AT_WORK + 1, body.length) + body.slice(1));
    await others();
    letGo();
    await answered(MOST_AT_WORK + 1);
    client.write('x');
    expect((await answered(MOST_AT_WORK + 2)).at(-1)).toBe('<00009:200000>');
  });
});

describe('Answers that their receivers do not take', () => {
  const MIB = 1024 * 1024;
  const WITHIN = { timeout: 60_000 };
  let adapter: PlatformAdapter;
  let port: number;
  let replied: number;
  const clients: Socket[] = [];

  beforeEach(async () => {
    replied = 0;
    adapter = new PlatformAdapter();
    const large = { text: 'x'.repeat(2 * MIB) };
    const kinds = { json: () => large, file: () => new StreamableFile(Buffer.alloc(2 * MIB, 'x')) };
    for (const [kind, made] of Object.entries(kinds))
      adapter.get(`/${kind}`, (_request: Request, response: Response) => {
        replied += 1;
        adapter.reply(response, made());
      });
    adapter.initHttpServer();
    const server = adapter.getHttpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await adapter.close();
  });

  const ask = (kind: string, count: number): void => {
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    client.pause().write(`GET /${kind} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(count));
    clients.push(client);
  };
  const connections = (): Promise<number> =>
    new Promise((resolve) => {
      adapter.getHttpServer().getConnections((_error: Error | null, count: number) => resolve(count));
    });

  // Fails if they are kept for as long as their connections are open: some hundreds exhaust the
  // heap. requests 1.10
  it.each(['json', 'file'])('end their connections once they are too many: %s', async (kind) => {
    for (let n = 0; n < 12; n += 1) ask(kind, 8);
    await vi.waitFor(() => expect(replied).toBeGreaterThanOrEqual(12 * 8), WITHIN);
    await vi.waitFor(async () => expect(await connections()).toBeLessThan(12), WITHIN);
    expect(await connections()).toBeGreaterThan(0);
    const answer = await fetch(`http://127.0.0.1:${port}/json`);
    expect((await answer.text()).length).toBeGreaterThan(2 * MIB);
  });

  it('stay where they are few', async () => {
    ask('json', 8);
    const answer = await fetch(`http://127.0.0.1:${port}/json`);
    expect((await answer.text()).length).toBeGreaterThan(2 * MIB);
    expect(await connections()).toBeGreaterThan(0);
  });
});
