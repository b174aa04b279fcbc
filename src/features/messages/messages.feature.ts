import { defineFeature } from '../../core/registry/feature.js';
import { Messages1766000000060 } from './migrations/1766000000060-messages.js';
import { MessageEntity } from './messages.entities.js';
import { MessagesModule } from './messages.module.js';

export const feature = defineFeature({
  folder: 'features/messages',
  module: MessagesModule,
  entities: { tenant: [MessageEntity] },
  migrations: { tenant: [Messages1766000000060] },
});
