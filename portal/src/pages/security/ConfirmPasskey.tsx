import { Alert, Button, Stack, Text } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AddedFactorResponse, ConfirmFactorRequest } from '../../api/generated';
import { useBrowserDialog } from '../../parts/step-up/browser-dialog';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Lets the browser create a passkey. */
export function ConfirmPasskey({
  added: { registration },
  isWrong,
  isPending,
  onMade,
}: {
  readonly added: AddedFactorResponse;
  readonly isWrong: boolean;
  readonly isPending: boolean;
  readonly onMade: (response: NonNullable<ConfirmFactorRequest['response']>) => void;
}) {
  const { t } = useTranslation();
  const dialog = useBrowserDialog(
    () => startRegistration({ optionsJSON: registration as unknown as Options }),
    (response) => onMade({ ...response }),
  );
  return (
    <Stack align="flex-start">
      <Text size="sm">{t('security.makePasskey')}</Text>
      {(isWrong || dialog.fault !== null) && (
        <Alert color="red" variant="outline" role="alert" w="100%">
          {t(isWrong ? 'stepUp.wrongPasskey' : `stepUp.browser.${dialog.fault}`)}
        </Alert>
      )}
      <Button
        data-autofocus
        leftSection={<IconFingerprint aria-hidden size={18} />}
        loading={dialog.isOpen || isPending}
        onClick={dialog.ask}
      >
        {t(dialog.fault === null && !isWrong ? 'security.make' : 'states.retry')}
      </Button>
    </Stack>
  );
}
