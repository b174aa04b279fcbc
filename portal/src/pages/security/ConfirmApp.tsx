import { Center, Stack, Text } from '@mantine/core';
import { create } from 'qrcode';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedFactorResponse } from '../../api/generated';
import { CodeProof } from '../../parts/step-up/CodeProof';
import { CopyValue } from '../../parts/values/CopyValue';

// Cameras need a light margin of four modules around the code.
const MARGIN = 4;

/** The secret for an authenticator app, as a picture and as text, and its first code. */
export function ConfirmApp({
  added: { secret, otpauth_uri: address },
  isWrong,
  isPending,
  onCode,
}: {
  readonly added: AddedFactorResponse;
  readonly isWrong: boolean;
  readonly isPending: boolean;
  readonly onCode: (code: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('security.scan')}</Text>
      {address !== null && (
        <Center>
          <Picture of={address} label={t('security.picture')} />
        </Center>
      )}
      {secret !== null && <CopyValue label={t('security.secret')} value={secret} />}
      <CodeProof
        label={t('security.firstCode')}
        isNumber
        isWrong={isWrong}
        isPending={isPending}
        onCode={onCode}
      />
      <Text size="sm" c="dimmed">
        {t('security.pendingText')}
      </Text>
    </Stack>
  );
}

/** A QR code; dark on light in both colour schemes, as cameras expect. */
function Picture({ of, label }: { readonly of: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(of);
    const dark = [...modules.data].flatMap((isDark, at) =>
      isDark ? [`M${(at % modules.size) + MARGIN} ${Math.floor(at / modules.size) + MARGIN}h1v1h-1z`] : [],
    );
    return { size: modules.size + 2 * MARGIN, path: dark.join('') };
  }, [of]);
  return (
    <svg role="img" aria-label={label} width={220} height={220} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
