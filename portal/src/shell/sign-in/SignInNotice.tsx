import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/problem';
import { Refusal } from '../../parts/Refusal';

/** Why a person must sign in, and whether that is an error (portal-sessions 1.11). */
const REASONS = {
  ended: 'news',
  signed_out: 'news',
  expired: 'news',
  denied: 'fault',
  no_access: 'fault',
  provider_unavailable: 'fault',
  limited: 'fault',
  failed: 'fault',
  not_linked: 'fault',
  linked_elsewhere: 'fault',
  other_address: 'fault',
} as const;

export type Reason = keyof typeof REASONS;

export const isReason = (text: string): text is Reason => Object.hasOwn(REASONS, text);

/**
 * Explains why a person is on this page; if a directory does not answer, names the way to sign in
 * without one.
 */
export function SignInNotice({ reason }: { readonly reason: Reason }) {
  const { t } = useTranslation();
  const isFault = REASONS[reason] === 'fault';
  return (
    <Alert variant="light" color={isFault ? 'red' : 'accent'} role={isFault ? 'alert' : 'status'}>
      <Stack gap={4} align="flex-start">
        <Text size="sm" c="inherit">
          {t(`signIn.${reason}`)}
        </Text>
        {reason === 'provider_unavailable' && (
          <Anchor
            size="sm"
            c="inherit"
            underline="always"
            renderRoot={(props) => <Link to="/break-glass" {...props} />}
          >
            {t('signIn.breakGlass')}
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}

/** Refusals of a directory, by their names in the address when the browser returns from it. */
const REASON_OF: Readonly<Record<string, Reason>> = {
  identity_provider_unavailable: 'provider_unavailable',
  sign_in_refused: 'denied',
};

/** Explains why a sign-in did not start. */
export function SignInRefusal({
  problem,
  shown,
}: {
  readonly problem: Problem | undefined;
  /** Fields whose errors the page shows itself. */
  readonly shown?: readonly string[];
}) {
  const reason = REASON_OF[problem?.code ?? ''];
  return reason ? <SignInNotice reason={reason} /> : <Refusal problem={problem} shown={shown} />;
}
