import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { canonicalJson, contentHash } from '../../../core/shared/json/canonical-json.policy.js';
import { personalPaths, withoutPersonal } from '../../../core/privacy/masking/personal-fields.policy.js';
import type { PersonalPath } from '../../../core/privacy/masking/personal-fields.policy.js';
import { versionSealContext } from '../rules/sections/seal-contexts.js';
import { SEALED, SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { SectionRegistry } from './section-registry.js';

type Configuration = Readonly<Record<string, unknown>>;
type Sections = Readonly<Record<string, Configuration>>;

/**
 * Stores sections sealed: the parts that their schemas mark as personal are removed and sealed
 * together for the section's address. Older sections, and those without personal parts, are stored
 * unchanged.
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

  /** @see SealedValues.prepare */
  prepare(tenant: Tenant): Promise<void> {
    return this.values.prepare(tenant);
  }

  /**
   * A section in its stored form for this seal context.
   * @throws KeyUnavailableError (503)
   */
  seal(
    tenant: Tenant,
    place: FieldAddress,
    section: string,
    configuration: Configuration,
  ): Promise<Configuration> {
    return this.values.sealDocument(tenant, place, this.pathsOf(section), configuration);
  }

  /**
   * The section in the state in which it was saved. @throws 503 when it does not open, or without
   * the key
   */
  open(tenant: Tenant, place: FieldAddress, stored: Configuration): Promise<Configuration> {
    return this.values.openDocument(tenant, place, stored);
  }

  /** All sections of a version in their stored form. @throws KeyUnavailableError (503) */
  sealVersion(
    tenant: Tenant,
    projectId: string,
    versionNumber: number,
    sections: Sections,
  ): Promise<Record<string, Configuration>> {
    return eachSection(sections, (name, configuration) =>
      this.seal(tenant, versionSealContext(tenant, projectId, versionNumber, name), name, configuration),
    );
  }

  /**
   * All sections as published.
   * @throws 503 if one cannot be opened, or without the key
   */
  async openVersion<S extends Sections>(
    tenant: Tenant,
    projectId: string,
    versionNumber: number,
    sections: S,
  ): Promise<S> {
    // Most sections have no sealed values and need no promise.
    const sealed = Object.fromEntries(Object.entries(sections).filter(([, stored]) => SEALED in stored));
    const opened = await eachSection(sealed, (name, stored) =>
      this.open(tenant, versionSealContext(tenant, projectId, versionNumber, name), stored),
    );
    return { ...sections, ...opened };
  }

  /**
   * The hash that identifies a version with this content. From a plain hash a reader could guess
   * numbers, so personal parts are included as a keyed hash; content without them has a hash that
   * any client can check.
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
    return withoutPersonal(this.pathsOf(section), configuration);
  }

  private pathsOf(section: string): readonly PersonalPath[] {
    return this.paths.get(section) ?? [];
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
