import { Badge, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ComparisonResponse } from '../../../api/generated';
import type { Json } from '../form/schema';
import { useWords } from '../form/words';
import { BuildChange, isBuild, useOneName } from '../knowledge/builds/BuildChange';
import { JsonView } from '../sections/JsonView';
import { TextChange } from './TextChange';

type Change = ComparisonResponse['changes'][number];

/** Counters of the service: they change when the counted items change. */
const COUNTERS = new Set(['customer_destinations_version']);

/** One side of a change. If both sides are texts, the difference is highlighted. */
function Side({
  section,
  path,
  value,
  other,
}: {
  readonly section: string;
  readonly path: string;
  readonly value: Json | undefined;
  readonly other: Json | undefined;
}) {
  if (typeof value === 'string' && value !== '' && typeof other === 'string' && /\s/.test(value))
    return <TextChange text={value} other={other} />;
  return <JsonView section={section} path={path} value={value} />;
}

/** Both sides of a change. If two builds have one name, the second one shows only what differs. */
function Sides({ section, change }: { readonly section: string; readonly change: Change }) {
  const { t } = useTranslation();
  const { path, op } = change;
  const [from, to] = [change.from as Json | undefined, change.to as Json | undefined];
  const isHidden = op === 'replace' && from === undefined && to === undefined;
  const isOfBuilds = isBuild(section, path);
  const hasOneName = useOneName(isOfBuilds ? from : undefined, isOfBuilds ? to : undefined);
  const side = (value: Json | undefined, other: Json | undefined) => (
    <Side section={section} path={path} value={value} other={other} />
  );
  return (
    <>
      <Table.Td data-side={t('changes.before')}>{isHidden ? t('changes.secret') : side(from, to)}</Table.Td>
      <Table.Td data-side={t('changes.after')}>
        {isHidden ? t('changes.otherSecret') : !hasOneName && side(to, from)}
        {isOfBuilds && <BuildChange from={from} to={to} />}
      </Table.Td>
    </>
  );
}

/** Differences, section by section: each field before and after. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation();
  const words = useWords();
  const shown = changes.filter(({ path }) => !COUNTERS.has(path));
  const sections = [...new Set(shown.map(({ section }) => section))];
  return (
    <Stack>
      {sections.map((section) => (
        <div key={section}>
          <Text fw={600} size="sm" mb={4}>
            {t(`sectionNames.${section}`, { defaultValue: section })}
          </Text>
          <Table
            className="changes"
            verticalSpacing="xs"
            layout="fixed"
            aria-label={t(`sectionNames.${section}`, { defaultValue: section })}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col" w="26%">
                  {t('conflict.field')}
                </Table.Th>
                <Table.Th scope="col">{t('changes.before')}</Table.Th>
                <Table.Th scope="col">{t('changes.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown
                .filter((it) => it.section === section)
                .map((it, n) => (
                  <Table.Tr key={`${it.path}${n}`} className="top">
                    <Table.Th scope="row" fw={500}>
                      {it.path === '' ? t('changes.all') : words.trail(section, it.path)}{' '}
                      <Badge size="xs" variant="default">
                        {t(`changes.${it.op}`)}
                      </Badge>
                    </Table.Th>
                    <Sides section={section} change={it} />
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        </div>
      ))}
    </Stack>
  );
}
