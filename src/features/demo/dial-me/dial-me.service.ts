import { Injectable } from '@nestjs/common';
import { doorAddress } from '../../../core/auth/door-address.policy.js';
import { PublicDoors } from '../../../core/rate-limit/public-doors.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { DialledNumbers } from '../../dialling/numbers/dialled-numbers.service.js';
import {
  SINGLE_CALL_WAITS_MS,
  SingleDispatchService,
} from '../../dispatch/single-calls/single-dispatch.service.js';
import { DEMO_HOURS, zoneToCallBy } from '../rules/calling-time.policy.js';
import { ADDRESS_WINDOWS, callsDoor, DIAL_ME_DOOR, PHONE_WINDOWS } from '../rules/demo-doors.js';
import { DemoProject, type Demo } from '../rules/demo-project.js';
import { readProof } from '../rules/proof.policy.js';
import { DemoChallenges } from './demo-challenges.service.js';
import type { DialMeRequest } from './dial-me.request.js';
import type { DialMeChallengeResponse, DialMeResponse } from './dial-me.response.js';
import { IS_CLIENT_ACTIVE } from './dial-me.queries.js';

/** Calls people who request it without an account (demo section 3). */
@Injectable()
export class DialMeService {
  constructor(
    private readonly demo: DemoProject,
    private readonly challenges: DemoChallenges,
    private readonly doors: PublicDoors,
    private readonly numbers: DialledNumbers,
    private readonly calls: SingleDispatchService,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The data that a page needs before a request (demo 2.1).
   * @throws 404 without a demo
   */
  async prepare(): Promise<DialMeChallengeResponse> {
    const { consent, countries } = this.demo.get();
    const { challenge, expiresAt } = await this.challenges.make();
    const { parameters, signature = '' } = challenge;
    return {
      challenge: { parameters, signature },
      consent,
      countries,
      expires_at_utc: expiresAt.toISOString(),
    };
  }

  /**
   * @param address of the caller, as Express returns it
   * @throws 404 without a demo, the one 429 if no call is made, 503
   */
  async call(request: DialMeRequest, address: string | undefined): Promise<DialMeResponse> {
    const demo = this.demo.get();
    const isAdmitted = await this.admits(demo, request, address);
    const reference = isAdmitted ? await this.place(demo, request) : null;
    if (reference === null) throw new PlatformError(CATALOGUE.rateLimited);
    return { reference };
  }

  /**
   * The proof comes first: otherwise a stranger could exhaust the limits of other people's
   * telephones.
   */
  private async admits(
    { consent }: Demo,
    request: DialMeRequest,
    address: string | undefined,
  ): Promise<boolean> {
    const proof = readProof(request.challenge);
    if (proof === null || !(await this.challenges.redeem(proof))) return false;
    const isFree = async (...use: Parameters<PublicDoors['take']>): Promise<boolean> =>
      (await this.doors.take(...use)) === 0;
    return (
      (await isFree(DIAL_ME_DOOR, ['address', doorAddress(address)], ADDRESS_WINDOWS)) &&
      (await isFree(DIAL_ME_DOOR, ['phone', request.phone], PHONE_WINDOWS)) &&
      // After the windows: a request with an old text counts too (demo 4.2).
      request.consent.version === consent.version
    );
  }

  /** @returns the id of the call; null: no call is made */
  private async place(
    { auth, projectId, countries, consent, callsPerDay }: Demo,
    { phone }: DialMeRequest,
  ): Promise<string | null> {
    const country = this.numbers.countryOfOrdinary(phone);
    if (country === null || !countries.includes(country)) return null;
    const now = this.clock.now();
    const zone = zoneToCallBy(country, now, SINGLE_CALL_WAITS_MS);
    if (zone === null) return null;
    const [client] = await this.metadata.read(auth, (db) =>
      db.query<{ is_active: boolean }>(IS_CLIENT_ACTIVE, []),
    );
    if (!client!.is_active) return null;
    if ((await this.doors.enter(callsDoor(callsPerDay), undefined)).result !== 'admitted') return null;
    return this.calls.createOrNone(auth, {
      project_id: projectId,
      to_number: phone,
      call_type: 'service',
      recipient_country: country,
      recipient_timezone: zone,
      consent_type: 'express',
      // Stored as evidence with the call, only by name: the version identifies the text.
      consent_source: `public demo, text ${consent.version}`,
      consent_given_at_utc: now.toISOString(),
      compliance: {
        ...DEMO_HOURS,
        consent_required: true,
        registry_wash_required: false,
        cli_return_number: null,
        cli_employer_name: null,
        cli_authorizer_name: null,
        cli_call_purpose: 'A demonstration that the person has asked for',
      },
    });
  }
}
