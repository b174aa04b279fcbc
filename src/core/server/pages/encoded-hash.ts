import type { Request, Response } from 'express';
import { isRead } from './serve-assets.js';

/**
 * Redirects a link whose `#` a mail program has written as `%23`, so that browsers keep the part
 * after it to themselves.
 * @returns whether the request was such a link
 */
export function redirectEncodedHash(page: string, { method, path }: Request, response: Response): boolean {
  const start = `${page}%23`;
  if (!isRead(method) || !path.startsWith(start)) return false;
  // The characters of tokens: nothing else of the address is passed on to the page.
  const [token = ''] = /^[\w-]*/.exec(path.slice(start.length)) ?? [];
  response
    .setHeaders(new Map([...NOT_KEPT, ['Location', `${page}#${token}`]]))
    .writeHead(302)
    .end();
  return true;
}

const NOT_KEPT = [
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
] as const;
