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

/** The text of a content file as some server once loaded it, by its SHA-256. None is ever removed. */
export const ContentFileText = defineEntity({
  name: 'ContentFileText',
  tableName: 'content_file',
  properties: {
    hash: p.string().length(64).primary(),
    text: p.text(),
  },
});
