import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** How invoice files are sent; tests make them long, broken or different. */
export interface LocalFile {
  readonly bytes: number;
  /** Breaks off after this many bytes. */
  readonly stopAfter?: number;
  /** The URL to redirect to instead. */
  readonly redirect?: string;
  readonly type?: string;
  readonly onChunk?: (sent: number) => void;
  readonly onEnd?: () => void;
}

/** A file of one page, padded to the required length by a comment after its end. */
export async function sendFile(file: LocalFile, { pathname }: URL, response: ServerResponse): Promise<void> {
  if (file.redirect !== undefined) {
    response.writeHead(302, { location: file.redirect });
    return void response.end();
  }
  response.writeHead(200, { 'content-type': file.type ?? 'application/pdf' });
  await pipeline(Readable.from(chunks(file, onePage(pathname.split('/')[2] ?? ''))), response).catch(() =>
    response.destroy(),
  );
  file.onEnd?.();
}

async function* chunks(file: LocalFile, page: string): AsyncGenerator<Buffer> {
  yield Buffer.from(page);
  const chunk = Buffer.alloc(64 * 1024, '%');
  for (let sent = page.length; sent < file.bytes; sent += chunk.length) {
    if (file.stopAfter !== undefined && sent >= file.stopAfter) {
      // The bytes written so far need this long to be sent before the connection is closed.
      await delay(20);
      throw new Error('broken off');
    }
    file.onChunk?.(sent);
    yield chunk;
  }
}

function onePage(name: string): string {
  const text = `BT /F1 18 Tf 72 760 Td (Invoice ${name.replaceAll(/[^A-Za-z0-9_-]/g, '')}) Tj ET`;
  return [
    '%PDF-1.4',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R',
    '  /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj',
    `4 0 obj << /Length ${text.length} >> stream`,
    text,
    'endstream endobj',
    'trailer << /Root 1 0 R >>',
    '%%EOF',
    '',
  ].join('\n');
}

/** Replaces the provider's own pages. */
export function sendPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(
    '<!doctype html><title>Billing</title><p>The pages of the billing provider would be here.</p>',
  );
}
