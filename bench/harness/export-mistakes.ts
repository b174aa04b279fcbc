import type { NestExpressApplication } from '@nestjs/platform-express';
import { TenantKeys } from '#app/core/privacy/tenant-keys.js';
import { LeasedConnection } from '#app/core/tenancy/leased-connection.js';
import type { NamedQuery } from '#app/core/kernel/named-query.js';
import { Cooperative } from '#app/core/event-loop/cooperative.js';
import { ExportReader } from '#app/features/calls/export/export-reader.service.js';

type Mistake = (app: NestExpressApplication) => void;

/** All rows by one statement, and no end of the turn before the last of them. */
function readAtOnce(): void {
  LeasedConnection.prototype.batches = async function* <R extends object>(
    this: LeasedConnection,
    statement: NamedQuery,
    values: readonly unknown[],
  ) {
    yield await this.query<R>(statement, values);
  };
}

const ALL_CONTENTS = 'n.summary_encrypted, n.transcript_encrypted, n.redacted_transcript_encrypted';

/** As many at a time as ever, but whole calls, and none handed on before the last of them. */
function collectWholeRows(): void {
  const own = Object.getOwnPropertyDescriptor(LeasedConnection.prototype, 'batches');
  const inPieces = own?.value as LeasedConnection['batches'];
  LeasedConnection.prototype.batches = async function* <R extends object>(
    this: LeasedConnection,
    { name, text }: NamedQuery,
    values: readonly unknown[],
    size: number,
  ) {
    const rows: R[] = [];
    const whole = { name, text: text.replace(/\bn\.\w+_encrypted\b/, ALL_CONTENTS) };
    for await (const piece of inPieces.call(this, whole, values, size)) rows.push(...(piece as R[]));
    yield rows;
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
      // Node takes either, whatever its types say here.
      return { keyId, key: key.export() as unknown as typeof key };
    };
  },
};
