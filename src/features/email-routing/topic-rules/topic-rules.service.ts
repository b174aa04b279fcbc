import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import type { AddressRow } from '../lookup/address-rows.js';
import { LIST_ADDRESSES, SET_TOPICS, TAKE_ADDRESSES_TURN } from '../lookup/addresses.queries.js';
import { requireTopics } from '../rules/require-topics.js';
import { rulesEtag, rulesOf, topicsOf } from './topic-rules.policy.js';
import type { TopicRuleRequest } from './topic-rules.request.js';
import type { TopicRulesResponse } from './topic-rules.response.js';

/**
 * Shows and replaces the addresses of each topic: the same data as the topics of each address
 * (email-routing section 2).
 */
@Injectable()
export class TopicRulesService {
  constructor(private readonly metadata: MetadataStore) {}

  show(auth: AuthContext): Promise<TopicRulesResponse> {
    return this.metadata.read(auth, async (db) => answerOf(auth, await addressesOf(db, auth)));
  }

  /**
   * Replaces all rules of the caller's party.
   * @param ifMatch the header: the etag of the rules that were read
   * @throws 400 for a topic that the role may not use or that appears twice, and for an unknown
   *   address, 428 without the header, 409 for a stale one
   */
  save(
    auth: AuthContext,
    rules: readonly TopicRuleRequest[],
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<TopicRulesResponse> {
    for (const [at, { topic }] of rules.entries()) {
      requireTopics(auth, [topic], ['rules', at, 'topic']);
      if (rules.findIndex((other) => other.topic === topic) !== at)
        throw validationFailed({
          loc: ['body', 'rules', at, 'topic'],
          message: 'must be listed only once',
          type: 'topic_repeated',
        });
    }
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(TAKE_ADDRESSES_TURN);
      const before = await addressesOf(tx, auth);
      requireRead('rules', answerOf(auth, before).etag, ifMatch);
      requireKnown(rules, new Set(before.map(({ address_id: id }) => id)));
      for (const { address_id: id } of before) await tx.query(SET_TOPICS, [id, topicsOf(rules, id)]);
      const saved = answerOf(auth, await addressesOf(tx, auth));
      await tx.auditDone(EMAIL_ROUTING_ACTIONS.rulesSaved, { etag: saved.etag });
      return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
    });
  }
}

/** All except unsubscribed addresses, which have no topics until they confirm again. */
const addressesOf = async (db: StoreReader, auth: AuthContext): Promise<readonly AddressRow[]> =>
  (await db.query<AddressRow>(LIST_ADDRESSES, [organisationOf(auth)])).filter(
    ({ status }) => status !== 'removed',
  );

function answerOf({ scope }: AuthContext, addresses: readonly AddressRow[]): TopicRulesResponse {
  const rules = rulesOf(scope, addresses);
  return { rules, etag: rulesEtag(rules) };
}

function requireKnown(rules: readonly TopicRuleRequest[], known: ReadonlySet<string>): void {
  for (const [at, { address_ids: ids }] of rules.entries()) {
    const index = ids.findIndex((id) => !known.has(id));
    if (index >= 0)
      throw validationFailed({
        loc: ['body', 'rules', at, 'address_ids', index],
        message: 'must be an address in the list that has not unsubscribed',
        type: 'address_unknown',
      });
  }
}
