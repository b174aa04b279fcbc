import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { CUSTOMER_ROLES } from '../../../core/shared/roles.js';
import { Clock } from '../../../core/time/clock.js';
import { ProvisionedSubjects } from '../../directory/lookup/provisioned-subjects.service.js';
import { ProvisionedPeople } from '../../people/provisioning/provisioned-people.service.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { COLLEAGUE } from '../lookup/colleague.queries.js';
import type { Directory } from '../lookup/sign-in-store.service.js';
import { blocked, withoutPerson } from '../rules/blocked.js';
import type { ProvenSubject } from '../rules/proven-subject.policy.js';
import type { Acting } from './begun-sessions.service.js';
import { SSO_ACTIONS } from '../single-sign-on.audit.js';
import { FORGET_IDENTITIES, KEEP_IDENTITY, LOCK_IDENTITIES, PERSON_OF_IDENTITY } from './sign-in.queries.js';

type CustomerRole = (typeof CUSTOMER_ROLES)[number];

interface Person {
  readonly userId: string;
  /** Why the directory's account belongs to this person: it was provisioned, linked, or created. */
  readonly by: 'provisioned' | 'linked' | 'default_role';
}

/**
 * Identifies the people of a client by connection and subject, never by address (single-sign-on
 * 4.4).
 */
@Injectable()
export class DirectoryPeople {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
    private readonly provisioned: ProvisionedSubjects,
    private readonly people: ProvisionedPeople,
    private readonly clock: Clock,
  ) {}

  /**
   * The person of a proven subject. A new one gets an account where the connection has a role for it.
   * @returns the user id of the person
   * @throws 403 for one without a role of the customer, 409 identity_not_linked
   */
  async admit(directory: Directory, proven: ProvenSubject): Promise<string> {
    const { tenant, connectionId } = directory;
    const auth = systemContext(tenant, `single sign-on ${connectionId}`);
    await this.sealed.prepare(tenant);
    const hash = await this.hashOf(directory, proven);
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_IDENTITIES);
        const person =
          (await this.known(tx, directory, proven, hash)) ?? (await this.made(tx, auth, directory, proven));
        const [colleague] = await tx.query(COLLEAGUE, [person.userId]);
        if (!colleague) throw new PlatformError(PORTAL_ERRORS.noPortalAccess);
        if (person.by !== 'linked') await this.keep(tx, connectionId, hash, person);
        return person.userId;
      },
      { serializeBy: 'people' },
    );
  }

  /**
   * Links a proven subject to a person who is signed in.
   * @throws 403 if the person no longer has a role, 409 if the subject is linked to another person,
   *   and if a person who is shut out was not invited to the address that the directory names
   */
  async link({ auth, isShutOut }: Acting, directory: Directory, proven: ProvenSubject): Promise<void> {
    const { connectionId } = directory;
    const hash = await this.hashOf(directory, proven);
    await this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_IDENTITIES);
        const { id: userId } = auth.principal;
        const [colleague] = await tx.query(COLLEAGUE, [userId]);
        if (!colleague) throw new PlatformError(PORTAL_ERRORS.noPortalAccess);
        const known = await this.known(tx, directory, proven, hash);
        if (known && known.userId !== userId) throw blocked('identity_linked_elsewhere');
        if (!known && isShutOut) await this.requireOwnAddress(tx, auth, proven);
        await this.keep(tx, connectionId, hash, { userId, by: 'linked' });
      },
      { serializeBy: 'people' },
    );
  }

  /** A password alone must not be enough (single-sign-on 7.8). */
  private async requireOwnAddress(
    tx: UnitOfWork,
    auth: AuthContext,
    { email }: ProvenSubject,
  ): Promise<void> {
    const invited = email === null ? [] : await this.people.invitedAt(tx, auth, [email]);
    if (!invited.includes(auth.principal.id)) throw blocked('address_not_invited');
  }

  private async hashOf({ tenant, connectionId }: Directory, { subject }: ProvenSubject): Promise<Buffer> {
    const key = await this.keys.current(tenant, 'matching');
    return keyedHash(key, 'sso-subject', `${connectionId}\n${subject}`);
  }

  /** A provisioned person comes first: the directory must be able to end what it has started. */
  private async known(
    tx: UnitOfWork,
    { tenant, connectionId }: Directory,
    { externalIds, userNames }: ProvenSubject,
    hash: Buffer,
  ): Promise<Person | null> {
    const provisioned = await this.provisioned.find(tx, tenant, externalIds, userNames);
    if (provisioned !== null) return { userId: provisioned, by: 'provisioned' };
    const [linked] = await tx.query<{ user_id: string }>(PERSON_OF_IDENTITY, [connectionId, hash]);
    return linked ? { userId: linked.user_id, by: 'linked' } : null;
  }

  private async made(
    tx: UnitOfWork,
    auth: AuthContext,
    { tenant, defaultRole }: Directory,
    { email, name }: ProvenSubject,
  ): Promise<Person> {
    if (email !== null && (await this.people.invitedAt(tx, tenant, [email])).length > 0)
      throw blocked('identity_not_linked');
    if (defaultRole === null) throw withoutPerson();
    const userId = randomUUID();
    await this.people.add(tx, tenant, userId, name ?? email ?? 'Directory account');
    await this.people.settle(tx, auth, [{ userId, role: defaultRole as CustomerRole }], false);
    return { userId, by: 'default_role' };
  }

  private async keep(
    tx: UnitOfWork,
    connectionId: string,
    hash: Buffer,
    { userId, by }: Person,
  ): Promise<void> {
    await tx.query(FORGET_IDENTITIES, [connectionId, hash, userId]);
    const [kept] = await tx.query(KEEP_IDENTITY, [connectionId, hash, userId, this.clock.now()]);
    if (kept)
      await tx.auditDone(SSO_ACTIONS.identityLinked, { connection_id: connectionId, user_id: userId, by });
  }
}
