import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from './pages';

/** Goes to a page by its name. It opens whenever `asked` changes. */
export function Palette({ pages, asked }: { readonly pages: readonly Page[]; readonly asked: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => spotlight.open(), [asked]);
  return (
    <Spotlight
      shortcut={null}
      nothingFound={t('shell.nothingFound')}
      searchProps={{ placeholder: t('shell.paletteHint'), 'aria-label': t('shell.paletteHint') }}
      actions={pages.map(({ name, to, icon: Sign }) => ({
        id: name,
        label: t(`pages.${name}`),
        description: t(`help.${name}`),
        leftSection: <Sign aria-hidden size={18} />,
        onClick: () => void navigate({ to, search: (it: object) => it } as never),
      }))}
    />
  );
}
