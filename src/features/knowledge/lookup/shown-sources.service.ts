import { Injectable } from '@nestjs/common';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { mayBeRead, mayEnterBuild } from '../rules/findings.policy.js';
import { placeOfTitle, placeOfUrl } from './sealed-places.js';
import { KnowledgeSource } from './source.response.js';
import type { SourceRow } from './sources.queries.js';

/** Sources as readers see them. */
@Injectable()
export class ShownSources {
  constructor(private readonly sealed: SealedTexts) {}

  /** @throws 503 while the tenant's key is unavailable */
  async show(tenant: Tenant, row: SourceRow): Promise<KnowledgeSource> {
    const { source_id: id, content_hash: hash, findings } = row;
    return {
      source_id: id,
      kind: row.kind,
      title: await this.sealed.open(tenant, placeOfTitle(tenant, id), row.title_encrypted),
      url: await this.sealed.open(tenant, placeOfUrl(tenant, id), row.url_encrypted),
      language: row.language,
      status: row.status,
      failure_code: row.failure_code,
      media_type: row.media_type,
      bytes: row.bytes,
      text_bytes: row.text_bytes,
      content_hash: hash,
      fetched_at_utc: row.fetched_at?.toISOString() ?? null,
      refresh: row.refresh,
      findings: findings.map(({ name, count, accepted }) => ({ name, count, accepted })),
      in_builds: mayEnterBuild(hash, findings),
      text_is_open: mayBeRead(row),
      etag: row.etag,
      created_at_utc: row.created_at.toISOString(),
      updated_at_utc: row.updated_at.toISOString(),
    };
  }
}
