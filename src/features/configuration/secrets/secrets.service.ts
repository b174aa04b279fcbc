import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ProjectSecretEntity } from '../release.entities.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectConfigurations } from '../lookup/project-configurations.service.js';
import { secretSealContext } from '../rules/sections/seal-contexts.js';
import { secretPreview, usesOfSecret, type SecretUse } from './secrets.policy.js';
import { partsOfPath } from '../../../core/shared/json/json-path.js';
import { PROJECT_SECRET, PROJECT_SECRETS, STAGED_SECRET_USE } from './secrets.queries.js';
import type { CreateSecretRequest } from './secrets.request.js';
import type { DeletedSecretResponse, SecretListResponse, SecretResponse } from './secrets.response.js';
import { WORKSPACE_ERRORS } from '../configuration.errors.js';
import { WORKSPACE_ACTIONS } from '../configuration.audit.js';

// Enough for ten sections with a few each; the list has no pages, and the runtime reads them all at
// once.
const MAX_SECRETS = 100;

type SecretRow = Omit<SecretResponse, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

/**
 * The secrets of a project, to which its sections refer by name (workspace section 4). A value is
 * never returned here: it is sealed before the transaction begins, and stored responses and audit
 * rows contain only its preview.
 */
@Injectable()
export class SecretsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /** Sorted by name. */
  async list(auth: AuthContext, projectId: string): Promise<SecretListResponse> {
    const rows = await this.metadata.read(auth, (db) => db.query<SecretRow>(PROJECT_SECRETS, [projectId]));
    return { items: rows.map(recordOf) };
  }

  /**
   * @throws 409 if the name is taken, the project archived or the limit of secrets reached; 503
   *   without a key to seal with, and nothing is stored then
   */
  async create(
    auth: AuthContext,
    projectId: string,
    { secret_name: secretName, value }: CreateSecretRequest,
    reservation: Reservation,
  ): Promise<SecretResponse> {
    const sealed = await this.seal(auth, projectId, secretName, value);
    return this.configurations.edit(auth, projectId, async (tx, { secretNames }) => {
      if (secretNames.has(secretName)) throw new PlatformError(WORKSPACE_ERRORS.secretExists);
      if (secretNames.size >= MAX_SECRETS) {
        throw new PlatformError(WORKSPACE_ERRORS.secretLimit, {
          message:
            `A project may have ${MAX_SECRETS} secrets, and this one has reached the limit. Delete one ` +
            'that is no longer needed.',
        });
      }
      const now = this.clock.now();
      const actor = auth.principal.id;
      await tx.repo(ProjectSecretEntity).insert({
        projectId,
        secretName,
        ...sealed,
        createdAt: now,
        createdBy: actor,
        updatedAt: now,
        updatedBy: actor,
      });
      const record = await getSecret(tx, projectId, secretName);
      await audit(tx, WORKSPACE_ACTIONS.secretCreated, projectId, record);
      return tx.complete(reservation, recordOf(record));
    });
  }

  /**
   * Replaces the value; the runtime gets it with its next request for the configuration.
   * @throws 404 without such a secret, 409 for an archived project, 503 without a key to seal with
   */
  async rotate(
    auth: AuthContext,
    projectId: string,
    secretName: string,
    value: string,
    reservation: Reservation,
  ): Promise<SecretResponse> {
    const sealed = await this.seal(auth, projectId, secretName, value);
    return this.configurations.edit(auth, projectId, async (tx) => {
      const { version } = await getSecret(tx, projectId, secretName);
      await tx.repo(ProjectSecretEntity).update(
        { projectId, secretName },
        {
          ...sealed,
          version: version + 1,
          updatedAt: this.clock.now(),
          updatedBy: auth.principal.id,
        },
      );
      const record = await getSecret(tx, projectId, secretName);
      await audit(tx, WORKSPACE_ACTIONS.secretRotated, projectId, record);
      return tx.complete(reservation, recordOf(record));
    });
  }

  /**
   * Deletes a secret to which nothing refers. Older versions may refer to it; they then cannot be
   * published again.
   * @throws 404 without such a secret; 409 for an archived project, or naming the sections that
   *   refer to it
   */
  async remove(
    auth: AuthContext,
    projectId: string,
    secretName: string,
    reservation: Reservation | null,
  ): Promise<DeletedSecretResponse> {
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const record = await getSecret(tx, projectId, secretName);
      const uses = usesOfSecret(state, secretName);
      if (uses.length > 0) throw inUse(uses);
      if ((await tx.query(STAGED_SECRET_USE, [projectId, secretName])).length > 0) throw inUseByStaged();
      await tx.repo(ProjectSecretEntity).delete({ projectId, secretName });
      await audit(tx, WORKSPACE_ACTIONS.secretDeleted, projectId, record);
      return tx.complete(reservation, {
        secret_name: secretName,
        deleted_at: this.clock.now().toISOString(),
      });
    });
  }

  private async seal(
    auth: AuthContext,
    projectId: string,
    secretName: string,
    value: string,
  ): Promise<{ valueEncrypted: Buffer; referencePreview: string }> {
    const key = await this.keys.current(auth, 'encryption');
    return {
      valueEncrypted: sealField(key, secretSealContext(auth, projectId, secretName), value),
      referencePreview: secretPreview(value),
    };
  }
}

/**
 * The secret within a transaction.
 * @throws 404 if there is none with this name
 */
async function getSecret(tx: UnitOfWork, projectId: string, secretName: string): Promise<SecretRow> {
  // PostgreSQL cannot store NUL in a text, so no secret has such a name.
  const [row] = secretName.includes('\0')
    ? []
    : await tx.query<SecretRow>(PROJECT_SECRET, [projectId, secretName]);
  if (!row) throw notFound();
  return row;
}

const audit = (
  tx: UnitOfWork,
  action: AuditAction,
  projectId: string,
  { secret_name, version }: SecretRow,
): Promise<void> => tx.auditDone(action, { project_id: projectId, secret_name, version });

// Nothing needs to be published: once the draft no longer refers to it, nothing does.
const ONLY_IN_DRAFT =
  'The draft refers to this secret. Remove the references from it before you delete the secret.';

const inUseByStaged = (): PlatformError =>
  new PlatformError(WORKSPACE_ERRORS.secretInUse, {
    message:
      'The version of the staged release refers to this secret. Finish the release or take it back before you ' +
      'delete the secret.',
    fields: [{ loc: ['staged'], message: 'the staged version refers to it', type: 'in_use_by_staged' }],
  });

const inUse = (uses: readonly SecretUse[]): PlatformError =>
  new PlatformError(WORKSPACE_ERRORS.secretInUse, {
    ...(uses.every(({ source }) => source === 'draft') && { message: ONLY_IN_DRAFT }),
    fields: uses.map(({ source, section, path }) => ({
      loc: [source, section, ...partsOfPath(path)],
      message: source === 'draft' ? 'the draft refers to it here' : 'the published version refers to it here',
      type: `in_use_by_${source}`,
    })),
  });

const recordOf = (row: SecretRow): SecretResponse => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
