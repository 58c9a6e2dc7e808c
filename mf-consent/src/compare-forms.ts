import type { Article } from '@stepwise/shared-contracts/entities/site-content';

/** What differs under a heading of the form. */
export interface ChangedSection {
  heading: string;
  /** Paragraphs and lines of lists that the form agreed to does not have there. */
  added: string[];
  removed: string[];
}

/** The changes from the form agreed to, under the headings of the new form in its order, then those it no longer has. */
export function compareForms(agreed: Article, form: Article): ChangedSection[] {
  const [before, now] = [passagesOf(agreed), passagesOf(form)];
  return [...new Set([...now.keys(), ...before.keys()])].flatMap((heading) => {
    const [old, current] = [before.get(heading) ?? [], now.get(heading) ?? []];
    const added = current.filter((text) => !old.includes(text));
    const removed = old.filter((text) => !current.includes(text));
    return added.length + removed.length > 0 ? [{ heading, added, removed }] : [];
  });
}

const passagesOf = ({ sections }: Article): Map<string, string[]> =>
  new Map(
    sections.map(({ heading, blocks }) => [
      heading,
      blocks.flatMap((block) => ('paragraph' in block ? [block.paragraph] : block.list)),
    ]),
  );
