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

/** Who gets the page and where it is. */
interface Asked {
  /** Where no page is, there is no markup. */
  address: string | undefined;
  /** An opaque name of the participant who asks. */
  person: string | undefined;
}

/** The document of an address, its head before it is known what the page asks. */
export function makeDocument(
  input: DocumentInput,
  { address, person }: Asked,
  renderMarkup: RenderMarkup,
): DocumentParts {
  const { registry, shell } = input;
  const { boot: data, first: feature, isDevelopment } = planDocument(input);
  return {
    head: documentHead(input, feature),
    async finish(answers) {
      const boot = bootJson(data, answers);
      const page = { registry, shell, feature, features: data.features, person, boot };
      const markup =
        address && answers && !isDevelopment ? await renderMarkup({ ...page, address, ...answers }) : null;
      return { body: documentBody(input, feature, boot, markup), hasMarkup: markup !== null };
    },
  };
}
