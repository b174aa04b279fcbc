import { expect, it } from 'vitest';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { MAIL_NOTICE } from '../../../src/features/email-routing/lookup/notice-mails.js';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { useTestApp, workerSettings } from '../../support/app.js';
import { environmentOf, useBuiltService, type BuiltProcess } from '../../support/built-process.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { mailedBy } from '../billing/billing-fixture.js';
import { messageId, NoticeDesk, type Desk } from '../email-routing/notice-desk.js';

const ROUNDS = 8;
const ADDRESSES = 4;

const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
const test = useTestApp({ settings: (settings) => mailedBy(mail)(settings) });
const service = useBuiltService();

// email-routing 6.1, 6.2
it(`arrive once in effect, after their worker was killed ${ROUNDS} times`, async () => {
  const tenant = await test.world.aTenant();
  const desk = new NoticeDesk(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }), mail);
  const addresses: Desk[] = [];
  for (let index = 0; index < ADDRESSES; index += 1) addresses.push(await desk.address('people'));
  const rows = async () => (await Promise.all(addresses.map(({ id }) => desk.rows(id)))).flat();
  const startWorker = (): BuiltProcess =>
    service.start(
      'worker',
      environmentOf(workerSettings(test), { MAIL_SERVER_URL: mail.url, MAIL_FROM: 'a@platform.example' }),
    );
  const waiting = async () => (await rows()).filter(({ status }) => status === 'waiting');
  /** Like the queue when the lease of a dead worker has ended. */
  const handOutAgain = async (): Promise<void> => {
    const left = await waiting();
    await test.app.get(MetadataStore).transaction(systemContext(tenant, 'test'), async (tx) => {
      for (const { notice_id: noticeId } of left) await tx.enqueue(MAIL_NOTICE, { ...tenant, noticeId });
    });
  };

  let worker = startWorker();
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = mail.mails.length;
    const sent = (await rows()).filter(({ status }) => status === 'sent').length;
    // While the worker talks to the server; before the server answers; after it accepted the mail;
    // after the row was updated.
    const moment = round % 4;
    mail.fault = moment === 0 ? 'hang' : moment === 1 ? 'drop' : null;
    await desk.tell(`round ${round}`);
    await eventually(async () => {
      const found = await rows();
      if (moment === 0)
        expect(found.some(({ attempts, status }) => attempts > 0 && status === 'waiting')).toBe(true);
      else if (moment < 3) expect(mail.mails.length).toBeGreaterThan(before);
      else expect(found.filter(({ status }) => status === 'sent').length).toBeGreaterThan(sent);
    }, 1);
    await worker.crash();
    mail.fault = null;
    worker = startWorker();
    await handOutAgain();
    await eventually(async () => expect(await waiting()).toEqual([]));
  }
  await worker.crash();
  for (const { id, email } of addresses) {
    expect((await desk.rows(id)).map(({ status }) => status)).toEqual(
      Array.from({ length: ROUNDS }, () => 'sent'),
    );
    expect(new Set(desk.mailsTo(email).map(messageId)).size).toBe(ROUNDS);
  }
});
