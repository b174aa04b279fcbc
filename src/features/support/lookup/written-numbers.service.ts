import { Injectable } from '@nestjs/common';
import type { CountryCode } from 'libphonenumber-js/max';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { countryOfZone } from '../../../core/shared/phone-numbers/zone-country.policy.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';

/** How numbers in a client's texts are read and stored. */
export interface NumberRules {
  /** Countries in which a number without a country code may be valid. */
  readonly countries: readonly CountryCode[];
  /** The same hash as those of caller requests. */
  readonly hash: (number: string) => Buffer;
}

/** Stores telephone numbers in texts as keyed hashes (support 4.5). */
@Injectable()
export class WrittenNumbers {
  constructor(
    private readonly keys: TenantKeys,
    private readonly projects: ProjectVisibility,
  ) {}

  /** @throws 503 if a key is unavailable */
  async rules(auth: AuthContext): Promise<NumberRules> {
    const [matching, zones] = await Promise.all([
      this.keys.current(auth, 'matching'),
      this.projects.zones(auth, 'all'),
    ]);
    return {
      countries: [...new Set(zones.map(countryOfZone))].filter((it) => it !== null),
      hash: (number) => keyedHash(matching, 'caller-number', number),
    };
  }
}
