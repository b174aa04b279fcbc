import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { SealedFiles } from '../../../core/privacy/keys/sealed-files.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { KeyGoneError } from '../../../core/privacy/privacy.errors.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { placeOfUrl } from '../lookup/sealed-places.js';
import type { SourceRow } from '../lookup/sources.queries.js';
import { PageFetch } from '../lookup/page-fetch.service.js';
import { isErrorPage } from '../rules/error-page.policy.js';
import { FindingsOfText, type NewFinding } from '../rules/findings.policy.js';
import type { FailureCode, MediaType } from '../rules/source-words.js';
import type { ParseTask } from '../rules/parse-task.js';
import { ParseProcess, type ParsedBlock } from './parse-process.js';

/** A content after reading. */
export interface ReadContent {
  readonly mediaType: MediaType;
  readonly bytes: number;
  readonly textBytes: number;
  readonly blocks: readonly ParsedBlock[];
  /** The hash of the text under the current key, and under earlier ones. */
  readonly hashes: readonly string[];
  readonly findings: readonly NewFinding[];
}

/**
 * Reads the content of a source: it is uploaded or fetched, parsed, and checked (knowledge section
 * 3).
 */
@Injectable()
export class SourceReader {
  constructor(
    private readonly files: SealedFiles,
    private readonly pages: PageFetch,
    private readonly parser: ParseProcess,
    private readonly sealed: SealedTexts,
    private readonly keys: TenantKeys,
  ) {}

  /** @throws 503, OutboundFailure while no connection is free */
  async read(tenant: Tenant, row: SourceRow): Promise<ReadContent | FailureCode> {
    const got = row.kind === 'url' ? await this.page(tenant, row) : await this.upload(tenant, row);
    if (typeof got === 'string') return got;
    const parsed = await this.parser.parse(got);
    if (typeof parsed === 'string') return parsed;
    const { mediaType, title, blocks, textBytes } = parsed;
    const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
    if (row.kind === 'url' && isErrorPage(title, length)) return 'error_page';
    const bytes = got.content.reduce((sum, piece) => sum + piece.length, 0);
    return { mediaType, bytes, textBytes, blocks, ...(await this.examined(tenant, blocks)) };
  }

  private async page(tenant: Tenant, row: SourceRow): Promise<ParseTask | FailureCode> {
    const url = await this.sealed.open(tenant, placeOfUrl(tenant, row.source_id), row.url_encrypted);
    return url === null ? 'content_lost' : this.pages.fetch(tenant, url);
  }

  private async upload(
    tenant: Tenant,
    { upload_name: name, upload_key_id: keyId, bytes }: SourceRow,
  ): Promise<ParseTask | FailureCode> {
    if (name === null || keyId === null || bytes === null) return 'content_lost';
    try {
      const pieces: Buffer[] = [];
      for await (const piece of this.files.read(tenant, { name, keyId, bytes }, 0, bytes)) pieces.push(piece);
      return { content: pieces, charset: null };
    } catch (error) {
      if (error instanceof ValueUnavailableError || error instanceof KeyGoneError) return 'content_lost';
      throw error;
    }
  }

  private async examined(
    tenant: Tenant,
    blocks: readonly ParsedBlock[],
  ): Promise<Pick<ReadContent, 'hashes' | 'findings'>> {
    const slices = new Cooperative();
    const digest = createHash('sha256');
    const found = new FindingsOfText();
    for (const { heading, page, text } of blocks) {
      digest.update(`${JSON.stringify([heading, page, text])}\n`);
      const steps = found.take(heading === null ? text : `${heading}\n${text}`);
      do {
        const pause = slices.yieldToEventLoop();
        if (pause) await pause;
      } while (!steps.next().done);
    }
    const sha256 = digest.digest('hex');
    const keys = await this.keys.all(tenant, 'matching');
    return {
      hashes: keys.map((key) => keyedHash(key, 'knowledge-content', sha256).toString('hex')),
      findings: found.all().map(({ name, count, digest: passages }) => ({
        name,
        count,
        marks: keys.map((key) => keyedHash(key, 'knowledge-finding', passages).toString('hex')),
      })),
    };
  }
}
