import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { DataEnv, Tenant } from '../../../core/shared/auth-context.js';
import {
  ADDRESSES_OF_EMAIL,
  ADDRESS_OF_LEAVING,
  ADDRESS_OF_TOKEN,
  TENANTS_WHO_LISTEN,
  TENANTS_WITH_ADDRESSES,
} from './address-owners.queries.js';

export interface OwnedAddress extends Tenant {
  readonly addressId: string;
}

/** Finds the tenant of an address: a link in a mail and a bounce do not name it. */
@Injectable()
export class AddressOwners {
  constructor(private readonly reads: SystemQueries) {}

  ofToken(tokenHashes: readonly Buffer[]): Promise<OwnedAddress[]> {
    return this.find(ADDRESS_OF_TOKEN, tokenHashes);
  }

  ofLeaving(unsubscribeHashes: readonly Buffer[]): Promise<OwnedAddress[]> {
    return this.find(ADDRESS_OF_LEAVING, unsubscribeHashes);
  }

  ofEmail(emailHashes: readonly Buffer[]): Promise<OwnedAddress[]> {
    return this.find(ADDRESSES_OF_EMAIL, emailHashes);
  }

  /** The tenants with a verified address that has one of the topics. */
  listeners(topics: readonly string[]): Promise<Tenant[]> {
    return this.reads.tenants(TENANTS_WHO_LISTEN, [topics]);
  }

  /** All tenants with addresses. */
  tenants(): Promise<Tenant[]> {
    return this.reads.tenants(TENANTS_WITH_ADDRESSES, []);
  }

  private async find(statement: NamedQuery, hashes: readonly Buffer[]): Promise<OwnedAddress[]> {
    const rows = await this.reads.query<{ client_id: string; data_env: DataEnv; address_id: string }>(
      statement,
      [hashes],
    );
    return rows.map(({ client_id: clientId, data_env: dataEnv, address_id: addressId }) => ({
      clientId,
      dataEnv,
      addressId,
    }));
  }
}
