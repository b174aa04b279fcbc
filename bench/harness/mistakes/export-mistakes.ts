import type { NestExpressApplication } from '@nestjs/platform-express';
import { TenantKeys } from '#app/core/privacy/keys/tenant-keys.js';
import { LeasedConnection } from '#app/core/database/stores/leased-connection.js';
import type { CopiedRow } from '#app/core/database/stores/copy-out.js';
import type { BoundQuery } from '#app/core/database/unit-of-work/named-query.js';
import { Cooperative } from '#app/core/shared/cooperative.js';
import { ExportReader } from '#app/features/calls/export/export-reader.service.js';

type Mistake = (app: NestExpressApplication) => void;

type Copy = LeasedConnection['copy'];
const inBlocks = Object.getOwnPropertyDescriptor(LeasedConnection.prototype, 'copy')?.value as Copy;

/** Passes no row on before the last one. */
function readAtOnce(): void {
  LeasedConnection.prototype.copy = async function* (this: LeasedConnection, statement: BoundQuery) {
    const rows: CopiedRow[] = [];
    for await (const block of inBlocks.call(this, statement)) rows.push(...block);
    yield rows;
  };
}

const ALL_CONTENTS = {
  name: '',
  text: 'SELECT * FROM call_contents WHERE client_id = $1 AND data_env = $2 LIMIT 10000',
};

/** Collects the contents of as many further calls as are copied, while the copy runs. */
function collectWholeRows(): void {
  LeasedConnection.prototype.copy = async function* (this: LeasedConnection, statement: BoundQuery) {
    const contents = await this.query(ALL_CONTENTS);
    const rows: CopiedRow[] = [];
    for await (const block of inBlocks.call(this, statement)) rows.push(...block);
    yield rows;
    if (contents.length === 0) throw new Error('There are no contents to keep.');
  };
}

function giveNoTurns(): void {
  Cooperative.prototype.yieldToEventLoop = () => null;
}

/** Deliberate mistakes of exports and of large batches; see servers/worsened.ts. */
export const EXPORT_MISTAKES: Readonly<Record<string, Mistake>> = {
  'one-unbatched-query': () => {
    readAtOnce();
    giveNoTurns();
  },

  'no-turns': giveNoTurns,

  'rows-in-memory': (app) => {
    collectWholeRows();
    const reader = app.get(ExportReader);
    const whole = reader.read.bind(reader);
    reader.read = async (auth, plan, terms) => {
      const parts: Buffer[] = [];
      const tally = await whole(auth, plan, { ...terms, write: async (csv) => void parts.push(csv) });
      await terms.write(Buffer.concat(parts));
      return tally;
    };
  },

  'keys-as-buffer': (app) => {
    const keys = app.get(TenantKeys);
    const byId = keys.byId.bind(keys);
    keys.byId = async (...args) => {
      const { keyId, key } = await byId(...args);
      // Node accepts both, although its types do not allow it here.
      return { keyId, key: key.export() as unknown as typeof key };
    };
  },
};
