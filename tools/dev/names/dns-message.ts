import { isIPv6 } from 'node:net';

const HEADER_BYTES = 12;
const TYPES = { 1: 'A', 16: 'TXT', 28: 'AAAA' } as const;
const TYPE_NUMBERS = { A: 1, TXT: 16, AAAA: 28 } as const;

/** The question of a DNS message; the server answers no other types. */
export interface Question {
  readonly name: string;
  readonly type: keyof typeof TYPE_NUMBERS | undefined;
  /** The offset after the question in the message. */
  readonly end: number;
}

/** How a name server answers: with records, that the name does not exist, or that it failed. */
export type Said = readonly string[] | 'no such name' | 'failed';

export function questionOf(message: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[message.readUInt16BE(at + 1) as keyof typeof TYPES];
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

/** The answer to a message, with a TTL of zero. */
export function answerTo(message: Buffer, { type, end }: Question, said: Said): Buffer {
  const records =
    type === undefined || typeof said === 'string'
      ? []
      : said.map((text) =>
          recordOf(TYPE_NUMBERS[type], type === 'TXT' ? textBytes(text) : addressBytes(text)),
        );
  const header = Buffer.from(message.subarray(0, HEADER_BYTES));
  // A response with recursion available; 2 is SERVFAIL, 3 means that the name does not exist.
  header.writeUInt16BE(0x8180 | (said === 'failed' ? 2 : said === 'no such name' ? 3 : 0), 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...records]);
}

/** Class IN, about the name at the beginning of the question. */
function recordOf(type: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(bytes.length, head.length - 2);
  return Buffer.concat([head, bytes]);
}

/** In chunks of at most 255 bytes. */
const textBytes = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/gs) ?? ['']).flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
  );

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  // URL writes the last 32 bits as hexadecimal groups in any case.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const last = after === undefined ? [] : groups(after);
  const zeros = Array.from({ length: 8 - groups(before).length - last.length }, () => '0');
  const all = [...groups(before), ...zeros, ...last];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
