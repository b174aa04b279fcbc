import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ContributesNotice, type NoticeKind } from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { LoggableError } from '../../../core/shared/platform-error.js';
import { mayHave, topicNamed } from '../rules/topics.policy.js';

type Kind = NoticeKind<object>;

/** The kind and the facts of a notice, as they are stored. */
export interface StoredNotice {
  readonly kind: string;
  readonly facts: object;
}

/** Keeps the notices that a person may read. */
export type ReadableNotices = <N extends StoredNotice>(notices: readonly N[]) => Promise<N[]>;

/** The kinds of notices that features contribute. */
@Injectable()
export class NoticeKinds {
  private known: ReadonlyMap<string, Kind> | null = null;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws LoggableError for a kind of a newer version, or an unknown one */
  of(name: string): Kind {
    const kind = this.find(name);
    if (!kind) throw new LoggableError(`No notice is of the kind ${name}.`);
    return kind;
  }

  /**
   * Keeps those of some notices that the person may read now, by their topic and their subject
   * (email-routing 6.4), and omits kinds of a newer version. Each kind is asked once.
   */
  readableBy(person: AuthContext): ReadableNotices {
    const asked = new Map<string, ReturnType<NonNullable<Kind['mayRead']>>>();
    const askedOf = (kind: Kind): ReturnType<NonNullable<Kind['mayRead']>> => {
      const answer = asked.get(kind.name) ?? kind.mayRead?.(person) ?? Promise.resolve(() => true);
      asked.set(kind.name, answer);
      return answer;
    };
    return async (notices) => {
      const readable: (typeof notices)[number][] = [];
      for (const notice of notices) {
        const { facts } = notice;
        const kind = this.find(notice.kind);
        if (!kind) continue;
        const topic = kind.topicOf(facts);
        if (topic !== null && !mayHave(person.scope, topicNamed(topic))) continue;
        if (await (await askedOf(kind))(facts)) readable.push(notice);
      }
      return readable;
    };
  }

  private find(name: string): Kind | undefined {
    this.known ??= this.all();
    return this.known.get(name);
  }

  private all(): ReadonlyMap<string, Kind> {
    const kinds = new Map<string, Kind>();
    for (const { instance } of this.discovery.getProviders({ metadataKey: ContributesNotice.KEY })) {
      const kind = instance as Kind;
      if (kinds.has(kind.name)) throw new LoggableError(`Two kinds of notices are called ${kind.name}.`);
      kinds.set(kind.name, kind);
    }
    return kinds;
  }
}
