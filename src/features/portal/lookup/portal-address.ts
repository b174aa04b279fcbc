import { Inject, Injectable } from '@nestjs/common';
import { SettingsError } from '../../../config/environment-tables.js';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { PORTAL_SETTINGS } from '../portal.settings.js';

/** The address at which browsers reach the portal. */
export interface PortalOrigin {
  /** Scheme, host and port, in the format of the header Origin. */
  readonly origin: string;
  readonly isSecure: boolean;
}

/** The address of the portal, if there is one (portal-sessions 1.1). */
@Injectable()
export class PortalAddress {
  readonly known: PortalOrigin | null;

  /** @throws SettingsError if there is a portal, but no issuer whose tokens the routes accept */
  constructor(@Inject(SETTINGS) settings: Settings) {
    const isWanted = settingsOf(settings, PORTAL_SETTINGS).PORTAL_CLIENT_ID !== undefined;
    if (isWanted && !settings.bearer)
      throw new SettingsError(['PORTAL_CLIENT_ID needs AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL']);
    const { url: origin } = settings.portal;
    this.known = isWanted ? { origin, isSecure: origin.startsWith('https:') } : null;
  }

  /** @throws 404 if there is no portal */
  get(): PortalOrigin {
    if (!this.known) throw notFound();
    return this.known;
  }
}
