import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { stateOf } from '../rules/connection-versions.policy.js';
import { replyUrl, samlEntityId } from '../rules/service-addresses.policy.js';
import { SsoDomainEntity, type SsoConnectionEntity } from '../single-sign-on.entities.js';
import type { ConnectionRecord } from './connections.response.js';

/** Connections as their administrators see them. */
@Injectable()
export class ConnectionRecords {
  private readonly origin: string;

  constructor(@Inject(SETTINGS) { portal }: Settings) {
    this.origin = portal.url;
  }

  async of(db: StoreReader, connections: readonly SsoConnectionEntity[]): Promise<ConnectionRecord[]> {
    const domains = await db.repo(SsoDomainEntity).find({}, { order: { domain: 'ASC' } });
    return connections.map((it) =>
      this.recordOf(
        it,
        domains.filter(({ connectionId }) => connectionId === it.connectionId).map(({ domain }) => domain),
      ),
    );
  }

  recordOf(connection: SsoConnectionEntity, domains: string[]): ConnectionRecord {
    const { connectionId, kind, settings, serving, testedVersion, version, testedAt } = connection;
    return {
      connection_id: connectionId,
      name: connection.name,
      kind,
      state: stateOf(connection),
      is_serving: serving !== null,
      issuer: settings.issuer,
      client_id: settings.client_id,
      client_secret_preview: connection.secretPreview,
      metadata_url: settings.metadata_url,
      sign_in_url: settings.sign_in_url,
      certificate_expires_at_utc: settings.certificates_end,
      domains,
      default_role: connection.defaultRole,
      reply_url: replyUrl(this.origin, kind, connectionId),
      entity_id: kind === 'saml' ? samlEntityId(this.origin, connectionId) : null,
      tested_at_utc: testedVersion === version ? (testedAt?.toISOString() ?? null) : null,
      etag: connection.etag,
      updated_at_utc: connection.updatedAt.toISOString(),
      updated_by: connection.updatedBy,
    };
  }
}
