import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'files';

/** A bucket behind a server that can answer 503 instead. */
export class FakeS3 {
  isDown = false;

  private constructor(
    private readonly store: S3rver,
    private readonly folder: string,
    private readonly door: ReturnType<typeof createServer>,
  ) {}

  static async start(): Promise<FakeS3> {
    const folder = mkdtempSync(join(tmpdir(), 's3-'));
    const store = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, allowMismatchedSignatures: true, directory: folder },
      configureBuckets: [{ name: BUCKET }],
    });
    const { port } = await store.run();
    const door = createServer((asked, answer) =>
      it.isDown ? refuse(asked, answer) : pass(port, asked, answer),
    );
    const it = new FakeS3(store, folder, door);
    await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
    return it;
  }

  /**
   * Settings of a service that keeps its files in this bucket; the credentials are those of the
   * process.
   */
  get settings(): object {
    const { port } = this.door.address() as AddressInfo;
    return { FILE_STORE: 's3', S3_BUCKET: BUCKET, S3_ENDPOINT: `http://127.0.0.1:${port}` };
  }

  async close(): Promise<void> {
    this.door.closeAllConnections();
    await new Promise((resolve) => void this.door.close(resolve));
    await this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function refuse(asked: IncomingMessage, answer: ServerResponse): void {
  asked.resume();
  asked.once('end', () => {
    answer.writeHead(503, { 'content-type': 'application/xml' });
    answer.end('<Error><Code>ServiceUnavailable</Code></Error>');
  });
}

function pass(port: number, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = asked;
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers);
    found.pipe(answer);
  });
  passed.once('error', () => answer.destroy());
  asked.pipe(passed);
}
