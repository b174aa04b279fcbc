import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announce } from '../harness/children.ts';

// Part of the floor of S19p: takes every post, and refuses it without a look.

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(429).end());
});
server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
