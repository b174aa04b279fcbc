import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import { roleInMail } from '../../../core/mail/role-in-mail.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { seesAll } from '../rules/callers.js';
import type { TellUnlock } from '../rules/tell-unlock.js';

export interface UnlockNoticeFacts {
  readonly what: TellUnlock['what'];
  readonly call_id: string;
  readonly requested_by: string;
  readonly role: PortalRole;
}

const WORDS = {
  en: {
    requested: 'A person asks to see personal data of a call',
    approved: 'Your request to see personal data was approved',
    denied: 'Your request to see personal data was denied',
    lines: {
      requested: 'It expires without a decision after 24 hours.',
      approved:
        'View the data for the first time within 24 hours. From then on you can see it for 15 minutes.',
      denied: 'You still see the call as your role permits.',
    },
    role: 'Role of the person',
    decide: 'Open the requests',
    look: 'Open the call',
  },
  de: {
    requested: 'Eine Person möchte personenbezogene Daten eines Anrufs sehen',
    approved: 'Ihre Anfrage, personenbezogene Daten zu sehen, wurde freigegeben',
    denied: 'Ihre Anfrage, personenbezogene Daten zu sehen, wurde abgelehnt',
    lines: {
      requested: 'Ohne Entscheidung läuft die Anfrage nach 24 Stunden ab.',
      approved:
        'Sehen Sie die Daten innerhalb von 24 Stunden zum ersten Mal an. Ab dann können Sie sie 15 Minuten lang sehen.',
      denied: 'Sie sehen den Anruf weiterhin so, wie Ihre Rolle es erlaubt.',
    },
    role: 'Rolle der Person',
    decide: 'Anfragen öffnen',
    look: 'Anruf öffnen',
  },
} as const;

/** Notifies administrators of a request, and the requester of the decision (unlocks 2.7). */
@ContributesNotice()
export class UnlockNotice implements NoticeKind<UnlockNoticeFacts> {
  readonly name = 'pii_unlock';
  readonly examples: readonly UnlockNoticeFacts[] = (['requested', 'approved', 'denied'] as const).map(
    (what) => ({ what, call_id: 'room-2026-10-31-000123', requested_by: 'a person', role: 'client_manager' }),
  );

  topicOf(): string {
    return 'unlocks';
  }

  text({ what, call_id: callId, role }: UnlockNoticeFacts, language: MailLanguage): NoticeText {
    const words = WORDS[language];
    return {
      title: words[what],
      lines: [
        ...(what === 'requested' ? [`${words.role}: ${roleInMail(role, language)}`] : []),
        words.lines[what],
      ],
      button:
        what === 'requested'
          ? { label: words.decide, path: '/settings?tab=unlocks' }
          : { label: words.look, path: `/calls/${encodeURIComponent(callId)}` },
    };
  }

  /**
   * The requester gets no notice of the request, and only the requester gets one of the decision.
   */
  mayRead(person: AuthContext): Promise<(facts: UnlockNoticeFacts) => boolean> {
    const { id } = person.principal;
    return Promise.resolve(({ what, requested_by: asked }) =>
      what === 'requested' ? seesAll(person) && asked !== id : asked === id,
    );
  }
}
