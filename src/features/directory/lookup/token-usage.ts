import { Injectable } from '@nestjs/common';
import { UsageRecorder } from '../../../core/auth/usage-recorder.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { TOUCH_TOKENS } from './tokens.queries.js';

/** When tokens were last used; up to five minutes out of date. */
@Injectable()
export class TokenUsage extends UsageRecorder {
  constructor(private readonly reads: SystemQueries) {
    super();
  }

  note(tokenId: string, at: Date): void {
    this.noteUse(tokenId, at);
  }

  protected override write(tokenIds: readonly string[], instants: readonly Date[]): Promise<unknown> {
    return this.reads.query(TOUCH_TOKENS, [tokenIds, instants]);
  }
}
