import type { PortalRole } from '../shared/roles.js';
import type { MailLanguage } from './notice-kind.js';

/** The same names as in the portal. */
const WORDS: Readonly<Record<MailLanguage, Readonly<Record<PortalRole, string>>>> = {
  en: {
    client_admin: 'Administrator',
    client_manager: 'Manager',
    client_staff: 'Staff',
    partner_admin: 'Partner administrator',
    partner_user: 'Partner user',
    service_admin: 'Service administrator',
    service_operator: 'Service operator',
  },
  de: {
    client_admin: 'Administration',
    client_manager: 'Leitung',
    client_staff: 'Personal',
    partner_admin: 'Partner-Administration',
    partner_user: 'Partner-Mitarbeit',
    service_admin: 'Service-Administration',
    service_operator: 'Service-Betrieb',
  },
};

/**
 * The name of a role in a mail; an unknown role, which a newer version stored, keeps its
 * identifier.
 */
export function roleInMail(role: PortalRole, language: MailLanguage): string {
  const words: Readonly<Record<string, string | undefined>> = WORDS[language];
  return words[role] ?? role;
}
