import type { ArticleSection } from '../entities/site-content.ts';

interface ArticleSectionsProps {
  sections: readonly ArticleSection[];
  /** Paragraphs and lines of lists that are marked as changed. */
  changed?: readonly string[];
}

/** The sections of a text such as the consent form or the privacy statement, under a page heading of its own. */
export function ArticleSections({ sections, changed = [] }: ArticleSectionsProps) {
  const marked = (text: string) => (changed.includes(text) ? <mark>{text}</mark> : text);
  return (
    <div className="article">
      {sections.map(({ heading, blocks }) => (
        <section className="stack" key={heading}>
          <h2>{heading}</h2>
          {blocks.map((block) =>
            'paragraph' in block ? (
              <p key={block.paragraph}>{marked(block.paragraph)}</p>
            ) : (
              <ul key={block.list.join()}>
                {block.list.map((item) => (
                  <li key={item}>{marked(item)}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  );
}
