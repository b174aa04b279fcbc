import { Injectable } from '@nestjs/common';
import type { ExportedFile, ExportSnapshot } from '../../../core/account-export/account-export.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { SealedFiles } from '../../../core/privacy/keys/sealed-files.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { ExportedFiles } from '../lookup/exported-files.service.js';
import type { ExportFormat } from '../rules/export-words.js';
import { Archive, type ArchivedFile } from './archive.js';
import { FILE_TEXTS } from './file-text.policy.js';
import { readmeOf } from './readme.policy.js';
import { snapshotOf, withoutStore } from './snapshot.js';

/** Longer than any export takes; ends an export whose store responds but sends no rows. */
const READING_MS = 5 * HOUR_MS;

// Text is passed on in chunks of about this size.
const CHUNK_CHARACTERS = 64 * 1024;

export interface WritingTerms {
  readonly exportId: string;
  readonly sections: readonly string[];
  readonly format: ExportFormat;
  readonly startedAt: Date;
  /** The name in the file store. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** The progress; updated while the file is written. */
export interface WritingProgress {
  filesTotal: number;
  filesDone: number;
  rows: number;
}

interface WrittenFile extends ArchivedFile {
  readonly rows: number;
}

/** Writes the sealed file of an export, each store from one snapshot (account-exports section 3). */
@Injectable()
export class ExportWriter {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
    private readonly sealed: SealedFiles,
    private readonly files: ExportedFiles,
  ) {}

  /**
   * @param person whose role decides which personal data is written
   * @throws any error of a store, of the file store or of the signal; then there is no file
   */
  async write(
    person: AuthContext,
    terms: WritingTerms,
    progress: WritingProgress,
  ): ReturnType<SealedFiles['put']> {
    const archive = new Archive(terms.startedAt);
    const fail = (error: unknown): never => {
      archive.fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    };
    terms.signal.addEventListener('abort', () => archive.fail(terms.signal.reason as Error), { once: true });
    const [stored] = await Promise.all([
      this.sealed.put(person, terms.name, archive.content).catch(fail),
      this.fill(archive, person, terms, progress).catch(fail),
    ]);
    return stored;
  }

  private async fill(
    archive: Archive,
    person: AuthContext,
    terms: WritingTerms,
    progress: WritingProgress,
  ): Promise<void> {
    const { signal, format } = terms;
    const files = this.files.of(terms.sections);
    progress.filesTotal = files.length;
    const { clientId, dataEnv } = person;
    await archive.add('README.txt', asOne(readmeOf({ ...terms, clientId, dataEnv, files })));
    const written: WrittenFile[] = [];
    const add = async (store: ExportedFile['store'], snapshot: ExportSnapshot): Promise<void> => {
      for (const file of files.filter((it) => it.store === store)) {
        const before = progress.rows;
        const text = textOf(file, file.rows(snapshot), format, progress);
        const archived = await archive.add(`${file.name}.${format}`, text);
        written.push({ ...archived, rows: progress.rows - before });
        progress.filesDone += 1;
      }
    };
    await add(null, withoutStore(person));
    await this.metadata.snapshot(person, (db) => add('metadata', snapshotOf(person, db, signal)));
    const leave = await this.stores.acquireStreamSlot(person, signal);
    await this.stores.stream(person, leave, READING_MS, (db) =>
      add('tenant', snapshotOf(person, db, signal)),
    );
    const manifest = {
      export_id: terms.exportId,
      client_id: clientId,
      data_env: dataEnv,
      format,
      begun_at_utc: terms.startedAt.toISOString(),
      sections: terms.sections,
      files: written,
    };
    await archive.add('manifest.json', asOne(`${JSON.stringify(manifest, null, 2)}\n`));
    archive.end();
  }
}

async function* textOf(
  { columns }: ExportedFile,
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  format: ExportFormat,
  progress: WritingProgress,
): AsyncGenerator<Buffer, void> {
  const written = FILE_TEXTS[format];
  const slices = new Cooperative();
  let text = written.head(columns);
  for await (const row of rows) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    text += written.row(columns, row);
    progress.rows += 1;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

async function* asOne(text: string): AsyncGenerator<Buffer, void> {
  yield Buffer.from(text);
}
