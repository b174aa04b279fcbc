import { csvHeader, csvRow } from '../../../core/http/csv/csv-cells.policy.js';
import type { ReportContent } from './report-content.policy.js';
import { TEXTS } from './report-texts.js';

/** The figures as a table that a spreadsheet opens without running any of it (report-schedules 4.3). */
export function reportCsv(content: ReportContent): Buffer {
  const rows = [
    ...content.headline.map(({ label, value }) => [content.title, label, String(value)]),
    ...content.charts.flatMap(({ title, rows: bars }) =>
      bars.map(({ label, value }) => [title, label, String(value)]),
    ),
  ];
  const head = csvHeader(TEXTS[content.language].columns, true);
  return Buffer.from(`${head}${rows.map((row) => csvRow(row, 'single_line')).join('')}`);
}
