import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { ContentsOpener, type OpenedContents, type SealedRow } from './contents-opener.js';

/** Opens sealed contents of calls. The caller checks permissions. */
@Injectable()
export class CallContents {
  private readonly logger = new Logger(CallContents.name);

  constructor(private readonly keys: TenantKeys) {}

  /**
   * Opens each sealed column of a row separately. A column that cannot be opened is null and does
   * not affect the others: its key is unavailable, it was sealed for another address, or its
   * content is malformed. Never rejects; the log gets one line per row, without any content.
   */
  async open(auth: AuthContext, row: SealedRow): Promise<OpenedContents> {
    const opener = this.opener(auth);
    await opener.keysOf(row);
    return opener.open(row);
  }

  /**
   * Like `open`, for the many rows of one response: each key is read once, and all failures share
   * one log line.
   */
  opener(auth: AuthContext): ContentsOpener {
    let isSilent = false;
    return new ContentsOpener(
      auth,
      (keyId) => this.keys.byId(auth, 'encryption', keyId),
      (failures) => {
        if (!isSilent) this.complain(failures);
        isSilent = true;
      },
    );
  }

  private complain(failures: readonly string[]): void {
    this.logger.warn({
      msg: 'contents of a call cannot be opened',
      count: failures.length,
      fields: failures,
    });
  }
}
