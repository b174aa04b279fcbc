import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ContributesNotice, type NoticeKind } from '../../../core/mail/notice-kind.js';
import { LoggableError } from '../../../core/shared/platform-error.js';

type Kind = NoticeKind<object>;

/** The kinds of notices that features contribute. */
@Injectable()
export class NoticeKinds {
  private known: ReadonlyMap<string, Kind> | null = null;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws LoggableError for a kind of a newer version, or of none */
  of(name: string): Kind {
    this.known ??= this.find();
    const kind = this.known.get(name);
    if (!kind) throw new LoggableError(`No notice is of the kind ${name}.`);
    return kind;
  }

  private find(): ReadonlyMap<string, Kind> {
    const kinds = new Map<string, Kind>();
    for (const { instance } of this.discovery.getProviders({ metadataKey: ContributesNotice.KEY })) {
      const kind = instance as Kind;
      if (kinds.has(kind.name)) throw new LoggableError(`Two kinds of notices are called ${kind.name}.`);
      kinds.set(kind.name, kind);
    }
    return kinds;
  }
}
