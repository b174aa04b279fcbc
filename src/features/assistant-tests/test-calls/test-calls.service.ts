import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable, type FieldError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ProjectTestCallEntity } from '../assistant-tests.entities.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { blockingFindings, validateAll } from '../../configuration/rules/sections/findings.policy.js';
import { visibleFindings } from '../../configuration/rules/sections/section-access.policy.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import {
  configurationUnderTest,
  effectiveConfigurations,
  stateUnderTest,
  TEST_CALL_SOURCES,
} from '../../configuration/rules/sections/effective-configuration.policy.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { testCallSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import { TestCallDestinations } from './test-call-destinations.service.js';
import { isTestNumber } from './test-call.policy.js';
import { FORGET_OLD_TEST_CALLS } from './test-calls.queries.js';
import type { TestCallRequest } from './test-calls.request.js';
import type { TestCallResponse } from './test-calls.response.js';
import { DialledNumbers } from '../../dialling/numbers/dialled-numbers.service.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';

/**
 * Fifty minutes' worth at the highest rate, so no call in progress is deleted. 16 MiB of
 * transcripts at most.
 */
const KEPT_CALLS = 500;

/** Queues calls that let people hear their configuration (workspace section 9). */
@Injectable()
export class TestCallsService {
  constructor(
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly keys: TenantKeys,
    private readonly destinations: TestCallDestinations,
    private readonly numbers: DialledNumbers,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a test call for the runtime. The row stores the number masked and sealed. Only queued
   * calls count against a number: otherwise one tenant could block a telephone for all others
   * without calling it.
   * @throws 422 for a number that may not be dialled or that the project does not list, for a
   *   missing draft or version, and with everything that prevents publication of the draft; 429 if
   *   the number was called too often; 409 for an archived project; 503 without a key to seal with
   */
  async request(
    auth: AuthContext,
    projectId: string,
    { to_number: toNumber, use: source }: TestCallRequest,
    reservation: Reservation,
  ): Promise<TestCallResponse> {
    await this.numbers.require(auth, { to_number: toNumber });
    const testCallId = randomUUID();
    const key = await this.keys.current(auth, 'encryption');
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const configuration = configurationUnderTest(state, source);
      const faults = [
        ...(this.isListed(state, toNumber) ? [] : [NOT_LISTED]),
        ...(configuration === null ? [nothingToTest(source)] : []),
        ...(configuration !== null && source === 'draft' ? this.blocking(auth, state) : []),
      ];
      if (configuration === null || faults.length > 0) throw unprocessable(...faults);
      await this.destinations.count(tx, toNumber);
      await tx.repo(ProjectTestCallEntity).insert({
        testCallId,
        projectId,
        toNumberEncrypted: sealField(key, testCallSealContext(auth, testCallId), toNumber),
        toNumberMasked: maskPhone(toNumber),
        source,
        configuration,
        versionNumber: source === 'published' ? (state.published?.versionNumber ?? null) : null,
        requestedAt: this.clock.now(),
        requestedBy: auth.principal.id,
      });
      await tx.query(FORGET_OLD_TEST_CALLS, [projectId, KEPT_CALLS]);
      await tx.auditDone(WORKSPACE_ACTIONS.testCallRequested, {
        project_id: projectId,
        test_call_id: testCallId,
        source,
      });
      return tx.complete(reservation, { test_call_id: testCallId, status: 'queued' as const });
    });
  }

  private blocking(auth: AuthContext, state: ConfigurationState): FieldError[] {
    return blockingFindings(visibleFindings(auth, this.registry.all, validateAll(this.registry.all, state)));
  }

  /** Checks the draft's list and the published one, so that neither circumvents the other. */
  private isListed(state: ConfigurationState, number: string): boolean {
    return TEST_CALL_SOURCES.every((source) => {
      const sections = effectiveConfigurations(this.registry.all, stateUnderTest(state, source));
      return isTestNumber(sections['testing-overrides'], number);
    });
  }
}

const nothingToTest = (source: TestCallRequest['use']): FieldError => ({
  loc: ['body', 'use'],
  message: source === 'draft' ? 'the project has no draft' : 'the project has published no version',
  type: `${source}_missing`,
});

const NOT_LISTED: FieldError = {
  loc: ['body', 'to_number'],
  message:
    'must be one of the test_numbers of testing-overrides, both in the draft and in the published version',
  type: 'number_not_listed',
};
