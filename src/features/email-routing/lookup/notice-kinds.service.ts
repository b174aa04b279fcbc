import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ContributesNotice, type NoticeKind } from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { isUnavailable, LoggableError } from '../../../core/shared/platform-error.js';
import { mayHave, topicNamed, type Topic } from '../rules/topics.policy.js';

type Kind = NoticeKind<object>;

/** The kind and the facts of a notice, as they are stored. */
export interface StoredNotice {
  readonly kind: string;
  readonly facts: object;
}

/** Keeps the notices that a person may read. */
export type ReadableNotices = <N extends StoredNotice>(notices: readonly N[]) => Promise<N[]>;

/** The same for a list that shows what it can. */
export interface AvailableNotices {
  /** Omits notices of which a dead store cannot say whether the person may read them. */
  readonly keep: ReadableNotices;
  /** The topics of the omitted ones so far. */
  readonly unavailableTopics: () => readonly Topic[];
}

/** The kinds of notices that features contribute. */
@Injectable()
export class NoticeKinds {
  private known: ReadonlyMap<string, Kind> | null = null;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws LoggableError for a kind of a newer version, or an unknown one */
  of(name: string): Kind {
    const kind = this.find(name);
    if (!kind) throw new LoggableError(`Unknown kind of notice: ${name}.`);
    return kind;
  }

  /** Like readableBy, without the notices that cannot be checked now. */
  readableBy(person: AuthContext): ReadableNotices {
    return this.keptBy(person, (error) => {
      throw error;
    });
  }

  /**
   * @param onFailure called once for a kind that cannot be checked; it throws, or the kind is
   *   omitted
   */
  availableTo(person: AuthContext): AvailableNotices {
    const unavailable = new Set<Topic>();
    return {
      keep: this.keptBy(person, (error, topic) => {
        if (topic === null || !isUnavailable(error)) throw error;
        unavailable.add(topic);
      }),
      unavailableTopics: () => [...unavailable].sort(),
    };
  }

  /** @param onFailure told once of a kind that cannot be asked; it throws, or the kind is omitted */
  private keptBy(
    person: AuthContext,
    onFailure: (error: unknown, topic: Topic | null) => void,
  ): ReadableNotices {
    const failed = new Set<string>();
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
        if (!kind || failed.has(kind.name)) continue;
        const name = kind.topicOf(facts);
        const topic = name === null ? null : topicNamed(name);
        if (topic !== null && !mayHave(person.scope, topic)) continue;
        try {
          if (await (await askedOf(kind))(facts)) readable.push(notice);
        } catch (error) {
          onFailure(error, topic);
          // Waits only once for a dead store.
          failed.add(kind.name);
        }
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
