import { Injectable } from '@nestjs/common';
import { OutboundFailure } from '../../../core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { tenantKey, type Tenant } from '../../../core/shared/auth-context.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import { placeOfSecret } from '../lookup/connection-rows.js';
import { SamlThread } from '../provider/saml-thread.js';
import {
  MAX_METADATA_BYTES,
  previewOf,
  endOfCertificates,
  readCertificates,
  type ConnectionKind,
  type ConnectionSettings,
} from '../rules/connection-settings.policy.js';
import type { ChangeConnectionRequest } from './connections.request.js';

/** A directory answers in a few hundred milliseconds. */
const METADATA_MS = 5_000;

const OF_KIND = {
  oidc: ['issuer', 'client_id', 'client_secret'],
  saml: ['metadata_url', 'metadata_xml'],
} as const satisfies Record<ConnectionKind, readonly (keyof ChangeConnectionRequest)[]>;

export interface SealedSecret {
  readonly secretEncrypted: Buffer;
  readonly secretPreview: string;
}

/** Reads and checks the settings in a request. */
@Injectable()
export class ConnectionSettingsReader {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly saml: SamlThread,
    private readonly keys: TenantKeys,
  ) {}

  /**
   * The settings that a request changes.
   * @throws 400 for a field of the other protocol, an address that may not be called, and metadata
   *   that cannot be used
   */
  async read(
    tenant: Tenant,
    kind: ConnectionKind,
    request: ChangeConnectionRequest,
  ): Promise<Partial<ConnectionSettings>> {
    const others = OF_KIND[kind === 'oidc' ? 'saml' : 'oidc'].filter((it) => request[it] !== undefined);
    if (others.length > 0)
      throw validationFailed(
        ...others.map((field) =>
          fault(field, `is not a setting of a connection of kind ${kind}; leave it out`, 'other_kind'),
        ),
      );
    return kind === 'oidc' ? this.ofOidc(request) : this.ofSaml(tenant, request);
  }

  /** @throws 503 without the client's key */
  async seal(tenant: Tenant, connectionId: string, secret: string): Promise<SealedSecret> {
    const key = await this.keys.current(tenant, 'encryption');
    return {
      secretEncrypted: sealField(key, placeOfSecret(tenant, connectionId), secret),
      secretPreview: previewOf(secret),
    };
  }

  private async ofOidc({
    issuer,
    client_id: clientId,
  }: ChangeConnectionRequest): Promise<Partial<ConnectionSettings>> {
    if (issuer !== undefined) await this.assertAddress('issuer', issuer);
    return {
      ...(issuer !== undefined && { issuer }),
      ...(clientId !== undefined && { client_id: clientId }),
    };
  }

  private async ofSaml(
    tenant: Tenant,
    { metadata_url: url, metadata_xml: xml }: ChangeConnectionRequest,
  ): Promise<Partial<ConnectionSettings>> {
    if (url !== undefined && xml !== undefined)
      throw validationFailed(
        fault('metadata_xml', 'must be left out if metadata_url is sent; send one of the two', 'both_given'),
      );
    if (url === undefined && xml === undefined) return {};
    const field = url === undefined ? 'metadata_xml' : 'metadata_url';
    const text = url === undefined ? xml! : await this.fetched(tenant, url);
    const answer = await this.saml.metadata(tenantKey(tenant), { kind: 'metadata', xml: text });
    if ('fault' in answer)
      throw validationFailed(
        fault(
          field,
          `must be usable metadata of one SAML identity provider (reason: ${answer.fault}); ${AGAIN}`,
          'metadata_invalid',
        ),
      );
    const { issuer, signInUrl, certificates } = answer.facts;
    if (issuer === '' || issuer.length > 1024)
      throw validationFailed(
        fault(field, `must have an entityID of 1 to 1024 characters; ${AGAIN}`, 'metadata_invalid'),
      );
    await this.assertAddress(field, signInUrl, 'must name a sign-in address');
    const read = readCertificates(certificates);
    if ('problem' in read) throw validationFailed(fault(field, read.problem, 'metadata_invalid'));
    return {
      issuer,
      sign_in_url: signInUrl,
      metadata_url: url ?? null,
      certificates: read.certificates,
      certificates_end: endOfCertificates(read.certificates),
    };
  }

  private async assertAddress(field: string, url: string, needs = 'must be an address'): Promise<void> {
    try {
      await this.outbound.check(url);
    } catch (error) {
      if (error instanceof OutboundFailure) throw notCallable(field, needs);
      throw error;
    }
  }

  private async fetched(tenant: Tenant, url: string): Promise<string> {
    try {
      const answer = await this.outbound.request({
        method: 'GET',
        url,
        holder: tenantKey(tenant),
        timeoutMs: METADATA_MS,
        maxAnswerBytes: MAX_METADATA_BYTES,
        headers: { Accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      });
      if (answer.status !== 200 || answer.isCut)
        throw validationFailed(
          fault(
            'metadata_url',
            'must answer 200 with at most 256 KiB; check the address, or send the file as metadata_xml',
            'metadata_not_found',
          ),
        );
      return answer.body.toString('utf8');
    } catch (error) {
      if (error instanceof OutboundFailure) throw notCallable('metadata_url', 'must be an address');
      throw error;
    }
  }
}

const AGAIN = 'export the metadata from the directory again';

/**
 * Private, silent and absent addresses get the same answer, because the difference would reveal
 * networks.
 */
const notCallable = (field: string, needs: string) =>
  validationFailed(
    fault(
      field,
      `${needs} that begins with https, is on the public internet, and answers within five seconds`,
      'address_not_public',
    ),
  );

const fault = (field: string, message: string, type: string) => ({ loc: ['body', field], message, type });
