import type { NextFunction, Request, Response } from 'express';
import { codedFor, type BuiltPage } from './built-page.js';

// The names of assets change with their content.
const FOR_EVER = 'public, max-age=31536000, immutable';

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Serves the assets of a page below a path that ends in a slash, in the encoding for this browser;
 * passes on everything else.
 */
export const serveAssets =
  (page: BuiltPage, below: string) =>
  ({ method, path, headers }: Request, response: Response, next: NextFunction): void => {
    const asset = isRead(method) && path.startsWith(below) ? page.asset(path.slice(below.length)) : undefined;
    if (!asset) return next();
    response.setHeader('Content-Type', asset.type);
    response.setHeader('Cache-Control', FOR_EVER);
    response.setHeader('Vary', 'Accept-Encoding');
    const { coding, bytes } = codedFor(asset, headers['accept-encoding']);
    if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  };
