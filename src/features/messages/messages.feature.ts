import { defineFeature } from '../../core/registry/feature.js';
import { MessageEntity } from './messages.entities.js';
import { MessagesModule } from './messages.module.js';
import { MessageFailures1764700000010 } from './migrations/1764700000010-message-failures.js';
import { Messages1764700000000 } from './migrations/1764700000000-messages.js';

export const feature = defineFeature({
  folder: 'features/messages',
  module: MessagesModule,
  entities: { tenant: [MessageEntity] },
  migrations: { tenant: [Messages1764700000000, MessageFailures1764700000010] },
});
