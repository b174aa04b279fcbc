import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** GET without the headers and decoding that clients add. */
const raw = (url: string, headers: Record<string, string> = {}): Promise<Raw> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });

const FILES = [
  '/openapi.json',
  '/docs',
  '/docs/swagger-ui-init.js',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
];

describe('the documentation of the API', () => {
  const test = useTestApp();
  const ask = (path: string, headers?: Record<string, string>) => raw(`${test.baseUrl}${path}`, headers);

  it('is shown with a filter and with its operations collapsed', async () => {
    const { bytes } = await ask('/docs/swagger-ui-init.js');
    expect(bytes.toString('utf8')).toMatch(/docExpansion: 'none',\n\s+filter: true,/);
  });

  it('gives no example of an Idempotency-Key, which two callers would share, and warns of what dials', async () => {
    const { bytes } = await ask('/openapi.json');
    const { paths } = JSON.parse(bytes.toString('utf8')) as {
      paths: Record<string, { post?: { description?: string } }>;
    };
    expect(bytes.toString('utf8')).not.toContain('my-first-attempt');
    const dialling = ['/v1/dispatches', '/v1/projects/{project_id}/test-call/request'];
    const campaign = ['run', 'resume'].map((action) => `/v1/outbound-campaigns/{campaign_id}/${action}`);
    for (const path of [...dialling, ...campaign])
      expect([path, paths[path]?.post?.description]).toEqual([
        path,
        expect.stringMatching(/^This dials real telephones?\.|^This dials a real telephone\./),
      ]);
  });

  it.each(FILES)('%s comes in the coding the caller takes, the same bytes in each', async (path) => {
    const [plain, br, gzip] = await Promise.all([
      ask(path),
      ask(path, { 'accept-encoding': 'gzip, deflate, br' }),
      ask(path, { 'accept-encoding': 'gzip' }),
    ]);
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ]);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers, bytes } of [plain, br, gzip]) {
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(bytes.length) });
    }
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it.each(FILES)('%s is not sent again to a caller that has it', async (path) => {
    const first = await ask(path, { 'accept-encoding': 'br' });
    expect(first.headers['cache-control']).toBe('no-cache');
    for (const tag of [
      first.headers.etag!,
      `W/${first.headers.etag}`,
      `"other", ${first.headers.etag}`,
      '*',
    ]) {
      const again = await ask(path, { 'accept-encoding': 'br', 'if-none-match': tag });
      expect({ status: again.status, length: again.bytes.length }).toEqual({ status: 304, length: 0 });
      expect(again.headers.etag).toBe(first.headers.etag);
    }
    expect((await ask(path, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200);
    expect((await ask(path, { 'if-none-match': first.headers.etag! })).status).toBe(200);
  });

  it.each(FILES)('%s is safe to look at', async (path) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const text = String(headers['content-security-policy']);
    const policy = new Map(
      text.split('; ').map((part) => {
        const [name = '', ...sources] = part.split(' ');
        return [name, sources.join(' ')] as const;
      }),
    );
    expect(policy.get('default-src')).toBe(`'none'`);
    expect(policy.get('script-src')).toBe(`'self'`);
    expect(policy.get('frame-ancestors')).toBe(`'none'`);
    expect(text).not.toMatch(/unsafe|https?:|\*/);
  });

  // Fails if the page carries what its policy forbids, or names a file that is not served.
  it('is a page without anything inline, all of whose files are there', async () => {
    const page = (await ask('/docs')).bytes.toString();
    for (const [, attributes, content] of page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
      expect(attributes).toContain(' src="/docs/');
      expect(content).toBe('');
    }
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) {
      const { status, headers } = await ask(path);
      expect(`${path} ${status}`).toBe(`${path} 200`);
      expect(headers['content-type']).toMatch(
        path.endsWith('.js') ? /^text\/javascript/ : path.endsWith('.css') ? /^text\/css/ : /^image\/png/,
      );
    }
  });

  it('forgets credentials with the page and asks nobody else', async () => {
    const init = (await ask('/docs/swagger-ui-init.js')).bytes.toString();
    expect(init).toContain('persistAuthorization: false');
    expect(init).toContain('validatorUrl: null');
  });

  it('serves nothing else of the package', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/swagger-ui-bundle.js.map',
      '/docs/../package.json',
      '/docs/x',
    ]) {
      expect((await ask(path)).status).toBe(404);
    }
  });
});

describe('documentation that is closed', () => {
  it('is not there', async () => {
    const test = await startTestApp({ settings: (base) => ({ ...base, docs: { isOpen: false } }) });
    try {
      for (const path of FILES) {
        const { status, headers, bytes } = await raw(`${test.baseUrl}${path}`);
        expect(status).toBe(404);
        expect(headers['content-type']).toContain('application/json');
        expect(bytes.toString()).not.toContain('openapi');
      }
    } finally {
      await test.close();
    }
  });
});
