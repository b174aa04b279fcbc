import { readFileSync } from 'node:fs';
import { SettingsError } from '../../../config/environment-tables.js';

/** An image of the deployment, in the head of pages and on the tabs of browsers. */
export interface Logo {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A logo is a few hundred pixels wide; each first view loads it. */
const MAX_BYTES = 64 * 1024;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** A handset, for deployments without their own logo. */
const DEFAULT_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#2c57be"/>' +
  '<path d="M8 5.5 6 7c0 6 5 11 11 11l1.5-2-3.5-2-1.5 1c-2-1-3.5-2.5-4.5-4.5l1-1.5z" fill="#fff"/></svg>';

/**
 * The logo of a deployment, read once at startup.
 * @throws SettingsError if the file is invalid
 */
export function logoOf(file: string | undefined): Logo {
  if (file === undefined) return { type: 'image/svg+xml', bytes: Buffer.from(DEFAULT_LOGO) };
  const bytes = bytesOf(file);
  if (bytes.length > MAX_BYTES)
    throw new SettingsError([`PORTAL_LOGO_FILE must have at most ${MAX_BYTES} bytes`]);
  if (bytes.subarray(0, PNG.length).equals(PNG)) return { type: 'image/png', bytes };
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?<svg[\s>]/.test(bytes.toString('utf8'))) {
    return { type: 'image/svg+xml', bytes };
  }
  throw new SettingsError(['PORTAL_LOGO_FILE must name an SVG or PNG file']);
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new SettingsError(['PORTAL_LOGO_FILE must name a file that can be read']);
  }
}
