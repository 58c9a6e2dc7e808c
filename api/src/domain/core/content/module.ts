import { defineModule } from '../../../platform/modules/define-module.ts';
import { ContentFileText, ContentVersion } from './content-version.entity.ts';

/** The trial’s content, each version that was ever loaded. */
export const content = defineModule({
  name: 'content',
  entities: [ContentVersion, ContentFileText],
  codes: { content_version: 'all', content_file: 'all' },
});
