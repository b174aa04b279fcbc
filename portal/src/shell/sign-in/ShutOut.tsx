import { Button, Center, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { startDirectoryLink } from '../../api/generated';
import { listDirectoryLinksOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useFactorDue } from '../../api/step-up';
import { useWrite } from '../../data/write';
import { PlainPage } from '../../parts/PlainPage';
import { SignInRefusal } from './SignInNotice';
import { Loaded } from '../../parts/States';
import type { ShutOutClient } from '../../session/session';
import { signOut } from '../../session/sign-out';
import { FactorDue } from '../FactorDue';

/**
 * Why a client shuts a person out, and the way in through its directory, which links their account
 * of the directory where it is not linked yet (single-sign-on 7.8).
 */
function Entry({ client }: { readonly client: ShutOutClient }) {
  const { client_id, business_name: name, connection_id } = client;
  const { t } = useTranslation();
  const { href } = useLocation();
  const query = { client_id };
  const links = useQuery(listDirectoryLinksOptions({ query }));
  const enter = useWrite(
    async (returnTo: string) =>
      (await startDirectoryLink({ path: { connection_id }, query, body: { return_to: returnTo } })).data,
    { onDone: ({ location }) => window.location.assign(location) },
  );
  return (
    <>
      <Text dir="auto">{t('shutOut.why', { name })}</Text>
      <Loaded query={links} what={t('shutOut.title')} height={36}>
        {({ items }) => (
          // While the browser leaves this page, a second press would start another sign-in.
          <Button loading={enter.isPending || enter.answer !== undefined} onClick={() => enter.send(href)}>
            {t('shutOut.enter', {
              directory: items.find((it) => it.connection_id === connection_id)?.name ?? name,
            })}
          </Button>
        )}
      </Loaded>
      <SignInRefusal problem={enter.problem} />
      <Text size="sm" c="dimmed">
        {t('shutOut.first')}
      </Text>
    </>
  );
}

/** Replaces all pages for a person whom all of their clients lock out. */
export function ShutOutPage({ clients }: { readonly clients: readonly ShutOutClient[] }) {
  const { t } = useTranslation();
  // The role may need a second factor, also to link an account.
  const isFactorDue = useFactorDue();
  const leave = (
    <Button variant="subtle" color="gray" onClick={() => void signOut()}>
      {t('shell.signOut')}
    </Button>
  );
  if (isFactorDue)
    return (
      <main>
        <FactorDue />
        <Center>{leave}</Center>
      </main>
    );
  return (
    <PlainPage title={t('shutOut.title')}>
      {clients.map((client) => (
        <Entry key={client.client_id} client={client} />
      ))}
      {leave}
    </PlainPage>
  );
}

/** Replaces the pages of a client that locks the person out, for a person with other clients. */
export function ShutOut({ client }: { readonly client: ShutOutClient }) {
  const { t } = useTranslation();
  return (
    <PlainPage isInFrame title={t('shutOut.title')}>
      <Entry client={client} />
    </PlainPage>
  );
}
