import { X509Certificate } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['settings', 'serving'] as const;
const RIGHTS = 'SELECT (name, created_at, is_disabled, serving) ON sso_connections';

type Row = { connection_id: string } & Record<(typeof COLUMNS)[number], { certificates: string[] } | null>;

/** Adds when the certificates of a connection expire, for alerts. */
export class CertificatesEnd1766000000661 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`GRANT ${RIGHTS} TO telephony_jobs`);
    const rows = (await db.query('SELECT connection_id, settings, serving FROM sso_connections')) as Row[];
    for (const { connection_id: id, ...row } of rows)
      for (const column of COLUMNS)
        if (row[column])
          await db.query(
            `UPDATE sso_connections SET ${column} = ${column} || $2::jsonb WHERE connection_id = $1`,
            [id, JSON.stringify({ certificates_end: endOf(row[column].certificates) })],
          );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `UPDATE sso_connections SET ${COLUMNS.map((it) => `${it} = ${it} - 'certificates_end'`).join(', ')}`,
    );
    await db.query(`REVOKE ${RIGHTS} FROM telephony_jobs`);
  }
}

function endOf(certificates: readonly string[]): string | null {
  const ends = certificates.map((pem) => new X509Certificate(pem).validToDate.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
}
