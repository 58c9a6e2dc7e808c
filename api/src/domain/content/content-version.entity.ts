import { defineEntity, p } from '@mikro-orm/core';

/** The content as a whole as some server once loaded it: its version, and that of each of its files (SHA-256). */
export const ContentVersion = defineEntity({
  name: 'ContentVersion',
  tableName: 'content_version',
  properties: {
    version: p.string().length(64).primary(),
    files: p.json<Record<string, string>>(),
    firstSeenAt: p.datetime(3),
  },
});
