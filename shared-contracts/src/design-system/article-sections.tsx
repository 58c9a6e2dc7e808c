import type { ArticleSection } from '../entities/site-content.ts';

/** The sections of a text such as the consent form or the privacy statement, under a page heading of its own. */
export function ArticleSections({ sections }: { sections: readonly ArticleSection[] }) {
  return (
    <div className="article">
      {sections.map(({ heading, blocks }) => (
        <section className="stack" key={heading}>
          <h2>{heading}</h2>
          {blocks.map((block) =>
            'paragraph' in block ? (
              <p key={block.paragraph}>{block.paragraph}</p>
            ) : (
              <ul key={block.list.join()}>
                {block.list.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  );
}
