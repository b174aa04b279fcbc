import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { sealField } from '../../../core/privacy/field-cipher.js';
import type { FieldAddress } from '../../../core/privacy/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import { canonicalJson, contentHash } from './canonical-json.policy.js';
import { personalPaths, withoutPersonal, withPersonal } from './personal-fields.policy.js';
import type { PersonalPath, PersonalValue } from './personal-fields.policy.js';
import { versionPlace } from './sealed-places.js';
import { ValueUnavailableError } from './sealed-values.errors.js';
import { SealedValues } from './sealed-values.service.js';
import { SectionRegistry } from './section-registry.js';

type Configuration = Readonly<Record<string, unknown>>;
type Sections = Readonly<Record<string, Configuration>>;

// Schemas are closed, and none names such a field.
const SEALED = '$sealed';

/**
 * Sections as they are stored: what their schemas mark as personal is taken out and sealed for the place where the
 * section lies, all of it in one piece. What was stored before, or has nothing personal, lies there as it is.
 */
@Injectable()
export class SealedSections {
  private readonly paths: ReadonlyMap<string, readonly PersonalPath[]>;

  constructor(
    registry: SectionRegistry,
    private readonly keys: TenantKeys,
    private readonly values: SealedValues,
  ) {
    this.paths = new Map(registry.all.map(({ name, schema }) => [name, personalPaths(schema)]));
  }

  /**
   * Has the tenant's keys at hand before a transaction begins, so that none waits for a key, or for a second
   * connection to look for one, while it holds rows. A key that cannot be had fails what needs it, and only that.
   */
  async prepare(tenant: Tenant): Promise<void> {
    await Promise.allSettled([
      this.keys.current(tenant, 'encryption'),
      this.keys.current(tenant, 'matching'),
    ]);
  }

  /** The section as it is to be stored at this place. @throws KeyUnavailableError (503) where it needs a key */
  async seal(
    tenant: Tenant,
    place: FieldAddress,
    section: string,
    configuration: Configuration,
  ): Promise<Configuration> {
    const { rest, values } = this.parted(section, configuration);
    if (values.length === 0) return rest;
    const key = await this.keys.current(tenant, 'encryption');
    return { ...rest, [SEALED]: sealField(key, place, JSON.stringify(values)).toString('base64') };
  }

  /** The section as it was saved. @throws 503 when it does not open, or without the key */
  async open(tenant: Tenant, place: FieldAddress, stored: Configuration): Promise<Configuration> {
    const { [SEALED]: sealed, ...rest } = stored;
    if (typeof sealed !== 'string') return stored;
    const opened = await this.values.open(tenant, place, Buffer.from(sealed, 'base64'));
    try {
      return withPersonal({ rest, values: JSON.parse(opened) as PersonalValue[] });
    } catch (error) {
      throw new ValueUnavailableError('does_not_open', error);
    }
  }

  /** Whether something personal lies in clear in a section as it is stored. */
  liesInClear(section: string, stored: Configuration): boolean {
    return this.parted(section, stored).values.length > 0;
  }

  /** All sections of a version as they are to be stored. @throws KeyUnavailableError (503) where it needs a key */
  sealVersion(
    tenant: Tenant,
    projectId: string,
    versionNumber: number,
    sections: Sections,
  ): Promise<Record<string, Configuration>> {
    return eachSection(sections, (name, configuration) =>
      this.seal(tenant, versionPlace(tenant, projectId, versionNumber, name), name, configuration),
    );
  }

  /** All sections of a version as they were published. @throws 503 when one does not open, or without the key */
  openVersion<S extends Sections>(
    tenant: Tenant,
    projectId: string,
    versionNumber: number,
    sections: S,
  ): Promise<S> {
    const opened = eachSection(sections, (name, stored) =>
      this.open(tenant, versionPlace(tenant, projectId, versionNumber, name), stored),
    );
    return opened as Promise<S>;
  }

  /**
   * What a version with this content is known by. A plain hash would let who reads it try numbers out, so what is
   * personal goes in as a keyed hash; content without it has the hash that any client can check.
   */
  async contentHash(tenant: Tenant, sections: Sections): Promise<string> {
    const hashed = await eachSection(sections, async (name, configuration) => {
      const { rest, values } = this.parted(name, configuration);
      if (values.length === 0) return rest;
      const key = await this.keys.current(tenant, 'matching');
      return { ...rest, [SEALED]: keyedHash(key, 'configuration', canonicalJson(values)).toString('hex') };
    });
    return contentHash(hashed);
  }

  private parted(section: string, configuration: Configuration) {
    return withoutPersonal(this.paths.get(section) ?? [], configuration);
  }
}

async function eachSection(
  sections: Sections,
  work: (name: string, configuration: Configuration) => Promise<Configuration>,
): Promise<Record<string, Configuration>> {
  const done = Object.entries(sections).map(
    async ([name, configuration]): Promise<[string, Configuration]> => [
      name,
      await work(name, configuration),
    ],
  );
  return Object.fromEntries(await Promise.all(done));
}
