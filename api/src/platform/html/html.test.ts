import { expect, test } from '@jest/globals';
import { html } from './html.ts';

test('markup escapes every value but what it made itself', () => {
  const hostile = `<b title="a" class='b'>&`;
  expect(html`<p>${hostile}</p>`.markup).toBe('<p>&lt;b title=&quot;a&quot; class=&#39;b&#39;&gt;&amp;</p>');
  expect(html`<p>${html`<b>${'<'}</b>`}</p>`.markup).toBe('<p><b>&lt;</b></p>');
});

test('markup joins lists, shows zero, and shows nothing for null, undefined and false', () => {
  expect(html`${[html`<i>1</i>`, '&', [2, null]]} ${0}${null}${undefined}${false}${''}`.markup).toBe(
    '<i>1</i>&amp;2 0',
  );
});
