const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const textOf = (escaped: string): string =>
  escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, (each) => ENTITIES[each] ?? each);

const attribute = (tag: string, name: string): string | null => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : textOf(value);
};

/** Every address that a page's links lead to. */
export const linksOf = (page: string): string[] =>
  [...page.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, href = '']) => textOf(href));

/**
 * What a page's form sends as it was opened, without the token, as a browser without a script does. Throws where the page
 * has no form for the address.
 */
export function readPageForm(page: string, action: string): Record<string, string[]> {
  const form = [...page.matchAll(/<form[\s\S]*?<\/form>/g)]
    .map(([each]) => each)
    .find((each) => attribute(each, 'action') === action);
  if (!form) throw new Error(`The page has no form for ${action}.`);
  const fields: Record<string, string[]> = {};
  const add = (tag: string, value: string): void => {
    const name = attribute(tag, 'name');
    if (name && name !== 'csrfToken') fields[name] = [...(fields[name] ?? []), value];
  };
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const isBox = /type="(?:checkbox|radio)"/.test(tag);
    if (!isBox || /\schecked/.test(tag)) add(tag, attribute(tag, 'value') ?? '');
  }
  // A browser leaves out the first line break.
  for (const [, tag = '', value = ''] of form.matchAll(/(<textarea[^>]*>)([\s\S]*?)<\/textarea>/g))
    add(tag, textOf(value.replace(/^\n/, '')));
  for (const [, tag = '', options = ''] of form.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/g)) {
    const all = [...options.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const chosen = all.find((option) => /\sselected/.test(option)) ?? all[0];
    if (chosen) add(tag, attribute(chosen, 'value') ?? '');
  }
  return fields;
}
