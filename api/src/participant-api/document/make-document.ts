import {
  bootJson,
  type DocumentAnswers,
  type DocumentInput,
  documentBody,
  documentHead,
  planDocument,
} from './render-document.ts';
import type { RenderMarkup } from './render-markup.ts';

interface DocumentParts {
  head: string;
  /** The rest, and whether the page itself is in it rather than left to the browser. */
  finish: (answers: DocumentAnswers | undefined) => Promise<{ body: string; hasMarkup: boolean }>;
}

/** The document of an address, its head before it is known what the page asks. Without an address there is no markup. */
export function makeDocument(
  input: DocumentInput,
  address: string | undefined,
  renderMarkup: RenderMarkup,
): DocumentParts {
  const { shell, loggedIn } = input;
  const { boot: data, first: feature, isDevelopment } = planDocument(input);
  return {
    head: documentHead(input, feature),
    async finish(answers) {
      const boot = bootJson(data, answers);
      const page = { shell, feature, features: data.features, loggedIn, boot };
      const markup =
        address && answers && !isDevelopment ? await renderMarkup({ ...page, address, ...answers }) : null;
      return { body: documentBody(input, feature, boot, markup), hasMarkup: markup !== null };
    },
  };
}
