import { LoggableError, unavailable, type PlatformError } from '../shared/platform-error.js';

/** @property finding the scanner's name of the malware */
export type ScanVerdict = { readonly isClean: true } | { readonly isClean: false; readonly finding: string };

/** Searches files for malware. `Scanner` checks it before each use. */
export interface ScanEngine {
  /**
   * @param content read once, as fast as the engine takes it
   * @throws 503 if there is no verdict; any error of `content`, unchanged
   */
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanVerdict>;
}

/** @param reason for the log; without any byte of the file */
export const scannerUnavailable = (reason: string): PlatformError =>
  unavailable(new LoggableError(`scanner: ${reason}`));
