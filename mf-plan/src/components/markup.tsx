/** Content that holds markup. The server sanitises it when it loads the content. */
export function Markup({ html, inline = false }: { html: string; inline?: boolean }) {
  const Tag = inline ? 'span' : 'div';
  return <Tag className={inline ? undefined : 'stack'} dangerouslySetInnerHTML={{ __html: html }} />;
}
