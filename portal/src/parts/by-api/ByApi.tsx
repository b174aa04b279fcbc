import { Anchor } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiRead } from './by-api';

// Loaded on demand: no first view needs it.
const Lines = lazy(() => import('./Lines'));

/** Shows how to read the page's data with the API. */
export function ByApi({ read }: { readonly read: ApiRead }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Anchor component="button" type="button" inherit underline="always" onClick={() => setOpen(true)}>
        {t('byApi.open')}
      </Anchor>
      {isOpen && (
        <Suspense>
          <Lines read={read} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
