import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../database/metadata/system-queries.js';
import { TOUCH_API_KEYS } from '../identity.queries.js';
import { UsageRecorder } from '../usage-recorder.js';

/** Records when keys were last used (access 3.7). */
@Injectable()
export class ApiKeyUsage extends UsageRecorder {
  constructor(private readonly reads: SystemQueries) {
    super();
  }

  note(keyId: string, at: Date): void {
    this.noteUse(keyId, at);
  }

  protected override write(keyIds: readonly string[], instants: readonly Date[]): Promise<unknown> {
    return this.reads.query(TOUCH_API_KEYS, [keyIds, instants]);
  }
}
