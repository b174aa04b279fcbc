import { describe, expect, it } from 'vitest';
import type { PortalRole } from '../../../core/shared/roles.js';
import { actorName, type StoredActor } from './actor-name.policy.js';

const ID = '01a1fc1b-628c-7fa9-95cc-33a6952135bb';
const person = (role: PortalRole, active = true, organisation_id: string | null = null): StoredActor => ({
  role,
  organisation_id,
  active,
  display_name: 'Mei',
});
const KEY: StoredActor = { role: null, display_name: 'CRM' };

describe('the name of an actor', () => {
  // people 6.2
  it.each<[reader: PortalRole, actor: StoredActor | null, id: string, kind: string, name: string | null]>([
    ['client_staff', person('client_admin'), ID, 'colleague', 'Mei'],
    ['client_admin', person('client_staff', false), ID, 'former_colleague', null],
    ['client_admin', person('partner_admin', true, 'one'), ID, 'partner', null],
    ['client_admin', person('partner_admin', false, 'one'), ID, 'partner', null],
    ['client_admin', person('service_admin'), ID, 'staff', null],
    ['client_admin', KEY, ID, 'key', null],
    ['client_admin', null, ID, 'unknown', null],
    ['client_admin', null, 'operate', 'process', null],
    ['partner_user', person('partner_admin', true, 'one'), ID, 'colleague', 'Mei'],
    ['partner_user', person('partner_admin', false, 'one'), ID, 'former_colleague', null],
    ['partner_user', person('partner_admin', true, 'other'), ID, 'partner', null],
    ['partner_user', person('client_admin'), ID, 'customer', null],
    ['partner_user', person('service_operator'), ID, 'staff', null],
    ['partner_user', KEY, ID, 'key', 'CRM'],
    ['service_operator', person('service_admin'), ID, 'colleague', 'Mei'],
    ['service_operator', person('service_admin', false), ID, 'former_colleague', null],
    ['service_operator', person('client_admin'), ID, 'customer', null],
    ['service_operator', person('partner_user', true, 'one'), ID, 'partner', null],
  ])('for a %s: %j %s is %s %s', (scope, actor, id, kind, display_name) => {
    const organisationId = scope === 'partner_user' ? 'one' : null;
    expect(actorName({ scope, organisationId }, id, actor)).toEqual({ kind, display_name });
  });
});
