import { makeExactValidator, str } from 'envalid';
import type { ClamdAddress } from './clamd-engine.js';

/** `tcp://host:port`, or `unix:/path/of/the/socket`. */
const clamdAddress = makeExactValidator<ClamdAddress>((input) => {
  const url = URL.parse(input);
  if (url?.protocol === 'unix:' && url.host === '' && /^\/[^?#]+$/.test(url.pathname)) {
    return { path: decodeURIComponent(url.pathname) };
  }
  const isTcp =
    url?.protocol === 'tcp:' && url.hostname !== '' && url.port !== '' && /^\/?$/.test(url.pathname);
  if (!isTcp) throw new Error('must be tcp://host:port, or unix:/path of a socket');
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
});

export const SCANNER_SETTINGS = {
  SCANNER: str({
    choices: ['none', 'clamd', 'eicar'] as const,
    default: 'none' as const,
    desc: 'Scans uploaded files: clamd of ClamAV, or eicar, which knows only the test file. With none, no file is accepted.',
    example: 'clamd',
  }),
  CLAMD_ADDRESS: clamdAddress({
    default: undefined,
    requiredWhen: (env) => env['SCANNER'] === 'clamd',
    desc: 'For SCANNER=clamd: tcp://host:port, or unix:/path of its socket.',
    example: 'tcp://clamav:3310',
  }),
};
