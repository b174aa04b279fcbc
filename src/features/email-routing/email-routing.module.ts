import { Module, type NestModule } from '@nestjs/common';
import { DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import { mountPublicPage } from '../../core/server/pages/public-page.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { AddressConfirmations } from './addresses/address-confirmations.service.js';
import { AddressesService } from './addresses/addresses.service.js';
import { BellController } from './bell/bell.controller.js';
import { BellService } from './bell/bell.service.js';
import { LinksController } from './links/links.controller.js';
import { LinksService } from './links/links.service.js';
import { AddressBounces } from './lookup/address-bounces.service.js';
import { AddressOwners } from './lookup/address-owners.service.js';
import { BounceNotice } from './lookup/bounce-notice.js';
import { EmailSecrets } from './lookup/email-secrets.js';
import { MailRecipients } from './lookup/mail-recipients.service.js';
import { NoticeEndings } from './lookup/notice-endings.service.js';
import { NoticeKinds } from './lookup/notice-kinds.service.js';
import { Notices } from './lookup/notices.service.js';
import { NotifiedAddresses } from './lookup/notified-addresses.service.js';
import { UnsubscribeTokens } from './lookup/unsubscribe-tokens.service.js';
import { VerifiedAddresses } from './lookup/verified-addresses.service.js';
import { NoticeComposer } from './outbox/notice-composer.service.js';
import { NoticeMailJob } from './outbox/notice-mail.job.js';
import { NoticeReaders } from './outbox/notice-readers.service.js';
import { PruneNoticesJob } from './outbox/prune-notices.job.js';
import { TopicRulesController } from './topic-rules/topic-rules.controller.js';
import { TopicRulesService } from './topic-rules/topic-rules.service.js';
import { VerificationMailJob } from './verification/verification-mail.job.js';
import { EmailRoutingExport } from './account-export/email-routing.export.js';

/** Addresses for notices, their verification and their topics. */
@Module({
  imports: [DiscoveryModule],
  controllers: [AddressesController, TopicRulesController, LinksController, BellController],
  providers: [
    EmailRoutingExport,
    EmailSecrets,
    UnsubscribeTokens,
    AddressOwners,
    AddressesService,
    AddressConfirmations,
    TopicRulesService,
    LinksService,
    VerificationMailJob,
    VerifiedAddresses,
    MailRecipients,
    Notices,
    NoticeEndings,
    AddressBounces,
    BounceNotice,
    NoticeKinds,
    NoticeComposer,
    NoticeReaders,
    NoticeMailJob,
    PruneNoticesJob,
    NotifiedAddresses,
    BellService,
  ],
  exports: [
    Notices,
    MailRecipients,
    NotifiedAddresses,
    VerifiedAddresses,
    AddressOwners,
    EmailSecrets,
    UnsubscribeTokens,
    AddressBounces,
  ],
})
export class EmailRoutingModule implements NestModule {
  constructor(private readonly host: HttpAdapterHost) {}

  /** The page that the links of mails open (email-routing 3.4). */
  configure(): void {
    mountPublicPage(this.host.httpAdapter, 'mail');
  }
}
