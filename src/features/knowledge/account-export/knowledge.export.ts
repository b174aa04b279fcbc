import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
} from '../../../core/account-export/account-export.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import { placeOfBlock, placeOfHeading, placeOfTitle, placeOfUrl } from '../lookup/sealed-places.js';
import { EXPORTED_BLOCKS, EXPORTED_SOURCES } from './account-export.queries.js';

interface ExportedSource {
  readonly source_id: string;
  readonly title_encrypted: Buffer;
  readonly url_encrypted: Buffer | null;
}

interface ExportedBlock {
  readonly source_id: string;
  readonly content_hash: string;
  readonly ordinal: number;
  readonly heading_encrypted: Buffer | null;
  readonly page: number | null;
  readonly text_encrypted: Buffer;
}

/** Knowledge sources with their current texts (knowledge 2.9). */
@ContributesToExport()
export class KnowledgeExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    {
      name: 'knowledge_sources',
      section: 'knowledge',
      store: 'tenant',
      about: 'A document or page that assistants answer from.',
      columns: namesIn(
        'source_id project_id kind title url language status media_type bytes refresh fetched_at created_at updated_at',
      ),
      rows: (snapshot) => this.sources(snapshot),
    },
    {
      name: 'knowledge_source_texts',
      section: 'knowledge',
      store: 'tenant',
      about: 'A passage of the present text of a knowledge source.',
      columns: namesIn('source_id ordinal heading page text'),
      rows: (snapshot) => this.texts(snapshot),
    },
  ];

  constructor(private readonly sealed: SealedTexts) {}

  private async *sources({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<ExportedSource>(EXPORTED_SOURCES)) {
      const { title_encrypted: title, url_encrypted: url, ...rest } = row;
      yield {
        ...rest,
        title: await this.sealed.open(auth, placeOfTitle(auth, row.source_id), title),
        url: await this.sealed.open(auth, placeOfUrl(auth, row.source_id), url),
      };
    }
  }

  private async *texts({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<ExportedBlock>(EXPORTED_BLOCKS)) {
      yield {
        source_id: row.source_id,
        ordinal: row.ordinal,
        heading: await this.sealed.open(auth, placeOfHeading(auth, row), row.heading_encrypted),
        page: row.page,
        text: await this.sealed.open(auth, placeOfBlock(auth, row), row.text_encrypted),
      };
    }
  }
}
