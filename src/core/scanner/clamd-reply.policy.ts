import type { ScanVerdict } from './scan-engine.js';

/** @property fault why a reply is no verdict; for the log */
type ReadReply = ScanVerdict | { readonly fault: string };

// Names of signatures consist of these characters. Anything else could be a part of the file.
const FINDING = /^[A-Za-z0-9][A-Za-z0-9._:/()+@-]{0,199}$/;
const UNNAMED = 'unnamed finding';

/**
 * Reads the reply of clamd to INSTREAM, without its NUL.
 * @param isWhole whether the file had been sent to its end: no earlier reply means clean
 */
export function verdictOf(reply: string, isWhole: boolean): ReadReply {
  if (reply === 'stream: OK') {
    return isWhole ? { isClean: true } : { fault: 'it called a file clean before its end' };
  }
  const [, found] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
  if (found !== undefined) return { isClean: false, finding: FINDING.test(found) ? found : UNNAMED };
  if (/size limit exceeded/.test(reply)) return { fault: 'the file is larger than its StreamMaxLength' };
  return { fault: reply === '' ? 'it ended the connection without a reply' : 'it sent an unknown reply' };
}
