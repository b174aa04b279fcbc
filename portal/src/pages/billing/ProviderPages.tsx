import { Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPortalSession } from '../../api/generated';
import { useWrite } from '../../data/write';
import { WriteDialog } from '../../parts/forms/WriteDialog';
import { Instant } from '../../parts/values/Instant';
import { Refusal } from '../../parts/Refusal';

/**
 * Opens the provider's own pages. Everyone who has their address gets in. The page therefore
 * requests the address only on demand, keeps it only on this page, and opens it so that the
 * provider gets neither the referrer nor a handle on this page.
 */
export function ProviderPages({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const session = useWrite(
    async (client_id: string) =>
      (await createPortalSession({ body: { client_id, return_to: '/billing' } })).data.session,
  );
  const close = (): void => {
    setOpen(false);
    session.reset();
  };
  const made = session.answer;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconExternalLink aria-hidden size={14} />}
        onClick={() => {
          setOpen(true);
          session.send(clientId);
        }}
      >
        {t('billing.provider')}
      </Button>
      {isOpen && (
        <WriteDialog isPending={session.isPending} onClose={close} title={t('billing.provider')}>
          <Stack>
            <Text size="sm">{t('billing.providerText')}</Text>
            {made && (
              <Text size="sm">
                {t('billing.providerHost', { host: new URL(made.url).host })} <Instant at={made.expires_at} />
              </Text>
            )}
            <Refusal problem={session.problem} />
            <Group justify="flex-end">
              <Button variant="default" disabled={session.isPending} onClick={close}>
                {t('actions.cancel')}
              </Button>
              {made ? (
                <Button
                  component="a"
                  href={made.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  referrerPolicy="no-referrer"
                  leftSection={<IconExternalLink aria-hidden size={14} />}
                  onClick={close}
                >
                  {t('billing.providerOpen')}
                </Button>
              ) : (
                <Button loading={session.isPending} onClick={() => session.send(clientId)}>
                  {t('states.retry')}
                </Button>
              )}
            </Group>
          </Stack>
        </WriteDialog>
      )}
    </>
  );
}
