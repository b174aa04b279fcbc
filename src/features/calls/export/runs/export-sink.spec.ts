import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { ExportSink } from './export-sink.js';

const CHUNKS = 200;

/** Writes chunks that are filled with the letter of the path. */
const application = express().get('/:letter', async ({ params: { letter } }, response) => {
  const sink = new ExportSink(response);
  for (let count = 0; count < CHUNKS; count += 1) await sink.write(Buffer.alloc(64 * 1024, letter));
  sink.end();
});

async function ask(port: number, letter: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /${letter} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
  return socket;
}

async function bodyOf(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('latin1');
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}

describe('an answer that is sent in chunks', () => {
  it('holds its own bytes, however long its receiver waits while others are answered', async () => {
    const server = createServer(application).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const slow = await ask(port, 'S');
      await once(slow, 'readable');
      for (let round = 0; round < 3; round += 1) {
        expect(await bodyOf(await ask(port, 'F'))).toBe('F'.repeat(CHUNKS * 64 * 1024));
      }
      const text = await bodyOf(slow);
      expect([text.length, text.replaceAll('S', '')]).toEqual([CHUNKS * 64 * 1024, '']);
    } finally {
      server.close();
    }
  });
});
