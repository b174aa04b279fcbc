import { request } from 'node:http';
import { answerOrders } from './children.ts';

// Requests exports in a separate process and reads them as fast as they arrive, without storing
// anything.

export interface ExportOrder {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Also parses the file, which takes longer. */
  readonly counts: boolean;
}

export interface ExportAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly seconds: number;
  readonly bytes: number;
  /** Includes the header row; set if rows were counted. */
  readonly rows: number;
  /** The beginning of the file. */
  readonly sample: string;
}

const [QUOTE, NEWLINE] = [0x22, 0x0a];
const SAMPLE_BYTES = 600;

/** Counts line endings outside quotes. */
function rowCounter(): (chunk: Buffer) => number {
  let [isQuoted, rows] = [false, 0];
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === NEWLINE && !isQuoted) rows += 1;
    }
    return rows;
  };
}

function ask({ port, headers, body, counts }: ExportOrder): Promise<ExportAnswer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, method: 'POST', path: '/v1/calls/export', agent: false },
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const count = rowCounter();
        let [bytes, rows, sample] = [0, 0, ''];
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (sample.length < SAMPLE_BYTES) sample += chunk.toString('latin1', 0, SAMPLE_BYTES);
          if (counts) rows = count(chunk);
        });
        // Also if the response is cut off in the middle.
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            seconds: (performance.now() - started) / 1000,
            ...{ bytes, rows, sample },
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

answerOrders((order) => ask(order as unknown as ExportOrder));
