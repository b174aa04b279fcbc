import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { MailLanguage } from '../../../core/mail/notice-kind.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import { systemContext, type Tenant } from '../../../core/shared/auth-context.js';
import { placeOfComment } from '../lookup/sealed-places.js';
import { excerptOf } from '../rules/texts/excerpt.policy.js';
import { QUOTED_COMMENT, QUOTES_IN_MAILS } from './notices.queries.js';

const QUOTED: Readonly<Record<MailLanguage, (excerpt: string) => string>> = {
  en: (excerpt) => `“${excerpt}”`,
  de: (excerpt) => `„${excerpt}“`,
};

/** Quotes comments in mails of clients that allow it (support 10.5). */
@Injectable()
export class MailExcerpts {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
  ) {}

  /**
   * @param commentId absent: the notice concerns no comment
   * @throws 503
   */
  async lines(
    tenant: Tenant,
    commentId: string | undefined,
    language: MailLanguage,
  ): Promise<readonly string[]> {
    if (commentId === undefined) return [];
    const [settings] = await this.metadata.read(tenant, (db) =>
      db.query<{ quotes_in_mails: boolean }>(QUOTES_IN_MAILS),
    );
    if (settings?.quotes_in_mails !== true) return [];
    const [comment] = await this.stores.read<{ text_encrypted: Buffer }>(systemContext(tenant, 'worker'), {
      ...QUOTED_COMMENT,
      values: [commentId],
    });
    if (!comment) return [];
    const text = await this.sealed.open(tenant, placeOfComment(tenant, commentId), comment.text_encrypted);
    const excerpt = text === null ? null : excerptOf(text);
    return excerpt === null ? [] : [QUOTED[language](excerpt)];
  }
}
