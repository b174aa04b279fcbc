import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { PARTNER_CLIENT_ACTIONS } from '../partner-clients.audit.js';
import { profileSealContext, profileTenant } from '../rules/profile-seal.js';
import { STORED_PROFILE, SAVE_PROFILE } from './profile.queries.js';

/** New values of a client's profile. An absent one stays unchanged; null removes the notes. */
export interface ProfileChanges {
  readonly web_domain?: string;
  readonly contact_name?: string;
  readonly business_email?: string;
  readonly engagement_notes?: string | null;
}

/** The result of a change; a client without a profile needs all parts except the notes. */
export type ProfileOutcome =
  | { readonly kind: 'saved' | 'absent' }
  | { readonly kind: 'incomplete'; readonly missing: readonly string[] };

interface StoredProfile {
  readonly web_domain: string | null;
  readonly contact_name: Buffer | null;
  readonly business_email: Buffer | null;
  readonly engagement_notes: Buffer | null;
}

/** Changes the profile of a client for an operator (partner-clients 4.7). */
@Injectable()
export class ClientProfileService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 without a key to seal with */
  async change(auth: AuthContext, changes: ProfileChanges): Promise<ProfileOutcome> {
    const { clientId } = auth;
    const [known] = await this.metadata.read(auth, (db) => db.query<StoredProfile>(STORED_PROFILE));
    if (!known) return { kind: 'absent' };
    const key = await this.keys.current(profileTenant(clientId), 'encryption');
    const sealed = (column: string, text: string | null): Buffer | null =>
      text === null ? null : sealField(key, profileSealContext(clientId, column), text);
    const { web_domain, contact_name, business_email, engagement_notes } = changes;
    return this.metadata.transaction(
      auth,
      async (tx) => {
        const [stored] = await tx.query<StoredProfile>(STORED_PROFILE);
        const profile: StoredProfile = {
          ...stored!,
          ...(web_domain !== undefined && { web_domain: web_domain.toLowerCase() }),
          ...(contact_name !== undefined && {
            contact_name: sealed('contact_name_encrypted', contact_name),
          }),
          ...(business_email !== undefined && {
            business_email: sealed('business_email_encrypted', business_email),
          }),
          ...(engagement_notes !== undefined && {
            engagement_notes: sealed('engagement_notes_encrypted', engagement_notes),
          }),
        };
        const missing = NEEDED.filter((name) => profile[name] === null);
        if (missing.length > 0) return { kind: 'incomplete', missing };
        await tx.query(SAVE_PROFILE, [
          profile.web_domain,
          profile.contact_name,
          profile.business_email,
          profile.engagement_notes,
          this.clock.now(),
          auth.principal.id,
        ]);
        await tx.auditDone(PARTNER_CLIENT_ACTIONS.profileChanged, {
          client_id: clientId,
          changed: Object.keys(changes).join(', '),
        });
        return { kind: 'saved' };
      },
      { serializeBy: 'partner client profile' },
    );
  }
}

const NEEDED = ['web_domain', 'contact_name', 'business_email'] as const;
