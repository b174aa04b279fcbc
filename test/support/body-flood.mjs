// Started by a test as a process of its own, so that the test's clock does not stand still while it sends:
//   node body-flood.mjs <port> <path> <key> <content type> <count>, the body on standard input.
// Sends the same body so many times at once and prints, as JSON, the head and the body of every answer.
import { connect } from 'node:net';

const [port, path, key, type, count] = process.argv.slice(2);
const pieces = [];
for await (const piece of process.stdin) pieces.push(piece);
const body = Buffer.concat(pieces);
const head = [
  `POST ${path} HTTP/1.1`,
  'Host: test',
  `X-API-Key: ${key}`,
  `Content-Type: ${type}`,
  `Content-Length: ${body.length}`,
].join('\r\n');

const send = () =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)$/im.exec(text)?.[1]);
      if (end !== -1 && text.length >= end + 4 + length) socket.destroy();
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
    socket.write(`${head}\r\n\r\n`);
    socket.write(body);
  });

process.stdout.write(JSON.stringify(await Promise.all(Array.from({ length: Number(count) }, send))));
