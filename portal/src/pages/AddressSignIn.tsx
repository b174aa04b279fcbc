import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findSignIn } from '../api/generated';
import { useWrite } from '../data/write';
import { SignInRefusal } from '../shell/sign-in/SignInNotice';

/**
 * Finds out from an address where a person signs in; every address is answered alike
 * (single-sign-on 4.1).
 */
export function AddressSignIn({ returnTo }: { readonly returnTo: string }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const find = useWrite(
    async (typed: string) => (await findSignIn({ body: { address: typed, return_to: returnTo } })).data,
    { onDone: ({ location }) => window.location.assign(location) },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() !== '') find.send(address.trim());
      }}
    >
      <Stack>
        <TextInput
          label={t('signIn.address')}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={address}
          error={find.problem?.fields['address']}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <SignInRefusal problem={find.problem} shown={['address']} />
        {/* While the browser leaves this page, a second press would start another sign-in. */}
        <Button type="submit" loading={find.isPending || find.answer !== undefined}>
          {t('signIn.continue')}
        </Button>
      </Stack>
    </form>
  );
}
