import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drops a kept text when another upload replaces it and does not bring its own: a process of the
 * release before, which keeps none, would leave people an older text to edit.
 */
export class KnowledgeTextOfUpload1766000000801 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE FUNCTION knowledge_text_of_upload() RETURNS trigger
     LANGUAGE plpgsql AS $$
   BEGIN
     NEW.text_encrypted := NULL;
     RETURN NEW;
   END $$`);
    await db.query(`CREATE TRIGGER knowledge_text_of_upload BEFORE UPDATE OF upload_name ON knowledge_sources
     FOR EACH ROW WHEN (new.upload_name IS NOT NULL AND new.upload_name IS DISTINCT FROM old.upload_name
                        AND new.text_encrypted IS NOT DISTINCT FROM old.text_encrypted)
     EXECUTE FUNCTION knowledge_text_of_upload()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER knowledge_text_of_upload ON knowledge_sources');
    await db.query('DROP FUNCTION knowledge_text_of_upload()');
  }
}
