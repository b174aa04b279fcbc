import { Alert, Button, Stack } from '@mantine/core';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ConfirmStepUpRequest, StepUpResponse } from '../../api/generated';
import { useBrowserDialog } from './browser-dialog';

type Options = PublicKeyCredentialRequestOptionsJSON;

/** A signature of one of the person's passkeys. */
export function PasskeyProof({
  open: { challenge_id: challengeId, authentication },
  isWrong,
  isPending,
  onSigned,
  onAgain,
}: {
  readonly open: StepUpResponse;
  readonly isWrong: boolean;
  readonly isPending: boolean;
  readonly onSigned: (proof: ConfirmStepUpRequest) => void;
  /** Requests another challenge: the last one was used up. */
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation();
  const dialog = useBrowserDialog(
    async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      return startAuthentication({ optionsJSON: authentication as unknown as Options });
    },
    (response) =>
      onSigned({ kind: 'webauthn', challenge_id: challengeId ?? undefined, response: { ...response } }),
  );
  return (
    <Stack gap="xs" align="flex-start">
      {(isWrong || dialog.fault !== null) && (
        <Alert color="red" variant="outline" role="alert" w="100%">
          {t(isWrong ? 'stepUp.wrongPasskey' : `stepUp.browser.${dialog.fault}`)}
        </Alert>
      )}
      <Button
        leftSection={<IconFingerprint aria-hidden size={18} />}
        loading={dialog.isOpen || isPending}
        data-autofocus
        onClick={isWrong ? onAgain : dialog.ask}
      >
        {t(isWrong ? 'states.retry' : 'stepUp.usePasskey')}
      </Button>
    </Stack>
  );
}
